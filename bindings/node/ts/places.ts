/**
 * Where locators were made, and from what: a message to the driver has only their selectors.
 *
 * What makes a locator is wrapped on Playwright's own classes; the last locator of a selector counts.
 */
import { fileURLToPath } from "node:url";

import type { FrameInside, LocatorInside } from "./inside.js";
import type { Place } from "./native-types.js";
import { ownFolder } from "./folder.js";

interface Made {
  /** Its stack is read when it is needed: that costs more than making it. */
  trace: { stack?: string };
  parent?: string | undefined;
}

/** So many selectors of a frame are remembered: a test that makes more makes them up as it goes. */
const MAX_MADE = 5_000;
/** So many calls lead from the test to where a locator is made: its own, ours and Playwright's. */
const STACK = 12;
const MAKERS = [
  ..."locator frameLocator filter and or nth first last describe within visible".split(" "),
  ..."contentFrame owner getByAltText getByLabel getByPlaceholder getByRole".split(" "),
  ..."getByTestId getByText getByTitle".split(" "),
];
const ENTER_FRAME = " >> internal:control=enter-frame";
const FOREIGN = /[\\/]node_modules[\\/](?:@playwright[\\/]|playwright)|^node:|internal[\\/]/;

const made = new WeakMap<FrameInside, Map<string, Made>>();
const wrapped = new WeakSet<object>();
/** Whether a maker is at work, which may call others. */
let isMaking = false;

/** Notes where locators are made from now on. */
export function watchMakers(frame: FrameInside): void {
  const page = frame._page;
  const locator = frame.locator("css=html");
  const owners = [frame, locator, frame.frameLocator("css=iframe"), ...(page ? [page] : [])];
  for (const owner of owners) wrap(Object.getPrototypeOf(owner) as Record<string, any>);
}

/** Returns where the locator of a selector was made, and the selector of what it was made from. */
export function madeAt(
  frame: FrameInside,
  selector: string,
): { site: Place | undefined; parent: string | undefined } {
  const found = made.get(frame)?.get(selector);
  return { site: found && placeOf(found.trace.stack), parent: found?.parent };
}

function wrap(prototype: Record<string, any>): void {
  if (wrapped.has(prototype)) return;
  wrapped.add(prototype);
  for (const name of MAKERS) {
    const original = Object.getOwnPropertyDescriptor(prototype, name)?.value as
      | ((...args: unknown[]) => any)
      | undefined;
    if (typeof original !== "function") continue;
    prototype[name] = function (this: any, ...args: unknown[]) {
      if (isMaking) return original.apply(this, args);
      isMaking = true;
      try {
        return noted(this, original.apply(this, args));
      } finally {
        isMaking = false;
      }
    };
  }
}

function noted(parent: any, locator: any): any {
  const frame = locator?._frame as FrameInside | undefined;
  const selector = (locator as LocatorInside | undefined)?._selector;
  if (frame === undefined || typeof selector !== "string") return locator;
  let known = made.get(frame);
  if (known === undefined) made.set(frame, (known = new Map<string, Made>()));
  if (known.size >= MAX_MADE) known.clear();
  const inside = parent._frameSelector as string | undefined;
  const origin = inside === undefined ? (parent._selector as string) : inside + ENTER_FRAME;
  known.set(selector, { trace: traced(), parent: origin });
  return locator;
}

function traced(): { stack?: string } {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = STACK;
  const trace = {};
  Error.captureStackTrace(trace, noted);
  Error.stackTraceLimit = limit;
  return trace;
}

/** Returns the first place of a stack that is neither Playwright's nor ours. */
export function placeOf(stack: string | undefined): Place | undefined {
  for (const line of (stack ?? "").split("\n")) {
    const found = /^\s+at (?:.* \()?(.+?):(\d+):\d+\)?$/.exec(line);
    if (found === null) continue;
    const [, named = "", number] = found;
    const file = named.startsWith("file:") ? fileURLToPath(named) : named;
    if (!FOREIGN.test(file) && !file.startsWith(ownFolder)) return { file, line: Number(number) };
  }
  return undefined;
}
