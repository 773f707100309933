/** All cases in one table: `fixtures/cases`, which every front reads. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(__dirname, "../../../../fixtures/cases");

/** A call that makes a locator, or one on it. */
export interface CallOf {
  call: string;
  args?: unknown[];
  options?: Record<string, unknown>;
}
export interface Step extends Partial<CallOf> {
  on?: CallOf[];
  answer?: unknown;
  then?: Step;
  expect?: string;
  each?: CallOf[];
  count?: number;
  do?: Step;
  popup?: Step;
  in_popup?: Step[];
  accept_dialog?: boolean;
}
type Site = string | Record<string, string>;
export interface Case {
  name: string;
  v1: Site;
  v2: Site;
  steps: Step[] | Record<"1" | "2", Step[]>;
  healed?: number;
  refused?: boolean;
  untouched?: boolean;
  error?: string;
  log?: string[];
  log_on_version_2?: string[];
  events?: string;
  heal_after?: number;
  timeout?: number;
  instant?: boolean;
  not_in?: Record<string, string>;
  /** The pages of its table, as lines. */
  pages: Record<string, string[]>;
}

export const CASES: Case[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".json"))
  .sort()
  .flatMap((name) => {
    const table = JSON.parse(readFileSync(join(FOLDER, name), "utf8")) as {
      pages: Case["pages"];
      cases: Case[];
    };
    return table.cases.map((row) => ({ ...row, pages: table.pages }));
  });

/** The recorder that the pages log with; the Python tests have the same file. */
const RECORDER = readFileSync(join(FOLDER, "recorder.js"), "utf8");
const STYLE = readFileSync(join(FOLDER, "style.css"), "utf8");

/** Returns a page as a document, or nothing where the site has no such page. */
export function documentOf(row: Case, version: 1 | 2, path: string): string | undefined {
  const site = version === 1 ? row.v1 : row.v2;
  const name = typeof site === "string" ? (path === "/" ? site : undefined) : site[path];
  if (name === undefined) return undefined;
  const body = row.pages[name]!.join("\n");
  const events = JSON.stringify((row.events ?? "click").split(" "));
  const recorder = RECORDER.replace("EVENTS", events);
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>' +
    `<style>${STYLE}</style></head><body>${body}<script>${recorder}</script></body></html>`
  );
}
