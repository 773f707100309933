/** One test's use of Breadcrumb: the engine's side of it, its pages, what is said to the user. */
import type { FrameInside, ResponseInside, Send } from "./inside.js";
import { constants, native } from "./native.js";
import type { Event, Recorder, Settings, Test, TestEnd } from "./native-types.js";
import { PageSide, hasEngine, withLimit } from "./page-side.js";
import type { ShownAt } from "./shown-version.js";
import { ShownVersion } from "./shown-version.js";

/** What a scope begins with. */
export interface ScopeStart {
  settings: Settings;
  recorder: () => Recorder;
  testId: string;
  /** A script's test has no end. */
  isScript: boolean;
  testIdAttribute: string;
  revision?: string | undefined;
  shownAt?: ShownAt | undefined;
  /** Is told what the user should hear of. */
  tell: (event: Event) => void;
  /** Is told what the user should know about Breadcrumb itself. */
  warn: (text: string) => void;
}

/** What all pages of one test share. */
export class Scope {
  readonly pageSide: PageSide;
  /** Calls of ours that nobody waits for. */
  readonly onTheirWay = new Set<Promise<void>>();
  /** Which version of the application its pages show. */
  readonly shown: ShownVersion;
  #test: Test | undefined;
  #isOff = false;

  constructor(
    readonly start: ScopeStart,
    readonly send: Send,
  ) {
    this.pageSide = new PageSide(send);
    this.shown = new ShownVersion(start.shownAt ?? {}, this.pageSide);
  }

  /** Asks the engine; undefined where Breadcrumb is off, which an error of it does for the test. */
  safely<T>(ask: (test: Test) => T): T | undefined {
    if (this.#isOff) return undefined;
    try {
      this.#test ??= new native.Test(this.start.recorder(), this.start.settings, this.start);
      return ask(this.#test);
    } catch (error) {
      this.#isOff = true;
      this.start.warn(`Breadcrumb is off for this test: ${String((error as Error).message)}`);
      return undefined;
    }
  }

  /** Takes nothing for granted: a frame has another document. */
  navigated(frame: FrameInside): void {
    this.pageSide.forget();
    const test = this.#test;
    if (test !== undefined) this.safely(() => test.navigated(idOf(frame), hasEngine(frame)));
  }

  /** Notes a document that was opened, without waiting for anything. */
  opened(frame: FrameInside, response: ResponseInside | undefined): void {
    this.onTheirWay.add(this.shown.note(frame, response));
  }

  /** Returns the address of the page that a frame is in. */
  urlOf(frame: FrameInside): string {
    return frame._page?.url() ?? "";
  }

  /** Waits for the fingerprints that are on their way; those that do not come are let go. */
  async settle(): Promise<void> {
    if (this.onTheirWay.size > 0) {
      await withLimit(Promise.allSettled(this.onTheirWay), constants.lastAnswersMs);
    }
    this.onTheirWay.clear();
  }

  /** Tells the user what the engine has to say. */
  tellEvents(): void {
    const test = this.#test;
    if (test === undefined) return;
    this.safely(() => test.takeEvents().forEach((event) => this.start.tell(event)));
    const notice = this.safely(() => test.takeNotice());
    if (notice) this.start.warn(notice);
  }

  /** Ends the test: what was learned is kept if it has passed. */
  finish(passed: boolean, run?: string): TestEnd | undefined {
    const test = this.#test;
    if (test === undefined) return undefined;
    this.#isOff = false;
    const end = this.safely(() => test.finish(passed, run));
    this.tellEvents();
    return end;
  }
}

/** Returns the number of a frame. */
export function idOf(frame: FrameInside): number {
  let id = ids.get(frame);
  if (id === undefined) ids.set(frame, (id = nextId++));
  return id;
}
const ids = new WeakMap<FrameInside, number>();
let nextId = 0;
