import { defineConfig } from "@playwright/test";

import { launchOptions } from "./tests/browser.js";

export default defineConfig({
  testDir: "tests",
  fullyParallel: true,
  workers: 3,
  timeout: 60_000,
  reporter: "dot",
  outputDir: "../../target/node-tests",
  use: { launchOptions: launchOptions() },
});
