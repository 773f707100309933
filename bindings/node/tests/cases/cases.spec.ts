/** The table: learned on version 1, run on version 2, with the outcome that every front has. */
import assert from "node:assert/strict";

import { expect, test } from "@playwright/test";
import type { Browser } from "@playwright/test";

import { Hook } from "../../dist/hook.js";
import type { Connection, PageInside } from "../../dist/inside.js";
import { native } from "../../dist/native.js";
import { optionsAt, settingsOf } from "../../dist/options.js";
import { Scope } from "../../dist/scope.js";
import { INSTANT_MS, carryOut } from "./steps.js";
import type { Case } from "./table.js";
import { CASES, documentOf } from "./table.js";

/** The site's address: nothing is ever fetched. */
const BASE_URL = "http://shop.test/";
/** Where a case passes a busy machine must not fail it; where it fails it takes as long as this. */
const PATIENT_MS = 10_000;
const SHORT_MS = 1_500;
const LOAD_MS = 30_000;
const FAILED = /Timeout|Locator expected|expect\(/;

interface Seen {
  error: Error | undefined;
  log: string[];
  healed: string[];
}

for (const row of CASES) {
  const reason = row.not_in?.["node"];
  test(row.name, async ({ browser }, info) => {
    test.skip(reason !== undefined, reason);
    const database = info.outputPath("crumbs.db");
    learned(row, await run(browser, row, 1, database));
    let seen = await run(browser, row, 2, database);
    if (row.healed !== undefined && seen.error !== undefined && seen.healed.length === 0) {
      // A check answers at once: on a busy machine its fingerprint may have come too late, or the
      // database, and then it is left alone. What is wrong is wrong a second time.
      learned(row, await run(browser, row, 1, database));
      seen = await run(browser, row, 2, database);
    }
    judge(row, seen);
  });
}

test("every case is in the table once", () => {
  const names = CASES.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(99);
});

async function run(browser: Browser, row: Case, version: 1 | 2, database: string): Promise<Seen> {
  const context = await browser.newContext({ baseURL: BASE_URL });
  await context.route("**/*", (route) => {
    const path = `/${route.request().url().slice(BASE_URL.length)}`;
    const body = documentOf(row, version, path);
    const status = body === undefined ? 404 : 200;
    return route.fulfill({ status, body: body ?? "", contentType: "text/html; charset=utf-8" });
  });
  const page = await context.newPage();
  const isPassing = version === 1 || row.healed !== undefined;
  const timeout = (version === 2 ? row.timeout : undefined) ?? (isPassing ? PATIENT_MS : SHORT_MS);
  page.setDefaultTimeout(timeout);
  const healed = new Set<string>();
  const connection = (browser as unknown as { _connection: Connection })._connection;
  const hook = Hook.on(connection) as Hook;
  const settings = settingsOf(
    process.cwd(),
    optionsAt("case", { db: database, healAfter: row.heal_after ?? 0 }, false),
  );
  const recorder = new native.Recorder(settings);
  const scope = new Scope(
    {
      settings,
      recorder: () => recorder,
      testId: row.name,
      isScript: false,
      testIdAttribute: "data-testid",
      tell: (event) => event.kind === "healed" && healed.add(event.text),
      warn: (text) => assert.fail(text),
    },
    hook.send,
  );
  hook.adopt(page as unknown as PageInside, scope);
  let error: Error | undefined;
  try {
    await page.goto("/", { timeout: LOAD_MS });
    const started = performance.now();
    const steps = Array.isArray(row.steps) ? row.steps : row.steps[version];
    await carryOut(page, steps, expect.configure({ timeout }));
    if (row.instant) expect(performance.now() - started).toBeLessThan(INSTANT_MS);
  } catch (raised) {
    error = raised as Error;
  }
  const log = await page.evaluate(() => JSON.parse(sessionStorage.getItem("log") ?? "[]") as string[]);
  await scope.settle();
  await context.close();
  scope.finish(error === undefined);
  recorder.flush();
  recorder.close();
  return { error, log, healed: [...healed] };
}

function learned(row: Case, seen: Seen): void {
  if (seen.error !== undefined) throw seen.error;
  expect(seen.log).toEqual(row.log ?? []);
  expect(seen.healed).toEqual([]);
}

function judge(row: Case, seen: Seen): void {
  if (row.healed !== undefined) {
    if (seen.error !== undefined) throw seen.error;
    expect(seen.log).toEqual(row.log ?? []);
    expect(seen.healed).toHaveLength(row.healed);
    return;
  }
  const before = row.untouched ? row.log : [];
  expect(seen.log).toEqual(row.log_on_version_2 ?? before ?? []);
  expect(seen.healed).toEqual([]);
  if (row.untouched && row.error === undefined) {
    if (seen.error !== undefined) throw seen.error;
    return;
  }
  const text = `${seen.error?.name}: ${seen.error?.message}`;
  // An assertion is an error without a class of its own in JavaScript.
  const wanted = row.error?.replace("AssertionError", "expect");
  if (wanted === undefined) expect(text).toMatch(FAILED);
  else expect(wanted.split("|").some((part) => text.includes(part)), text).toBe(true);
}
