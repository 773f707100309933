/** The fixtures of Playwright Test that Breadcrumb is in a test by. */
import type { Fixtures, PlaywrightTestArgs, PlaywrightTestOptions, TestType } from "@playwright/test";
import type { PlaywrightWorkerArgs, PlaywrightWorkerOptions } from "@playwright/test";

import type { BreadcrumbOptions } from "./options.js";
import { begin } from "./running.js";

/** The option of a project, a file or a test: `use: { breadcrumb: { mode: "suggest" } }`. */
export interface BreadcrumbTestOptions {
  /** How Breadcrumb works in a test. */
  breadcrumb: BreadcrumbOptions;
}
interface Own extends BreadcrumbTestOptions {
  _breadcrumb: void;
}
type Args = PlaywrightTestArgs & PlaywrightTestOptions;
type WorkerArgs = PlaywrightWorkerArgs & PlaywrightWorkerOptions;

/** Playwright's `test`, with Breadcrumb's option. */
export type BreadcrumbTest = TestType<Args & BreadcrumbTestOptions, WorkerArgs>;

export const fixtures: Fixtures<Own, object, Args, WorkerArgs> = {
  breadcrumb: [{}, { option: true }],
  _breadcrumb: [
    async ({ playwright, breadcrumb, testIdAttribute }, use, info) => {
      const end = begin(playwright, breadcrumb, testIdAttribute, info);
      await use();
      await end();
    },
    { auto: true, box: true, title: "breadcrumb" },
  ],
};

/** Playwright's own list of fixtures behind a `test`. */
interface TestTypeInside {
  fixtures: { fixtures: object; location: { file: string; line: number; column: number } }[];
}

/** Adds the fixtures to a `test` itself, so that whoever imports it has them. */
export function inject(test: object): void {
  const symbol = Object.getOwnPropertySymbols(test).find(({ description }) => description === "testType");
  const inside = symbol && ((test as Record<symbol, unknown>)[symbol] as TestTypeInside | undefined);
  if (!Array.isArray(inside?.fixtures)) {
    console.warn("breadcrumb: this version of Playwright has another inside; import `test` from `breadcrumb-playwright/test`");
    return;
  }
  if (hasOurs(test)) return;
  const location = { file: __filename, line: 1, column: 1 };
  inside.fixtures = [...inside.fixtures, { fixtures, location }];
}

/** Whether a `test` has them already. */
export function hasOurs(test: object): boolean {
  const symbol = Object.getOwnPropertySymbols(test).find(({ description }) => description === "testType");
  const inside = symbol && ((test as Record<symbol, unknown>)[symbol] as TestTypeInside | undefined);
  return inside?.fixtures.some((list) => list.fixtures === fixtures) ?? false;
}
