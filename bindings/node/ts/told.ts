/** What the processes of a run tell each other. */

import type { ShownAt } from "./shown-version.js";

/** Where the first process tells its workers which run they belong to. */
const VARIABLE = "_BREADCRUMB_RUN";
/** The annotation by which a worker tells the reporter what a test has come to; reports do not show it. */
export const TOLD = "_breadcrumb";

/** What a worker tells the reporter of an attempt. */
export interface Told {
  healed: boolean;
  healScore?: number | undefined;
  shownVersion?: string | undefined;
}

/** What the first process tells its workers. */
export interface RunTold {
  runUid?: string;
  revision?: string | undefined;
  options?: object | undefined;
  shownAt?: ShownAt | undefined;
}

/** Tells the processes that are started from now on. */
export function tell(run: RunTold): void {
  process.env[VARIABLE] = JSON.stringify({ ...told(), ...run });
}

/** Returns what this process was told. */
export function told(): RunTold {
  return JSON.parse(process.env[VARIABLE] ?? "{}") as RunTold;
}
