import { defineConfig } from "@playwright/test";
import { withBreadcrumb } from "breadcrumb-playwright";

const executablePath = process.env["BREADCRUMB_CHROMIUM"];

export default withBreadcrumb(
  defineConfig({
    testDir: ".",
    workers: 2,
    timeout: 20_000,
    reporter: [["json", { outputFile: process.env["SHOP_RESULTS"] ?? "results.json" }]],
    use: {
      baseURL: process.env["SHOP_URL"],
      // The shop is on this machine: what is not there by then is not coming.
      actionTimeout: 6_000,
      launchOptions: {
        args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
        ...(executablePath === undefined ? {} : { executablePath }),
      },
    },
    expect: { timeout: 6_000 },
  }),
);
