/** The reporter: records every attempt of every worker, and keeps failures of quarantined tests from failing the run. */
import { relative } from "node:path";

import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
  TestStep,
} from "@playwright/test/reporter";

import { constants, native } from "./native.js";
import type { Failing, Recorder, Run } from "./native-types.js";
import type { RunOptions } from "./options.js";
import { optionsAt, settingsOf } from "./options.js";
import { folderOf } from "./running.js";
import type { Told } from "./told.js";
import { TOLD, tell } from "./told.js";

/** What a run returns to the system, by its status. */
const EXIT_CODES: Record<FullResult["status"], number> = {
  passed: 0,
  failed: 1,
  timedout: 1,
  interrupted: 130,
};
const ANNOTATIONS = [
  constants.healAnnotation,
  constants.driftAnnotation,
  constants.refusalAnnotation,
];
/** What separates the titles of a test's id. */
const SEPARATOR = " › ";
/** The shards of a merged report have recorded their attempts themselves. */
const IS_MERGE = process.argv.includes("merge-reports");

class BreadcrumbReporter implements Reporter {
  #run: Run | undefined;
  #recorder: Recorder | undefined;
  #config: FullConfig | undefined;
  #suite: Suite | undefined;
  #hasOtherErrors = false;
  readonly #attempts = new Map<string, number>();
  /** Why the attempts of a test have failed, by the test's id in this run. */
  readonly #failures = new Map<string, string[]>();

  constructor(private readonly options: RunOptions = {}) {}

  onBegin(config: FullConfig, suite: Suite): void {
    if (IS_MERGE) return;
    this.#config = config;
    this.#suite = suite;
    const options = optionsOf(this.options);
    this.#safely(() => {
      const settings = settingsOf(folderOf(config), optionsAt("withBreadcrumb()", options, true));
      const runtime = `node${process.versions.node.split(".")[0]}`;
      const run = new native.Run(config.rootDir, settings, config.version, runtime);
      this.#run = run;
      this.#recorder = new native.Recorder(settings);
      this.#recorder.waitUntilOpen();
      run.recordStart(this.#recorder);
      const shownAt = { appHeader: run.appHeader ?? undefined, appMeta: run.appMeta ?? undefined };
      tell({ runUid: run.runUid, revision: run.revision ?? undefined, options, shownAt });
    });
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const { status } = result;
    const told = toldOf(result);
    this.#safely((run, recorder) => {
      const [, project = "", ...titles] = test.titlePath();
      const testId = titles.join(SEPARATOR);
      const key = `${project}${SEPARATOR}${testId}`;
      const number = (this.#attempts.get(key) ?? 0) + 1;
      this.#attempts.set(key, number);
      const [error] = result.errors;
      const { shard, rootDir } = this.#config!;
      const failed = run.record(recorder, {
        testId,
        project,
        tags: test.tags,
        file: relative(rootDir, test.location.file),
        line: test.location.line,
        status,
        expected: test.expectedStatus,
        number,
        startedAt: result.startTime.getTime(),
        duration: result.duration,
        message: error?.message ?? error?.value,
        stack: error?.stack,
        steps: error === undefined ? [] : titlesOf(result.steps),
        worker: result.workerIndex < 0 ? undefined : String(result.workerIndex),
        shard: shard === null ? undefined : `${shard.current}/${shard.total}`,
        ...told,
      });
      if (failed !== null) this.#failures.set(test.id, [...(this.#failures.get(test.id) ?? []), failed]);
      for (const { type, description } of result.annotations) {
        if (!ANNOTATIONS.includes(type)) continue;
        run.note(testId, type, description ?? "", status === "passed");
      }
    });
  }

  onError(_error: TestError): void {
    this.#hasOtherErrors = true;
  }

  async onEnd(result: FullResult): Promise<{ status?: FullResult["status"] } | undefined> {
    let { status } = result;
    this.#safely((run, recorder) => {
      recorder.settle();
      const tests = this.#failing();
      const hasOtherErrors = this.#hasOtherErrors;
      if (run.judge({ status, hasOtherErrors, tests }).passes) status = "passed";
      run.recordEnd(recorder, EXIT_CODES[status]);
      recorder.flush();
      run.updateQuarantine();
      show("breadcrumb", [...run.locatorLines, ...this.#reportLines(run)]);
      show("breadcrumb quarantine", run.quarantineLines);
      const notice = recorder.takeNotice();
      if (notice) show("breadcrumb", [notice]);
      recorder.close();
    });
    return status === result.status ? undefined : { status };
  }

  printsToStdio(): boolean {
    return false;
  }

  #reportLines(run: Run): string[] {
    return this.options.report ? run.reportLines(process.cwd()) : [];
  }

  /** Returns the tests that do not let the run pass. */
  #failing(): Failing[] {
    const failsOnFlaky = (this.#config as { failOnFlakyTests?: boolean }).failOnFlakyTests ?? false;
    const failing = (this.#suite?.allTests() ?? []).filter((test) => {
      const outcome = test.outcome();
      const wasNotRun = test.results.length === 0 && test.expectedStatus !== "skipped";
      return outcome === "unexpected" || (failsOnFlaky && outcome === "flaky") || wasNotRun;
    });
    return failing.map((test) => ({
      testId: test.titlePath().slice(2).join(SEPARATOR),
      failures: this.#failures.get(test.id) ?? [],
    }));
  }

  /** Does something that must never fail a run. */
  #safely(record: (run: Run, recorder: Recorder) => void): void {
    const isFirst = this.#run === undefined;
    if (isFirst && this.#config === undefined) return;
    try {
      record(this.#run!, this.#recorder!);
    } catch (error) {
      if (isFirst || this.#recorder !== undefined) {
        console.warn(`breadcrumb: this run is not recorded: ${String((error as Error).message)}`);
      }
      this.#config = undefined;
      this.#run = undefined;
    }
  }
}

/** Returns what the user has given, without what Playwright adds for its reporters. */
function optionsOf({ configDir: _, ...given }: RunOptions & { configDir?: string }): RunOptions {
  const ours = Object.entries(given).filter(([name]) => !name.startsWith("_"));
  return Object.fromEntries(ours);
}

function titlesOf(steps: TestStep[]): string[] {
  return steps.flatMap(({ title, steps: inner }) => [title, ...titlesOf(inner)]);
}

function toldOf(result: TestResult): Told {
  const told = result.annotations.find(({ type }) => type === TOLD);
  if (told?.description === undefined) return { healed: false };
  return JSON.parse(told.description) as Told;
}

function show(title: string, lines: string[]): void {
  if (lines.length === 0) return;
  console.log(`\n${title}`);
  for (const line of lines) console.log(`  ${line}`);
}

export = BreadcrumbReporter;
