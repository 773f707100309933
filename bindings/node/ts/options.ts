/** What can be set, and how it gets to the engine, which checks it. */
import { native } from "./native.js";
import type { Options, Settings } from "./native-types.js";

/** How Breadcrumb works in a test. What is not given is what the environment or `breadcrumb.toml` says. */
export interface BreadcrumbOptions {
  /** `heal`; `suggest` says what it would have done and lets the test fail; `off` does nothing. */
  mode?: "heal" | "suggest" | "off";
  /** Minimum confidence to heal, from 0 to 1. */
  threshold?: number;
  /** How many seconds a locator may match nothing before a heal is tried. */
  healAfter?: number;
  /** How many heals one test may have. */
  maxHeals?: number;
  /** After how many seconds the fingerprint of a known element is taken again. */
  relearnAfter?: number;
  /** Which kind of locator is proposed. */
  locatorStyle?: "best" | "css" | "as-before";
  /** Attributes that are never kept; `*` at the end stands for any ending. */
  redact?: string[];
  /** The database; `.breadcrumb.db` by default. */
  db?: string;
}

/** Options of the whole run. */
export interface RunOptions extends BreadcrumbOptions {
  /** From which confidence on heals are approved without a person. */
  autoApprove?: number | "off";
  /** Keeps small pictures of elements beside the database. */
  screenshots?: boolean;
  /** Writes the report as a page at the end of the run. */
  report?: boolean;
}

const known = new Map<string, Settings>();

/** Returns the settings of a folder with options of several places, the nearest last. */
export function settingsOf(folder: string, options: Options[]): Settings {
  const key = JSON.stringify([folder, options]);
  let settings = known.get(key);
  if (settings === undefined) known.set(key, (settings = new native.Settings(folder, options)));
  return settings;
}

/** Returns options with the place that they were written in. */
export function optionsAt(place: string, options: object | undefined, isConfig: boolean): Options[] {
  return options === undefined ? [] : [{ json: JSON.stringify(options), place, isConfig }];
}
