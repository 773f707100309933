/**
 * The border to Playwright's inside: every name of it that Breadcrumb uses stands here. No version promises
 * that it stays as it is: where something is gone, Breadcrumb is off and says what is missing.
 */

/** What Playwright's client sends along with a message. */
export interface SendOptions {
  apiName?: string;
  title?: string;
  frames?: { file: string; line?: number }[];
  internal?: boolean;
  callId?: string | number;
  timeout?: number;
  signal?: AbortSignal | undefined;
}

export type Params = Record<string, any>;
export type Send = (
  object: ChannelOwner,
  method: string,
  params: Params,
  options: SendOptions,
) => Promise<any>;

/** An object of Playwright's client that stands for one of its driver. */
export interface ChannelOwner {
  _type: string;
  _guid: string;
  _connection: Connection;
  _channel: { on(event: string, listener: (event: any) => void): void };
}

export interface Connection {
  sendMessageToServer: Send;
  _objectFactories: Map<string, (...args: any[]) => any>;
  _objects: Map<string, ChannelOwner>;
}

export interface FrameInside extends ChannelOwner {
  _page?: PageInside;
  locator(selector: string): LocatorInside;
  frameLocator(selector: string): object;
}

export interface ResponseInside {
  headers(): Record<string, string>;
}

export interface LocatorInside {
  _frame: FrameInside;
  _selector: string;
}

export interface PageInside extends ChannelOwner {
  _mainFrame: FrameInside;
  context(): ContextInside;
  url(): string;
}

export type ContextInside = ChannelOwner;

/** Returns what of a connection is gone. */
export function missingOf(connection: Connection | undefined): string[] {
  if (connection === undefined) return ["_connection"];
  const needed = ["sendMessageToServer", "_objectFactories", "_objects"] as const;
  return needed.filter((name) => connection[name] === undefined);
}

/** The driver's log of a call, where its error has one. */
export function logOf(error: unknown): string[] {
  const log = (error as { log?: unknown }).log;
  return Array.isArray(log) ? log.map(String) : [];
}

/** Whether an error says that the time was up: of an action, or of an assertion. */
export function hasTimedOut(error: unknown): boolean {
  const found = error as { name?: string; details?: { timedOut?: boolean } };
  return found.name === "TimeoutError" || found.details?.timedOut === true;
}

/** Returns a value as Playwright's protocol has it. */
export function wire(value: unknown): Params {
  if (value === null) return { v: "null" };
  if (value === undefined) return { v: "undefined" };
  if (typeof value === "boolean") return { b: value };
  if (typeof value === "number") return { n: value };
  if (typeof value === "string") return { s: value };
  if (Array.isArray(value)) return { a: value.map(wire), id: ++lastId };
  const members = Object.entries(value as object).map(([k, v]) => ({ k, v: wire(v) }));
  return { o: members, id: ++lastId };
}
let lastId = 0;

/** Reads a value of Playwright's protocol: what JSON has, no more. */
export function unwire(value: Params): unknown {
  if (value["s"] !== undefined) return value["s"];
  if (value["n"] !== undefined) return value["n"];
  if (value["b"] !== undefined) return value["b"];
  if (value["a"] !== undefined) return (value["a"] as Params[]).map(unwire);
  if (value["o"] !== undefined) {
    const members = (value["o"] as { k: string; v: Params }[]).map(({ k, v }) => [k, unwire(v)]);
    return Object.fromEntries(members);
  }
  return null;
}
