/** Messages to Playwright's driver: none of ours where nothing is new, few for a heal; and faults of ours. */
import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";

import { Hook } from "../dist/hook.js";
import type { Connection, PageInside } from "../dist/inside.js";
import { native } from "../dist/native.js";
import { optionsAt, settingsOf } from "../dist/options.js";
import { Scope } from "../dist/scope.js";

const V1 = `<!doctype html><title>Shop</title><h1>Log in</h1><form onsubmit="return false">
<label>Mail <input id="mail" name="mail"></label>
<button id="login" class="btn primary">Log in</button><a id="help" href="#help">Help</a></form>`;
const V2 = V1.replace('id="login"', 'id="sign-in"');
const URL = "http://shop.test/login";
/** What a heal sends at most beside the test's own call: a count, the code that stays in the page, a look, a check. */
const OF_A_HEAL = 4;
const CALLS: Record<string, (page: Page) => Promise<unknown>> = {
  click: (page) => page.locator("#login").click(),
  press: (page) => page.locator("#login").press("Enter"),
  evaluate: (page) => page.locator("#login").evaluate((element) => element.id),
  fill: (page) => page.getByLabel("Mail").fill("x"),
  textContent: (page) => page.getByRole("button", { name: "Log in" }).textContent(),
  isVisible: (page) => page.locator("#login").isVisible(),
  count: (page) => page.locator("#login").count(),
  expect: (page) => expect(page.locator("#login")).toHaveText("Log in"),
  "page.click": (page) => page.click("#login"),
};

for (const [name, call] of Object.entries(CALLS)) {
  test(`a healthy call sends what plain Playwright sends: ${name}`, async ({ page }, info) => {
    await open(page, V1);
    const plain = await counted(page, () => call(page));
    const first = adopt(page, info.outputPath("crumbs.db"));
    await open(page, V1);
    await call(page);
    await first.end();
    const second = adopt(page, info.outputPath("crumbs.db"));
    await open(page, V1);
    const ours = await counted(page, () => call(page));
    await second.end();
    expect(ours).toEqual(plain);
  });
}

test("a heal sends few messages", async ({ page }, info) => {
  const database = info.outputPath("crumbs.db");
  const learning = adopt(page, database);
  await open(page, V1);
  await page.locator("#login").click();
  await learning.end();
  const healing = adopt(page, database, { healAfter: 0 });
  await open(page, V2);
  const sent = await counted(page, () => page.locator("#login").click());
  const { healed } = await healing.end();
  expect(healed, healing.said.join()).toBe(true);
  const own = sent.filter((method) => method === "click").length;
  expect(sent.length - own, sent.join()).toBeLessThanOrEqual(OF_A_HEAL);
});

/** What the driver answers in place of a page; nothing where it answers itself. */
type Fault = (method: string) => Promise<unknown> | undefined;
/** Answers that no page gives; a test ends as it would without Breadcrumb. */
const FAULTS: Record<string, Fault> = {
  "the page does not answer": (method) => (isOurs(method) ? new Promise(() => {}) : undefined),
  "the page answers with an error": (method) => (isOurs(method) ? Promise.reject(new Error("no")) : undefined),
  "the page answers with nothing": (method) => (isOurs(method) ? Promise.resolve({}) : undefined),
  "the page answers with nonsense": (method) =>
    isOurs(method) ? Promise.resolve({ value: { s: "{" }, handle: { _object: { _guid: "x" } } }) : undefined,
};

for (const [name, answer] of Object.entries(FAULTS)) {
  test(`a fault leaves the test as it is: ${name}`, async ({ page }, info) => {
    const scope = adopt(page, info.outputPath("crumbs.db"), { healAfter: 0 }, answer);
    await open(page, V1);
    await page.locator("#login").click();
    await expect(page.locator("#login")).toHaveText("Log in");
    await expect(page.locator("#login").count()).resolves.toBe(1);
    const missing = page.locator("#gone").click({ timeout: 1_000 });
    await expect(missing).rejects.toThrow("Timeout 1000ms exceeded");
    await scope.end();
  });
}

function isOurs(method: string): boolean {
  return ["evaluateExpressionHandle", "evaluateExpression", "evalOnSelectorAll"].includes(method);
}

async function open(page: Page, html: string): Promise<void> {
  await page.unrouteAll();
  await page.route("**/*", (route) => route.fulfill({ body: html, contentType: "text/html" }));
  await page.goto(URL);
}

async function counted(page: Page, call: () => Promise<unknown>): Promise<string[]> {
  const connection = (page as unknown as PageInside)._connection as Connection & {
    onmessage: (message: { method: string }) => void;
  };
  const sent: string[] = [];
  const send = connection.onmessage;
  connection.onmessage = (message) => {
    sent.push(message.method);
    send(message);
  };
  try {
    await call();
  } finally {
    connection.onmessage = send;
  }
  return sent;
}

/** Gives a page a test of its own. */
function adopt(page: Page, database: string, options: object = {}, fault: Fault = () => undefined) {
  const hook = Hook.on((page as unknown as PageInside)._connection) as Hook;
  const settings = settingsOf(process.cwd(), optionsAt("test", { db: database, ...options }, false));
  const recorder = new native.Recorder(settings);
  recorder.waitUntilOpen();
  const said: string[] = [];
  const scope = new Scope(
    {
      settings,
      recorder: () => recorder,
      testId: "t",
      isScript: false,
      testIdAttribute: "data-testid",
      tell: (event) => said.push(event.warning),
      warn: (text) => said.push(text),
    },
    (object, method, params, how) => fault(method) ?? hook.send(object, method, params, how),
  );
  hook.adopt(page as unknown as PageInside, scope);
  const end = async () => {
    await scope.settle();
    const ended = scope.finish(true);
    recorder.flush();
    return { healed: ended?.healed ?? false };
  };
  return { scope, said, end };
}
