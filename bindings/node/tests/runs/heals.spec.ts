/** A suite whose own imports of `@playwright/test` heal after one line of its configuration. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "@playwright/test";

import { Project, config, spec } from "./project.js";

const V1 = `<!doctype html><title>Shop</title><h1>Log in</h1><form onsubmit="return false">
<label>Mail <input id="mail" name="mail"></label>
<button id="login" class="btn primary" onclick="document.title = 'in'">Log in</button>
<a id="help" href="#help">Help</a></form>`;
const V2 = V1.replace('id="login"', 'id="sign-in"').replace('id="mail"', 'id="e-mail"');
const SPEC = spec(`
test.describe("shop", () => {
  test("logs in", async ({ page }) => {
    await page.locator("#mail").fill("ada@example.com");
    await page.locator("#login").click();
    await expect(page).toHaveTitle("in");
  });
});
`);

test("learns, heals and says so", async () => {
  const project = new Project({
    "playwright.config.ts": config('projects: [{ name: "desktop" }]'),
    "tests/shop.spec.ts": SPEC,
    "page.html": V1,
  });
  const learned = await project.run();
  expect(learned.code, learned.output).toBe(0);
  project.write("page.html", V2);
  const healed = await project.run(["--reporter=./node_modules/breadcrumb-playwright/dist/reporter.js,json,line"], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: "results.json",
  });
  expect(healed.code, healed.output).toBe(0);
  expect(healed.output).toContain("passed only because healed");
  const results = readFileSync(join(project.folder, "results.json"), "utf8");
  const [attached, other] = attachmentsOf(results);
  expect(attached).toMatch(/healed `#mail` -> `getByRole\(/);
  expect(other).toContain("#login");
  expect(healed.output).toMatch(/at shop\.spec\.ts:1[12]/);
  const id = "shop.spec.ts › shop › logs in";
  const attempts = project.attempts();
  expect(attempts.map(({ test_id, healed, status }) => [test_id, healed, status])).toEqual([
    [id, 0, "passed"],
    [id, 1, "passed"],
  ]);
  expect(attempts[0]?.variant).toMatch(/^desktop/);
  const sites = project.query<{ source_file: string; source_line: number }>(
    "SELECT source_file, source_line FROM healing_events",
  );
  expect(sites.map(({ source_line }) => source_line).sort()).toEqual([12, 13]);
});

test("an option of a test and the environment count, and a wrong one is said", async () => {
  const project = new Project({
    "playwright.config.ts": config("timeout: 5_000"),
    "tests/shop.spec.ts": SPEC,
    "page.html": V1,
  });
  await project.run();
  project.write("page.html", V2);
  const suggested = await project.run([], { BREADCRUMB_MODE: "suggest" });
  expect(suggested.code, suggested.output).toBe(1);
  expect(suggested.output).toContain("suggest mode");
  const off = SPEC.replace("test.describe(", 'test.use({ breadcrumb: { mode: "off" } });\ntest.describe(');
  project.write("tests/shop.spec.ts", off);
  const plain = await project.run();
  expect(plain.code, plain.output).toBe(1);
  expect(plain.output).not.toContain("suggest mode");
  project.write("tests/shop.spec.ts", SPEC.replace("test.describe(", 'test.use({ breadcrumb: { mode: "never" } });\ntest.describe('));
  const wrong = await project.run();
  expect(wrong.code, wrong.output).toBe(1);
  expect(wrong.output).toContain("never");
});

test("pages say which version of the application they are, in a meta tag or a header", async () => {
  const headed = SPEC.replace('contentType: "text/html"', 'contentType: "text/html", headers: { "X-Build": "9.1-build" }');
  const project = new Project({
    "playwright.config.ts": config(),
    "tests/shop.spec.ts": headed,
    "page.html": V1.replace("<h1>", '<meta name="release" content="7.3-release"><h1>'),
  });
  const revisions = () => {
    const rows = project.query<{ revision_id: string }>(
      "SELECT revision_id FROM test_runs JOIN revisions ON revisions.id = revision_ref ORDER BY test_runs.id",
    );
    return rows.map(({ revision_id }) => revision_id);
  };
  const byMeta = await project.run([], { BREADCRUMB_APP_VERSION_META: "release" });
  expect(byMeta.code, byMeta.output).toBe(0);
  expect(revisions()).toEqual([expect.stringContaining("7.3-release")]);
  const byHeader = await project.run([], { BREADCRUMB_APP_VERSION_HEADER: "x-build" });
  expect(byHeader.code, byHeader.output).toBe(0);
  expect(revisions()[1]).toContain("9.1-build");
});

/** Returns the texts that the first test of a report has attached. */
function attachmentsOf(json: string): string[] {
  interface Suite {
    suites?: Suite[];
    specs: { tests: { results: { attachments: { body?: string }[] }[] }[] }[];
  }
  const specs = (suite: Suite): Suite["specs"] => [...suite.specs, ...(suite.suites ?? []).flatMap(specs)];
  const [first] = (JSON.parse(json) as { suites: Suite[] }).suites.flatMap(specs);
  const attachments = first?.tests[0]?.results[0]?.attachments ?? [];
  return attachments.map(({ body }) => Buffer.from(body ?? "", "base64").toString());
}
