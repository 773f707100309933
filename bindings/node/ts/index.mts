export { crumb, withBreadcrumb } from "./index.js";
export type { BreadcrumbOptions, BreadcrumbTestOptions, CrumbOptions, RunOptions } from "./index.js";
