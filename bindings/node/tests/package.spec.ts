/** The package as it is published: its types, and that it heals in an empty project. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "@playwright/test";

import { Project, config, spec } from "./runs/project.js";

const FOLDER = join(__dirname, "..");
const BIN = join(FOLDER, "node_modules/.bin");
/** An installation asks the registry. */
const PATIENT_MS = 180_000;
const V1 = `<!doctype html><title>Shop</title><h1>Log in</h1>
<button id="login" class="btn primary" onclick="document.title = 'in'">Log in</button>
<a id="help" href="#help">Help</a>`;
const BODY = `test("logs in", async ({ page }) => {
  await page.locator("#login").click();
  await expect(page).toHaveTitle("in");
});`;

test.describe.configure({ timeout: PATIENT_MS });

test("publint and attw find nothing, and the types hold under --strict", () => {
  const tarball = packed();
  const said = [
    run(join(BIN, "publint"), ["--strict", tarball]),
    // Who has Playwright 1.65 has Node 20; what resolves modules as Node 10 did cannot run it.
    run(join(BIN, "attw"), ["--profile", "node16", tarball]),
  ].join("\n");
  expect(said).toContain("All good!");
});

for (const type of ["commonjs", "module"]) {
  test(`the tarball is installed into an empty project and heals there: ${type}`, async () => {
    const project = new Project({ "page.html": V1 }, { isLinked: false });
    project.write("package.json", JSON.stringify({ name: "empty", private: true, type }));
    project.write("playwright.config.ts", config());
    project.write("tests/a.spec.ts", spec(BODY));
    project.write("strict.ts", STRICT);
    const install = ["install", "--no-audit", "--no-fund", "--no-package-lock", "--prefer-offline"];
    run("npm", [...install, packed(), "@playwright/test@1.65.0", "@types/node"], project.folder);
    const flags = ["--noEmit", "--strict", "--module", "node20", "--types", "node", "strict.ts"];
    run(join(BIN, "tsc"), flags, project.folder);
    const learned = await project.run();
    expect(learned.code, learned.output).toBe(0);
    project.write("page.html", V1.replace('id="login"', 'id="sign-in"'));
    const healed = await project.run();
    expect(healed.code, healed.output).toBe(0);
    expect(healed.output).toContain("passed only because healed");
    const said = run("npx", ["breadcrumb", "review"], project.folder);
    expect(said).toContain("#login");
  });
}

const STRICT = `import { defineConfig } from "@playwright/test";
import { crumb, withBreadcrumb } from "breadcrumb-playwright";
import type { BreadcrumbTestOptions } from "breadcrumb-playwright";
import { expect, test } from "breadcrumb-playwright/test";

export default withBreadcrumb(
  defineConfig<BreadcrumbTestOptions>({ use: { breadcrumb: { mode: "suggest", healAfter: 1 } } }),
  { screenshots: true },
);
test.use({ breadcrumb: { redact: ["data-secret*"] } });
// @ts-expect-error: there is no such mode.
test.use({ breadcrumb: { mode: "never" } });
test("x", async ({ page }) => {
  await expect(crumb(page, { testId: "x" }).locator("#a")).toBeVisible();
});
`;

function packed(): string {
  const folder = mkdtempSync(join(tmpdir(), "breadcrumb-pack-"));
  run("npm", ["pack", "--silent", "--pack-destination", folder], FOLDER);
  const [name] = readdirSync(folder);
  return join(folder, name!);
}

function run(command: string, args: string[], cwd = FOLDER): string {
  try {
    return execFileSync(command, args, { cwd, encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${args.join(" ")}\n${stdout}\n${stderr}`);
  }
}
