import { defineConfig } from "@playwright/test";

import { launchOptions } from "./tests/browser.js";

export default defineConfig({
  testDir: "tests",
  fullyParallel: true,
  workers: 3,
  // Some run several suites of their own, one after the other; a busy machine takes its time for each.
  timeout: 300_000,
  reporter: "dot",
  outputDir: "../../target/node-tests",
  use: { launchOptions: launchOptions() },
});
