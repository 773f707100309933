/**
 * What Breadcrumb costs a healthy suite: 200 tests with and without it, by turns, medians of five.
 *
 *     node bench/overhead.cjs [TURNS]
 */
const { spawnSync } = require("node:child_process");
const { existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { delimiter, join } = require("node:path");

const PACKAGE = join(__dirname, "..");
const PLAYWRIGHT = join(PACKAGE, "node_modules/@playwright/test");
const FILES = 10;
const TESTS_PER_FILE = 20;
const TURNS = Number(process.argv[2] ?? 5);
/** More than this share of the time is too much. */
const LIMIT = 0.02;
const PAGE = `<!doctype html><title>Shop</title><h1>Orders</h1><nav><a href="/">Home</a></nav>
<form onsubmit="return false"><label>Mail <input id="mail"></label><label>City <input id="city"></label>
<button id="save" onclick="document.querySelector('h1').textContent = 'Saved'">Save</button></form>
${Array.from({ length: 60 }, (_, n) => `<div class="row" id="row-${n}"><span>Order ${n}</span><button>Open ${n}</button></div>`).join("\n")}`;

function suite() {
  const folder = mkdtempSync(join(tmpdir(), "breadcrumb-bench-"));
  mkdirSync(join(folder, "node_modules/@playwright"), { recursive: true });
  mkdirSync(join(folder, "tests"));
  symlinkSync(PLAYWRIGHT, join(folder, "node_modules/@playwright/test"));
  symlinkSync(PACKAGE, join(folder, "node_modules/breadcrumb-playwright"));
  const launchOptions = { args: process.getuid?.() === 0 ? ["--no-sandbox"] : [], executablePath: chromium() };
  const config = `defineConfig({ testDir: "tests", workers: 1, use: ${JSON.stringify({ launchOptions })}, reporter: [["dot"]] })`;
  writeFileSync(join(folder, "plain.config.ts"), `import { defineConfig } from "@playwright/test";\nexport default ${config};\n`);
  writeFileSync(
    join(folder, "ours.config.ts"),
    `import { defineConfig } from "@playwright/test";\nimport { withBreadcrumb } from "breadcrumb-playwright";\nexport default withBreadcrumb(${config});\n`,
  );
  for (let file = 0; file < FILES; file += 1) writeFileSync(join(folder, `tests/shop${file}.spec.ts`), spec());
  return folder;
}

function spec() {
  const tests = Array.from(
    { length: TESTS_PER_FILE },
    (_, n) => `test("order ${n}", async ({ page }) => {
  await page.locator("#mail").fill("ada@example.com");
  await page.getByLabel("City").fill("Lund");
  await page.locator("#row-${n}").getByRole("button").click();
  await expect(page.locator("#row-${n} span")).toHaveText("Order ${n}");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading")).toHaveText("Saved");
});`,
  );
  return `import { test, expect } from "@playwright/test";
test.beforeEach(async ({ page }) => {
  await page.route("**/*", (route) => route.fulfill({ body: ${JSON.stringify(PAGE)}, contentType: "text/html" }));
  await page.goto("http://shop.test/");
});
${tests.join("\n")}
`;
}

function chromium() {
  const own = require(PLAYWRIGHT).chromium.executablePath();
  const folders = (process.env.PATH ?? "").split(delimiter);
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
  return process.env.BREADCRUMB_CHROMIUM ?? (existsSync(own) ? own : found);
}

function seconds(folder, config) {
  const started = process.hrtime.bigint();
  const args = [join(PLAYWRIGHT, "cli.js"), "test", `--config=${config}.config.ts`];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(stdout);
  return Number(process.hrtime.bigint() - started) / 1e9;
}

function median(times) {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}

const folder = suite();
console.log(`learned: ${seconds(folder, "ours").toFixed(1)} s`);
const times = { plain: [], ours: [] };
for (let turn = 0; turn < TURNS; turn += 1) {
  for (const config of turn % 2 === 0 ? ["plain", "ours"] : ["ours", "plain"]) times[config].push(seconds(folder, config));
  console.log(`turn ${turn + 1}: plain ${times.plain.at(-1).toFixed(1)} s, with Breadcrumb ${times.ours.at(-1).toFixed(1)} s`);
}
const share = median(times.ours) / median(times.plain) - 1;
console.log(`medians of ${TURNS}: plain ${median(times.plain).toFixed(2)} s, with Breadcrumb ${median(times.ours).toFixed(2)} s: ${(share * 100).toFixed(1)} %`);
process.exitCode = share > LIMIT ? 1 : 0;
