/** What a run returns to the system: as plain Playwright, but for failures of quarantined tests. */
import { expect, test } from "@playwright/test";

import { Project, config } from "./project.js";

const SPEC = `import { test, expect } from "@playwright/test";
test("stable", () => {});
test("flaky", ({}, info) => {
  const reason = process.env.REASON ?? "the server did not answer";
  if (process.env.FAILS) throw new Error(reason);
});
test("other", () => expect(process.env.BREAKS).toBeUndefined());
test("slow", async () => { if (process.env.HANGS) await new Promise(() => {}); });
`;
const REASON = "the server did not answer";

/** Each way to end, with the exit code of plain Playwright and of ours with `flaky` in quarantine. */
const TABLE: {
  name: string;
  env?: Record<string, string>;
  args?: string[];
  rest?: string;
  files?: Record<string, string>;
  plain: number;
  ours: number;
}[] = [
  { name: "all tests pass", plain: 0, ours: 0 },
  { name: "only a quarantined test fails", env: { FAILS: "1" }, plain: 1, ours: 0 },
  { name: "it fails in each retry", env: { FAILS: "1" }, args: ["--retries=2"], plain: 1, ours: 0 },
  {
    name: "it fails for a new reason",
    env: { FAILS: "1", REASON: "the button has gone" },
    plain: 1,
    ours: 1,
  },
  { name: "another test fails", env: { BREAKS: "1" }, plain: 1, ours: 1 },
  { name: "both fail", env: { FAILS: "1", BREAKS: "1" }, plain: 1, ours: 1 },
  {
    name: "a spec cannot be read",
    env: { FAILS: "1" },
    files: { "tests/broken.spec.ts": 'import { test } from "@playwright/test";\ntest("x", (' },
    plain: 1,
    ours: 1,
  },
  {
    name: "the global setup fails",
    env: { FAILS: "1" },
    rest: 'globalSetup: "./setup.ts"',
    files: { "setup.ts": 'export default () => { throw new Error("no server"); };' },
    plain: 1,
    ours: 1,
  },
  {
    name: "a hook for all tests fails",
    env: { FAILS: "1" },
    files: {
      "tests/hook.spec.ts":
        'import { test } from "@playwright/test";\ntest.beforeAll(() => { throw new Error("no data"); });\ntest("in it", () => {});',
    },
    plain: 1,
    ours: 1,
  },
  { name: "there are no tests", args: ["-g", "nothing"], plain: 1, ours: 1 },
  {
    name: "the time of the run is up",
    env: { FAILS: "1", HANGS: "1" },
    rest: "globalTimeout: 4_000",
    plain: 1,
    ours: 1,
  },
  {
    name: "too many have failed to go on",
    env: { FAILS: "1" },
    args: ["--max-failures=1", "--workers=1"],
    plain: 1,
    ours: 1,
  },
  { name: "--pass-with-no-tests", args: ["-g", "nothing", "--pass-with-no-tests"], plain: 0, ours: 0 },
];

for (const row of TABLE) {
  test(`exit code: ${row.name}`, async () => {
    const files = { "tests/a.spec.ts": SPEC, ...row.files };
    const plain = new Project({ "playwright.config.ts": config(row.rest, { heals: false }), ...files });
    const ended = await plain.run(row.args, row.env);
    expect(ended.code, ended.output).toBe(row.plain);

    const project = new Project({ "playwright.config.ts": config(), "tests/a.spec.ts": SPEC });
    await quarantined(project);
    project.write("playwright.config.ts", config(row.rest));
    for (const [name, text] of Object.entries(files)) project.write(name, text);
    const ours = await project.run(row.args, row.env);
    expect(ours.code, ours.output).toBe(row.ours);
    if (row.plain !== row.ours) {
      expect(ours.output).toContain("quarantined, does not fail the run: a.spec.ts › flaky");
    }
  });
}

test("an interrupted run is red, whatever has failed in it", async () => {
  const project = new Project({ "playwright.config.ts": config(), "tests/a.spec.ts": SPEC });
  await quarantined(project);
  const { child, ended, output } = project.start(["--workers=1"], { FAILS: "1", HANGS: "1" });
  await expect.poll(() => output(), { timeout: 120_000 }).toContain(REASON);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  child.kill("SIGINT");
  const { code, output: said } = await ended;
  expect(code, said).toBe(130);
});

/** Puts `flaky` into quarantine, for the reason that it fails for. */
async function quarantined(project: Project): Promise<void> {
  const seen = await project.run(["-g", "flaky"], { FAILS: "1" });
  expect(seen.code, seen.output).toBe(1);
  const put = await project.command("quarantine", "add", "a.spec.ts › flaky", "--reason", "slow network");
  expect(put.code, put.output).toBe(0);
}
