/**
 * The demo in TypeScript: a shop, its tests, a redesign, and what Breadcrumb makes of it.
 *
 * The suite runs on version 1, where Breadcrumb learns, and then unchanged on version 2. Exit code 0 if what has
 * only changed is healed and what is gone is refused.
 */
const { spawn } = require("node:child_process");
const { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } = require("node:fs");
const { createServer } = require("node:http");
const { delimiter, extname, join, resolve } = require("node:path");

const SHOP = join(__dirname, "..");
const PACKAGE = resolve(SHOP, "../../bindings/node");
const PLAYWRIGHT = join(PACKAGE, "node_modules/@playwright/test");
const OUTPUT = resolve("demo-output/node");
/** A project of its own, as a user has it. */
const SUITE = join(OUTPUT, "suite");
const BROWSERS = ["chromium", "chromium-browser", "google-chrome"];
const TYPES = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript" };
/** How many locators of each test version 2 breaks without removing the element. */
const BROKEN = {
  "search narrows the list": 1,
  "category narrows the list": 1,
  "cart adds up": 4,
  "login greets by name": 2,
  "newsletter thanks": 2,
  "promotion is shown": 1,
  "checkout confirms the choices": 5,
  "order is tracked": 1,
  "no error before login": 0,
};
/** The test whose element version 2 removes. */
const REMOVED = "gift card can be bought";

async function main() {
  rmSync(OUTPUT, { recursive: true, force: true });
  makeSuite();
  let version = "v1";
  const server = createServer((request, response) => {
    const name = new URL(request.url, "http://shop").pathname.replace(/\/$/, "/index.html");
    try {
      const body = readFileSync(join(SHOP, version, name));
      response.writeHead(200, { "content-type": TYPES[extname(name)] ?? "text/plain", "cache-control": "no-store" });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${server.address().port}`;
  console.log("\n1. Version 1 of the shop: the tests pass, and Breadcrumb learns what they touch.\n");
  const learned = await runTests(url, version);
  version = "v2";
  console.log("\n2. Version 2: ids, classes and texts have changed. The same tests, unchanged.\n");
  const redesigned = await runTests(url, version);
  server.close();
  console.log("\n3. What happened\n");
  const problems = [...checkLearned(learned), ...checkRedesigned(redesigned)];
  for (const [title, { status, heals }] of redesigned) {
    const word = title === REMOVED && status !== "passed" ? "refused" : heals.length > 0 ? "healed" : status;
    console.log(`   ${word.padEnd(8)} ${title}`);
    for (const heal of heals) console.log(`            ${heal.split("\n")[0]}`);
  }
  for (const problem of problems) console.log(`not as expected: ${problem}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

function makeSuite() {
  mkdirSync(join(SUITE, "node_modules/@playwright"), { recursive: true });
  symlinkSync(PLAYWRIGHT, join(SUITE, "node_modules/@playwright/test"));
  symlinkSync(PACKAGE, join(SUITE, "node_modules/breadcrumb-playwright"));
  for (const name of ["playwright.config.ts", "shop.spec.ts"]) copyFileSync(join(__dirname, name), join(SUITE, name));
}

/** Returns the Chromium to use: what is named, Playwright's own, one on PATH. */
function chromium() {
  const own = require(PLAYWRIGHT).chromium.executablePath();
  const folders = (process.env.PATH ?? "").split(delimiter);
  const onPath = () => BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
  return process.env.BREADCRUMB_CHROMIUM ?? (existsSync(own) ? own : onPath());
}

/** Runs the suite; returns how each test ended, and its heals. */
async function runTests(url, version) {
  const results = join(OUTPUT, `results-${version}.json`);
  const env = { ...process.env, SHOP_URL: url, SHOP_RESULTS: results, BREADCRUMB_DB: join(OUTPUT, "breadcrumb.db") };
  const browser = chromium();
  if (browser !== undefined) env.BREADCRUMB_CHROMIUM = browser;
  const child = spawn(process.execPath, [join(PLAYWRIGHT, "cli.js"), "test"], { cwd: SUITE, env, stdio: "inherit" });
  await new Promise((ended) => child.on("close", ended));
  const [{ specs }] = JSON.parse(readFileSync(results, "utf8")).suites;
  return new Map(
    specs.map(({ title, tests: [{ annotations, results: [{ status }] }] }) => {
      const heals = annotations.filter(({ type }) => type === "breadcrumb_heal");
      return [title, { status, heals: heals.map(({ description }) => description) }];
    }),
  );
}

function checkLearned(outcomes) {
  const titles = [...Object.keys(BROKEN), REMOVED];
  const failed = titles.filter((title) => outcomes.get(title)?.status !== "passed");
  return failed.map((title) => `${title} did not pass on version 1`);
}

function checkRedesigned(outcomes) {
  const wrong = Object.entries(BROKEN).filter(([title, count]) => {
    const { status, heals = [] } = outcomes.get(title) ?? {};
    return status !== "passed" || heals.length !== count;
  });
  const problems = wrong.map(([title, count]) => `${title} should have passed with ${count} heals`);
  const removed = outcomes.get(REMOVED);
  if (removed?.status === "passed" || removed?.heals.length !== 0) problems.push(`${REMOVED} should have been refused`);
  return problems;
}

void main();
