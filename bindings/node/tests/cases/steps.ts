/** The steps of a case, from data to calls; `fixtures/cases/README.md` has the format. */
import assert from "node:assert/strict";

import type { Page } from "@playwright/test";

import type { CallOf, Step } from "./table.js";

type Expect = (target: unknown) => any;

/** Far above what an instant check takes, far below the timeout it must not wait for. */
export const INSTANT_MS = 5_000;
/** Names that are not those of Python with other letters. */
const NAMED: Record<string, string> = {
  and_: "and",
  or_: "or",
  query_selector: "$",
  inner_html: "innerHTML",
  to_have_url: "toHaveURL",
};

/** Carries out steps on a page. */
export async function carryOut(page: Page, steps: Step[], expect: Expect): Promise<void> {
  for (const step of steps) await carryOutOne(page, step, expect);
}

async function carryOutOne(root: any, step: Step, expect: Expect): Promise<void> {
  if (step.accept_dialog) {
    root.once("dialog", (dialog: any) => dialog.accept());
  } else if (step.popup) {
    const opened = root.waitForEvent("popup");
    await called(root, step.popup);
    await carryOut(await opened, step.in_popup!, expect);
  } else if (step.each) {
    const rows = await made(root, step.each).all();
    assert.equal(rows.length, step.count);
    for (const row of rows) await carryOutOne(row, step.do!, expect);
  } else if (step.expect) {
    const isNot = step.expect.startsWith("not_");
    const asserted = expect(made(root, step.on ?? []));
    const name = camel(isNot ? step.expect.slice("not_".length) : step.expect);
    await (isNot ? asserted.not : asserted)[name](...argumentsOf(root, step as CallOf));
  } else {
    const answer = await called(root, step);
    const { then, answer: wanted } = step;
    if (then) assert.deepEqual(await called(answer, then), then.answer);
    else if ("answer" in step) assert.deepEqual(answer, wanted);
  }
}

async function called(root: any, step: Step): Promise<any> {
  const target = made(root, step.on ?? []);
  return target[camel(step.call!)](...argumentsOf(root, step as CallOf));
}

/** Returns the locator that calls one after the other make. */
function made(root: any, makers: CallOf[]): any {
  return makers.reduce(
    (target, maker) => target[camel(maker.call)](...argumentsOf(root, maker)),
    root,
  );
}

function argumentsOf(root: any, { args = [], options = {} }: CallOf): unknown[] {
  const given = args.map((value) => valueOf(root, value));
  const named = Object.entries(options).map(([name, value]) => [camel(name), valueOf(root, value)]);
  if (named.length === 0) return given;
  return [...given, Object.fromEntries(named)];
}

function valueOf(root: any, value: any): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  if ("locator" in value) return made(root, value.locator);
  if ("pattern" in value) return new RegExp(value.pattern, value.flags);
  if ("function" in value) return (0, eval)(value.function as string);
  if ("bytes" in value) return Buffer.from(value.bytes);
  return Object.fromEntries(Object.entries(value).map(([name, v]) => [name, valueOf(root, v)]));
}

function camel(name: string): string {
  return NAMED[name] ?? name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
