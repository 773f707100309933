/** Suites of their own, run by Playwright Test in a process of its own. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { launchOptions } from "../browser.js";

const PACKAGE = join(__dirname, "../..");
const PLAYWRIGHT = join(PACKAGE, "node_modules/@playwright/test");

/** How a run has ended. */
export interface Ended {
  code: number | null;
  output: string;
}

/** An attempt as the database has it. */
export interface Attempt {
  test_id: string;
  status: string;
  outcome: string;
  variant: string | null;
  attempt_no: number;
  worker: string | null;
  shard: string | null;
  healed: number;
}

/** A folder with a suite. */
export class Project {
  readonly folder = mkdtempSync(join(tmpdir(), "breadcrumb-node-"));

  /** Without `isLinked` it has no packages yet. */
  constructor(files: Record<string, string>, { isLinked = true } = {}) {
    if (isLinked) {
      mkdirSync(join(this.folder, "node_modules/@playwright"), { recursive: true });
      symlinkSync(PLAYWRIGHT, join(this.folder, "node_modules/@playwright/test"));
      symlinkSync(PACKAGE, join(this.folder, "node_modules/breadcrumb-playwright"));
    }
    for (const [name, text] of Object.entries(files)) this.write(name, text);
  }

  write(name: string, text: string): void {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  /** Runs the suite. */
  run(args: string[] = [], env: Record<string, string> = {}): Promise<Ended> {
    return this.start(args, env).ended;
  }

  /** Starts the suite, to be interrupted. */
  start(args: string[] = [], env: Record<string, string> = {}) {
    return this.#ended([join(this.folder, "node_modules/@playwright/test/cli.js"), "test", ...args], env);
  }

  /** Runs another command of Playwright. */
  playwright(...args: string[]): Promise<Ended> {
    return this.#ended([join(PLAYWRIGHT, "cli.js"), ...args], {}).ended;
  }

  /** Runs the `breadcrumb` command. */
  command(...args: string[]): Promise<Ended> {
    return this.#ended([join(PACKAGE, "dist/cli.js"), ...args], {}).ended;
  }

  /** Returns all attempts, in the order in which they were recorded. */
  attempts(database = ".breadcrumb.db"): Attempt[] {
    return this.query<Attempt>(
      `SELECT test_id, status, outcome, variant, attempt_no, worker, shard, healing_occurred AS healed FROM test_runs ORDER BY id`,
      database,
    );
  }

  query<Row>(sql: string, database = ".breadcrumb.db"): Row[] {
    const opened = new DatabaseSync(join(this.folder, database), { readOnly: true });
    try {
      return opened.prepare(sql).all() as Row[];
    } finally {
      opened.close();
    }
  }

  #ended(args: string[], env: Record<string, string>) {
    const inherited = Object.entries(process.env).filter(([name]) => !OWN.test(name));
    const child = spawn(process.execPath, args, {
      cwd: this.folder,
      env: { ...Object.fromEntries(inherited), FORCE_COLOR: "0", ...env },
    });
    let output = "";
    child.stdout.on("data", (text) => (output += String(text)));
    child.stderr.on("data", (text) => (output += String(text)));
    const ended = new Promise<Ended>((resolve) => {
      child.on("close", (code) => resolve({ code, output }));
    });
    return { child, ended, output: () => output };
  }
}
/** What the outer run has set for itself, or a CI service for ours. */
const OWN = /^(?:_?BREADCRUMB_(?!CHROMIUM)|PW_|PLAYWRIGHT_|TEST_|CI$|GITHUB_|GITLAB_)/;

/** Returns a configuration that heals, or a plain one. */
export function config(rest = "", { heals = true, options = "" } = {}): string {
  const use = JSON.stringify({ launchOptions: launchOptions() });
  const own = `defineConfig({ testDir: "tests", ...{ reporter: "line" }, use: ${use}, ${rest} })`;
  const exported = heals ? `withBreadcrumb(${own}${options === "" ? "" : `, ${options}`})` : own;
  return `import { defineConfig } from "@playwright/test";
${heals ? 'import { withBreadcrumb } from "breadcrumb-playwright";' : ""}
export default ${exported};
`;
}

/** Returns a spec whose page is what `html` names. */
export function spec(body: string): string {
  return `import { test, expect } from "@playwright/test";
import { readFileSync } from "node:fs";

test.beforeEach(async ({ page }) => {
  await page.route("**/*", (route) =>
    route.fulfill({ body: readFileSync("page.html", "utf8"), contentType: "text/html" }));
  await page.goto("http://shop.test/");
});
${body}
`;
}
