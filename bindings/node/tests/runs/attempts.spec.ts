/** Every attempt is recorded once, as Playwright's own report has it, however the suite is run. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "@playwright/test";

import { Project, config } from "./project.js";

const REPORTERS = 'reporter: [["json", { outputFile: "report.json" }]]';
const SPEC = (name: string) => `import { test, expect } from "@playwright/test";
test.describe("${name}", () => {
  test("passes", () => {});
  test("passes at the third attempt", ({}, info) => expect(info.retry).toBe(2));
  test("fails", () => expect(1).toBe(2));
  test("should fail", () => { test.fail(); expect(1).toBe(2); });
  test.skip("is skipped", () => {});
});
test.describe.serial("${name} in order", () => {
  test("first", ({}, info) => expect(info.retry).toBe(1));
  test("second", () => {});
});
`;
const TWO = 'projects: [{ name: "desktop" }, { name: "mobile" }]';
const TABLE = [
  { name: "one worker", args: ["--workers=1"] },
  { name: "four workers, all in parallel", args: ["--workers=4", "--fully-parallel"] },
  { name: "retries and two projects", args: ["--retries=2", "--workers=4"], rest: TWO },
  { name: "each test three times", args: ["--repeat-each=3", "--workers=2"] },
];

for (const row of TABLE) {
  test(`attempts: ${row.name}`, async () => {
    const project = suite(row.rest);
    const { output } = await project.run(row.args);
    compare(project, [reported(project)], output);
  });
}

test("attempts: what failed last, again", async () => {
  const project = suite();
  await project.run(["--retries=1"]);
  const first = reported(project);
  const { output } = await project.run(["--last-failed"]);
  compare(project, [first, reported(project)], output);
});

test("attempts: two shards whose databases are merged", async () => {
  const project = suite(TWO);
  const reports: string[][] = [];
  for (const shard of [1, 2]) {
    const env = { BREADCRUMB_DB: `shard${shard}.db` };
    await project.run([`--shard=${shard}/2`], env);
    reports.push(reported(project));
  }
  const merged = await project.command("merge", "--output=all.db", "shard1.db", "shard2.db");
  expect(merged.code, merged.output).toBe(0);
  compare(project, reports, merged.output, "all.db");
  const shards = new Set(project.attempts("all.db").map(({ shard }) => shard));
  expect([...shards].sort()).toEqual(["1/2", "2/2"]);
});

test("attempts: a worker that is killed in the middle of a test", async () => {
  const project = new Project({
    "playwright.config.ts": config(REPORTERS),
    "tests/a.spec.ts": `import { test } from "@playwright/test";
test("before", () => {});
test("is killed", async ({}, info) => {
  if (info.retry === 0) process.kill(process.pid, "SIGKILL");
  await new Promise(() => {});
});
test("after", () => {});
`,
  });
  const { code, output } = await project.run(["--workers=1"]);
  expect(code, output).toBe(1);
  compare(project, [reported(project)], output);
  const known = project.attempts().map(({ test_id, status }) => [test_id.split(" › ")[1], status]);
  expect(known.sort()).toEqual([
    ["after", "passed"],
    ["before", "passed"],
    ["is killed", "failed"],
  ]);
});

test("attempts: a merged report records nothing a second time", async () => {
  const project = suite("", 'reporter: [["blob"], ["json", { outputFile: "report.json" }]]');
  await project.run();
  const before = project.attempts().length;
  const merged = await project.playwright("merge-reports", "--config=playwright.config.ts", "blob-report");
  expect(merged.output).not.toContain("Error:");
  expect(project.attempts()).toHaveLength(before);
});

function suite(rest = "", reporters = REPORTERS): Project {
  return new Project({
    "playwright.config.ts": config(`${reporters}, ${rest}`),
    "tests/a.spec.ts": SPEC("a"),
    "tests/b.spec.ts": SPEC("b"),
  });
}

/** The database has the attempts that the reports have, each once. */
function compare(project: Project, reports: string[][], output: string, database?: string): void {
  const attempts = project.attempts(database);
  const recorded = attempts.map(({ test_id, variant, outcome }) => line(test_id, variant ?? "", outcome));
  expect(recorded.sort(), output).toEqual(reports.flat().sort());
  expect(recorded.length).toBeGreaterThan(0);
}

interface Reported {
  title: string;
  suites?: Reported[];
  specs?: { title: string; tests: { projectName: string; results: { status: string }[] }[] }[];
}

/** Returns the attempts of Playwright's own report. */
function reported(project: Project): string[] {
  const report = JSON.parse(readFileSync(join(project.folder, "report.json"), "utf8")) as {
    suites: Reported[];
  };
  const lines = (suite: Reported, path: string[]): string[] => {
    const here = [...path, suite.title];
    const own = (suite.specs ?? []).flatMap(({ title, tests }) =>
      tests.flatMap(({ projectName, results }) =>
        results.map(({ status }) => line([...here, title].join(" › "), projectName, status)),
      ),
    );
    return [...own, ...(suite.suites ?? []).flatMap((inner) => lines(inner, here))];
  };
  return report.suites.flatMap((suite) => lines(suite, []));
}

function line(id: string, project: string, status: string): string {
  return `${project} ${id} ${status}`;
}
