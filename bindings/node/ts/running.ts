/** Breadcrumb around one test of Playwright Test, in the worker that carries it out. */
import { dirname } from "node:path";

import type { TestInfo } from "@playwright/test";

import { Hook } from "./hook.js";
import type { Connection } from "./inside.js";
import { constants, native } from "./native.js";
import type { Event, Recorder } from "./native-types.js";
import type { BreadcrumbOptions } from "./options.js";
import { optionsAt, settingsOf } from "./options.js";
import { Scope } from "./scope.js";
import type { Told } from "./told.js";
import { TOLD, told } from "./told.js";

/** What is said about Breadcrumb itself. */
const NOTICE = "breadcrumb";
/** What separates the titles of a test's id. */
const SEPARATOR = " › ";

const recorders = new Map<string, Recorder>();
const warned = new Set<string>();

/** Starts a test; returns what ends it. */
export function begin(
  playwright: object,
  given: BreadcrumbOptions,
  testIdAttribute: string,
  info: TestInfo,
): () => Promise<void> {
  const connection = (playwright as { _connection?: Connection })._connection;
  const hook = Hook.on(connection);
  if (Array.isArray(hook)) {
    warn(info, native.whyOff(versionOf(), hook));
    return async () => {};
  }
  const run = told();
  const folder = folderOf(info.config);
  const isOfConfig = given === (info.project.use as { breadcrumb?: object }).breadcrumb;
  const settings = settingsOf(folder, [
    ...optionsAt("withBreadcrumb()", run.options, true),
    ...optionsAt("use.breadcrumb", given, isOfConfig),
  ]);
  const recorder = (): Recorder => {
    const key = JSON.stringify([folder, given, run.options]);
    let found = recorders.get(key);
    if (found === undefined) {
      recorders.set(key, (found = new native.Recorder(settings)));
      found.waitUntilOpen();
      const opened = found;
      process.once("exit", () => opened.flush());
    }
    return found;
  };
  const scope: Scope = new Scope(
    {
      settings,
      recorder,
      testId: info.titlePath.join(SEPARATOR),
      isScript: false,
      testIdAttribute,
      revision: run.revision,
      shownAt: run.shownAt,
      tell: (event) => say(info, event, scope),
      warn: (text) => warn(info, text),
    },
    hook.send,
  );
  hook.scope = scope;
  return async () => {
    await scope.settle();
    if (hook.scope === scope) hook.scope = undefined;
    end(scope, info, run.runUid);
    await scope.settle();
    recorders.forEach((opened) => opened.settle());
  };
}

/** Returns the folder that settings are looked for from. */
export function folderOf(config: { configFile?: string; rootDir: string }): string {
  return config.configFile === undefined ? config.rootDir : dirname(config.configFile);
}

function end(scope: Scope, info: TestInfo, runUid: string | undefined): void {
  const isAsExpected = info.status === "passed" && info.expectedStatus === "passed";
  const end = scope.finish(isAsExpected && info.errors.length === 0, runUid);
  if (end === undefined) return;
  for (const description of end.refusals) {
    info.annotations.push({ type: constants.refusalAnnotation, description });
  }
  const { healed, healScore } = end;
  const shownVersion = scope.shown.version;
  if (!healed && shownVersion === undefined) return;
  const what: Told = { healed, healScore, shownVersion };
  info.annotations.push({ type: TOLD, description: JSON.stringify(what) });
}

function say(info: TestInfo, event: Event, scope: Scope): void {
  if (event.kind === "gave up") return warn(info, event.warning);
  const isHeal = event.kind === "healed";
  const type = isHeal ? constants.healAnnotation : constants.driftAnnotation;
  const description = isHeal
    ? native.healText(event.text, event.place, info.config.rootDir)
    : event.text;
  info.annotations.push({ type, description });
  if (isHeal) scope.onTheirWay.add(attach(info, description));
}

/** Attaches a heal: a step of its own in reports and in the trace, where it happened. */
async function attach(info: TestInfo, text: string): Promise<void> {
  try {
    await info.attach(constants.healAnnotation, { body: text, contentType: "text/plain" });
  } catch (error) {
    warn(info, `a heal could not be attached: ${String((error as Error).message)}`);
  }
}

/** Tells the user about Breadcrumb itself: with the test, and once in a process. */
function warn(info: TestInfo, text: string): void {
  info.annotations.push({ type: NOTICE, description: text });
  if (warned.has(text)) return;
  warned.add(text);
  console.warn(`breadcrumb: ${text}`);
}

export function versionOf(): string {
  const { version } = require("@playwright/test/package.json") as { version: string };
  return version;
}
