/** `withBreadcrumb()`: the one line of `playwright.config.ts` after which a suite heals as it is. */
import type { PlaywrightTestConfig, ReporterDescription } from "@playwright/test";
import { test } from "@playwright/test";

import { inject } from "./fixtures.js";
import type { RunOptions } from "./options.js";
import { tell } from "./told.js";

/** Where the reporter is found; a path, for it must not depend on where the suite is. */
const REPORTER = require.resolve("./reporter.js");

/**
 * Returns a configuration whose tests heal: their own imports of `@playwright/test` stay as they are, and all
 * attempts are recorded.
 */
export function withBreadcrumb<Config extends PlaywrightTestConfig<any, any>>(
  config: Config,
  options?: RunOptions,
): Config {
  inject(test);
  tell({ options });
  const given = config.reporter;
  const reporters: ReporterDescription[] =
    given === undefined || typeof given === "string"
      ? [[given ?? (process.env["CI"] ? "dot" : "list")] as ReporterDescription]
      : [...given];
  const has = reporters.some(([name]) => name === REPORTER || name === "breadcrumb-playwright/reporter");
  if (!has) reporters.push([REPORTER, options ?? {}]);
  return { ...config, reporter: reporters };
}
