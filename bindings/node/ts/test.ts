/** Playwright's `test` and `expect`, with locators that heal: `import { test, expect } from "breadcrumb-playwright/test"`. */
import { test as base } from "@playwright/test";

import type { BreadcrumbTest } from "./fixtures.js";
import { fixtures, hasOurs } from "./fixtures.js";

export { expect } from "@playwright/test";
export type { BreadcrumbOptions } from "./options.js";
export type { BreadcrumbTest, BreadcrumbTestOptions } from "./fixtures.js";

export const test: BreadcrumbTest = hasOurs(base)
  ? (base as unknown as BreadcrumbTest)
  : base.extend(fixtures);
