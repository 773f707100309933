/** From a heal to a changed source: learn, heal, review, fix, and nothing is left to heal. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "@playwright/test";

import { Project, config, spec } from "./project.js";

const V1 = `<!doctype html><title>Shop</title><h1>Log in</h1><form onsubmit="return false">
<label>Mail <input id="mail" name="mail"></label>
<label>City <input id="town" name="town"></label>
<button id="login" class="btn primary" onclick="document.title = 'in'">Log in</button>
<button id="leave" class="btn">Leave</button>
<a id="help" href="#help">Help</a></form>`;
const V2 = V1.replace('id="login"', 'id="sign-in"')
  .replace('id="mail"', 'id="e-mail"')
  .replace('id="town"', 'id="city"')
  .replace(">Leave<", ">Exit the shop<");
const PAGE_OBJECT = `import type { Locator, Page } from "@playwright/test";

export class LoginPage {
  readonly mail: Locator;

  constructor(private readonly page: Page) {
    this.mail = page.locator("#mail");
  }

  async logIn(mail: string): Promise<void> {
    await this.mail.fill(mail);
    await this.page.locator("#login").click();
  }
}
`;
const SPEC = `import { LoginPage } from "./login.js";
${spec(`
const TOWN = "town";
test("logs in", async ({ page }) => {
  await new LoginPage(page).logIn("ada@example.com");
  await page.locator(\`#\${TOWN}\`).fill("Lund");
  await page.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveTitle("in");
});
`)}`;

test("learn, heal, review, fix, run again", async () => {
  const project = new Project({
    "playwright.config.ts": config(),
    "tests/a.spec.ts": SPEC,
    "tests/login.ts": PAGE_OBJECT,
    "page.html": V1,
  });
  const learned = await project.run();
  expect(learned.code, learned.output).toBe(0);
  project.write("page.html", V2);
  const healed = await project.run();
  expect(healed.code, healed.output).toBe(0);
  expect(healed.output).toContain('healed `getByRole("button", { name: "Leave" })` -> `getBy');
  const approved = await project.command("review", "--approve", "all");
  expect(approved.code, approved.output).toBe(0);
  const shown = await project.command("fix");
  // A locator that is put together from parts is refused, and why.
  expect(shown.output).toContain("TOWN");
  await project.command("fix", "--apply");
  const page = readFileSync(join(project.folder, "tests/login.ts"), "utf8");
  const spec = readFileSync(join(project.folder, "tests/a.spec.ts"), "utf8");
  expect(page).not.toContain('"#mail"');
  expect(page).not.toContain('"#login"');
  expect(spec).toContain('page.getByRole("button", { name: "Exit the shop" })');
  project.write("tests/a.spec.ts", spec.replace('"town"', '"city"'));
  const fixed = await project.run();
  expect(fixed.code, fixed.output).toBe(0);
  expect(fixed.output).not.toContain("passed only because healed");
});
