/** The classes of the native module, as `bindings/node/src` has them. */

export interface Constants {
  version: string;
  pageScript: string;
  selectorEngine: string;
  answerMs: number;
  lastAnswersMs: number;
  healAnnotation: string;
  driftAnnotation: string;
  refusalAnnotation: string;
  maskedAnnotation: string;
}
export interface Place {
  file: string;
  line: number;
}
export interface Options {
  json: string;
  place: string;
  isConfig: boolean;
}
export interface Wanted {
  method: string;
  apiName?: string | undefined;
  params: string;
  frame: number;
  url: string;
  timeout: number;
  parent?: string | undefined;
  site?: Place | undefined;
  used?: Place | undefined;
  mode?: string | undefined;
}
export interface Beside {
  isSentFirst: boolean;
  longest?: number;
  wait: boolean;
}
export interface Act {
  kind: "act";
  selector: string;
  timeout: number;
  stopAfter?: number;
  beside?: Beside;
  title?: string;
  limit?: number;
}
export interface Ask {
  kind: "ask";
  question: "keep" | "page" | "count" | "appear" | "text" | "all" | "crop";
  selector: string;
  request: string;
  isStrict: boolean;
  isSent: boolean;
  timeout: number;
  limit: number;
}
export interface Start {
  kind: "start";
  wait: boolean;
}
export interface Over {
  kind: "over";
  act: number;
  notes: string[];
  wholeTimeout: number;
}
export type Step = Act | Ask | Start | Over;
export interface Answer {
  kind:
    | "acted"
    | "stopped"
    | "failed"
    | "count"
    | "text"
    | "value"
    | "image"
    | "done"
    | "error"
    | "silent";
  flag?: boolean;
  count?: number;
  isNothing?: boolean;
  url?: string;
  log?: string[];
  message?: string;
  timedOut?: boolean;
  text?: string;
  payload?: string;
  image?: Buffer;
}
export interface Event {
  kind: "healed" | "drifted" | "gave up";
  text: string;
  warning: string;
  place?: Place;
}
export interface TestEnd {
  refusals: string[];
  healed: boolean;
  healScore?: number;
}
export interface Attempt {
  testId: string;
  project: string;
  tags: string[];
  file: string;
  line: number;
  status: string;
  expected: string;
  number: number;
  startedAt: number;
  duration: number;
  message?: string | undefined;
  stack?: string | undefined;
  steps: string[];
  worker?: string | undefined;
  shard?: string | undefined;
  healed: boolean;
  healScore?: number | undefined;
  shownVersion?: string | undefined;
}
export interface Failing {
  testId: string;
  failures: string[];
}

export declare class Settings {
  constructor(folder: string, options: Options[]);
  readonly mode: "heal" | "suggest" | "off";
  readonly report: boolean;
}
export declare class Recorder {
  constructor(settings: Settings);
  waitUntilOpen(): void;
  settle(): boolean;
  flush(): boolean;
  close(): void;
  takeNotice(): string | null;
}
export declare class Call {
  start(now: number): Step;
  answer(answer: Answer, now: number): Step;
  takeOther(): Call | null;
  giveUp(): void;
}
export declare class Test {
  constructor(
    recorder: Recorder,
    settings: Settings,
    start: { testId: string; isScript: boolean; testIdAttribute: string; revision?: string | undefined },
  );
  call(wanted: Wanted): Call | null;
  navigated(frame: number, hasEngine: boolean): void;
  giveUp(why: string): void;
  takeEvents(): Event[];
  takeNotice(): string | null;
  finish(passed: boolean, run?: string): TestEnd;
}
export declare class Run {
  constructor(root: string, settings: Settings, runnerVersion: string, runtime: string);
  readonly runUid: string;
  readonly revision: string | null;
  readonly appHeader: string | null;
  readonly appMeta: string | null;
  readonly locatorLines: string[];
  readonly quarantineLines: string[];
  recordStart(recorder: Recorder): void;
  recordEnd(recorder: Recorder, exitCode: number): void;
  record(recorder: Recorder, attempt: Attempt): string | null;
  note(testId: string, annotation: string, text: string, passed: boolean): void;
  judge(end: { status: string; hasOtherErrors: boolean; tests: Failing[] }): {
    passes: boolean;
    masked: { testId: string; why: string }[];
  };
  updateQuarantine(): void;
  reportLines(folder: string): string[];
}
export declare function constants(): Constants;
export declare function runCommand(args: string[]): number;
export declare function withWholeTimeout(text: string, whole: number): string;
export declare function whyOff(version: string, missing: string[]): string;
export declare function healText(text: string, place: Place | undefined, root: string): string;
