/** Self-healing locators and a quarantine for Playwright Test. */
export { withBreadcrumb } from "./config.js";
export { crumb } from "./script.js";
export type { CrumbOptions } from "./script.js";
export type { BreadcrumbOptions, RunOptions } from "./options.js";
export type { BreadcrumbTestOptions } from "./fixtures.js";
