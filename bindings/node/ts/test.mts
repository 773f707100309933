export { expect, test } from "./test.js";
export type { BreadcrumbOptions, BreadcrumbTest, BreadcrumbTestOptions } from "./test.js";
