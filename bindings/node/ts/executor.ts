/** Does what the engine says around a call of the test, and tells it what came of that. */
import type { FrameInside, Params } from "./inside.js";
import { hasTimedOut, logOf } from "./inside.js";
import { native } from "./native.js";
import type { Act, Answer, Ask, Call, Over, Start, Step, Wanted } from "./native-types.js";
import { withLimit } from "./page-side.js";
import type { Scope } from "./scope.js";

/** How the call of the test is made. */
export interface Making {
  selector: string;
  /** In milliseconds; 0 is forever. */
  timeout: number;
  signal?: AbortSignal | undefined;
  /** What the step is called where a trace is recorded. */
  title?: string | undefined;
}
type Make = (making: Making) => Promise<any>;

interface End {
  result?: any;
  error?: unknown;
  /** Whether it was ended before the test would have it. */
  isEarly?: boolean;
}

/** Carries out a call of the test that needs an element. */
export async function perform(
  scope: Scope,
  frame: FrameInside,
  wanted: Wanted,
  selector: string,
  make: Make,
): Promise<any> {
  const call = scope.safely((test) => test.call(wanted));
  const { timeout } = wanted;
  if (!call) return make({ selector, timeout });
  const started = performance.now();
  const performing = new Performance(scope, frame, make, timeout);
  let over: Over | undefined;
  try {
    over = await performing.carryOut(call);
  } finally {
    scope.tellEvents();
  }
  const { ends } = performing;
  const last = ends[over?.act ?? ends.length - 1];
  if (last === undefined || (over === undefined && last.isEarly)) {
    // Breadcrumb is off, or broken; the test is not.
    const used = ends.length > 0 && timeout > 0 ? performance.now() - started : 0;
    const left = Math.max(timeout - used, Math.min(timeout, 1));
    try {
      return await make({ selector, timeout: left });
    } catch (error) {
      nameTimeout(error, timeout);
      throw error;
    }
  }
  if (last.error === undefined) return last.result;
  if (over !== undefined) {
    nameTimeout(last.error, over.wholeTimeout);
    addNotes(last.error, over.notes);
  }
  throw last.error;
}

/** What the engine's steps are done with. */
class Performance {
  readonly ends: End[] = [];

  constructor(
    private readonly scope: Scope,
    private readonly frame: FrameInside,
    private readonly make?: Make,
    private readonly timeout = 0,
  ) {}

  /** Takes step by step; undefined where the engine cannot go on. */
  async carryOut(call: Call): Promise<Over | undefined> {
    let step: Step | undefined = this.scope.safely(() => call.start(performance.now()));
    while (step !== undefined && step.kind !== "over") {
      const answer = await this.#done(step, call);
      step = this.scope.safely(() => call.answer(answer, performance.now()));
    }
    return step;
  }

  async #done(step: Act | Ask | Start, call: Call): Promise<Answer> {
    if (step.kind === "act") return this.#act(step, call);
    try {
      if (step.kind === "ask") return await this.scope.pageSide.answer(this.frame, step);
      const beside = this.#begin(call.takeOther());
      await (step.wait ? beside : sent());
      return { kind: "done" };
    } catch (error) {
      // The engine ends the call as it would end without Breadcrumb.
      const message = String(error);
      this.scope.safely((test) => test.giveUp(message));
      return { kind: "error", message, timedOut: false };
    }
  }

  async #act(act: Act, call: Call): Promise<Answer> {
    const other = call.takeOther();
    const beside = other === null ? undefined : this.#begin(other);
    const stopping = new Stopping(this.scope, this.frame, act);
    if (act.beside !== undefined && beside !== undefined) {
      if (act.beside.isSentFirst) await sent();
      else if (act.beside.longest !== undefined) await withLimit(beside, act.beside.longest);
    }
    const end = await this.#made(act, stopping);
    if (end === undefined) return { kind: "silent" };
    const hasFailed = end.error !== undefined;
    const isShorter = act.timeout > 0 && (this.timeout === 0 || act.timeout < this.timeout);
    this.ends.push({ ...end, isEarly: hasFailed && (stopping.isStopped || isShorter) });
    if (hasFailed) {
      other?.giveUp();
      if (stopping.isStopped) return { kind: "stopped", log: logOf(end.error) };
      const message = String((end.error as Error).message ?? end.error);
      return { kind: "failed", message, timedOut: hasTimedOut(end.error) };
    }
    if (act.beside?.wait) await beside;
    return { kind: "acted", ...shapeOf(end.result), url: this.scope.urlOf(this.frame) };
  }

  /** Makes the call of the test; undefined where it has not ended within its limit. */
  async #made(act: Act, stopping: Stopping): Promise<End | undefined> {
    if (this.make === undefined) return {};
    const { selector, timeout, title } = act;
    const making = this.make({ selector, timeout, title, signal: stopping.signal });
    const made = making.then(
      (result): End => ({ result }),
      (error: unknown): End => ({ error: error ?? new Error("unknown") }),
    );
    stopping.watch(made);
    return act.limit === undefined ? made : withLimit(made, act.limit);
  }

  /** Starts a call of ours beside the test; the end of the test waits for it. */
  #begin(call: Call | null): Promise<void> {
    if (call === null) return Promise.resolve();
    const done = new Performance(this.scope, this.frame)
      .carryOut(call)
      .catch(() => undefined)
      .then(() => {
        call.giveUp();
        this.scope.onTheirWay.delete(done);
        this.scope.tellEvents();
      });
    this.scope.onTheirWay.add(done);
    return done;
  }
}

/** Stops a call of the test that waits for an element which is not there. */
class Stopping {
  isStopped = false;
  readonly #abort: AbortController | undefined;

  constructor(
    private readonly scope: Scope,
    private readonly frame: FrameInside,
    private readonly act: Act,
  ) {
    this.#abort = act.stopAfter === undefined ? undefined : new AbortController();
  }

  get signal(): AbortSignal | undefined {
    return this.#abort?.signal;
  }

  watch(made: Promise<End>): void {
    if (this.#abort === undefined) return;
    let isOver = false;
    const timer = setTimeout(() => {
      this.scope.pageSide.count(this.frame, this.act.selector).then(
        (count) => {
          if (count !== 0 || isOver) return;
          this.isStopped = true;
          this.#abort?.abort(new Error("breadcrumb: the element is not there"));
        },
        () => {},
      );
    }, this.act.stopAfter);
    void made.then(() => {
      isOver = true;
      clearTimeout(timer);
    });
  }
}

/** Lets a message that another call sends go out: that takes it a few turns at most. */
async function sent(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await null;
}

/** Says what a call has returned, as the engine wants it. */
function shapeOf(result: any): Pick<Answer, "flag" | "count" | "isNothing"> {
  const { value, element, elements } = (result ?? {}) as Params;
  if (typeof value === "boolean") return { flag: value };
  if (typeof value === "number") return { count: value };
  const list: unknown = elements ?? (value as Params | undefined)?.["a"];
  if (Array.isArray(list)) return { count: list.length };
  return { isNothing: (value ?? element ?? undefined) === undefined };
}

/** Lets an error name the time that the test has given, where it names the rest of it. */
function nameTimeout(error: unknown, whole: number): void {
  if (whole === 0 || !(error instanceof Error)) return;
  error.message = native.withWholeTimeout(error.message, whole);
  const { log } = error as { log?: unknown };
  if (Array.isArray(log)) log.forEach((line, n) => (log[n] = native.withWholeTimeout(line, whole)));
}

/** Adds lines of ours: an assertion shows its log, another call its message. */
function addNotes(error: unknown, notes: string[]): void {
  if (notes.length === 0 || !(error instanceof Error)) return;
  error.message = `${error.message.trimEnd()}\n${notes.join("\n")}\n`;
  const { log } = error as { log?: unknown };
  if (Array.isArray(log)) log.push(...notes);
}
