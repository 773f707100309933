/**
 * The one place where Breadcrumb stands between a test and its driver: the connection of Playwright's
 * client, which every call of every page, locator and assertion goes through.
 */
import type {
  ChannelOwner,
  Connection,
  FrameInside,
  PageInside,
  Params,
  ResponseInside,
  Send,
  SendOptions,
} from "./inside.js";
import { missingOf } from "./inside.js";
import type { Making } from "./executor.js";
import { perform } from "./executor.js";
import { installEngine } from "./page-side.js";
import { madeAt, watchMakers } from "./places.js";
import type { Scope } from "./scope.js";
import { idOf } from "./scope.js";

/** What the engine reads of a message. */
const READ = ["strict", "force", "state", "name", "expression", "isNot", "expectedNumber", "expressionArg"];
/** Messages that open a document. */
const OPENING = new Set(["goto", "reload"]);
/** Messages after which pages are gone. */
const CLOSING = new Set(["close", "closeContext", "disconnectFromReusedContext"]);

/** A connection that Breadcrumb stands in. */
export class Hook {
  /** Of the test that a runner carries out now. */
  scope: Scope | undefined;
  readonly #ofPages = new WeakMap<PageInside, Scope>();
  readonly #watched = new WeakSet<FrameInside>();
  readonly send: Send;

  private constructor(connection: Connection) {
    const send = connection.sendMessageToServer;
    this.send = (object, method, params, options) =>
      send.call(connection, object, method, params, options);
    connection.sendMessageToServer = (object, method, params, options) =>
      this.#sent(object, method, params, options);
    watchFrames(connection);
  }

  /** Stands in a connection, once; a list of names where its inside has moved. */
  static on(connection: Connection | undefined): Hook | string[] {
    const missing = missingOf(connection);
    if (connection === undefined || missing.length > 0) return missing;
    let hook = hooks.get(connection);
    if (hook === undefined) hooks.set(connection, (hook = new Hook(connection)));
    return hook;
  }

  /** Gives a page and its popups a scope of their own. */
  adopt(page: PageInside, scope: Scope): void {
    this.#ofPages.set(page, scope);
    watchMakers(page._mainFrame);
    installEngine(page.context(), this.send);
    const popups = page as unknown as { on(event: "popup", adopt: (popup: PageInside) => void): void };
    popups.on("popup", (popup) => this.adopt(popup, scope));
  }

  async #sent(object: ChannelOwner, method: string, params: Params, options: SendOptions): Promise<any> {
    if (object._type !== "Frame") {
      if (CLOSING.has(method)) await this.#settle(object);
      const answer = this.send(object, method, params, options);
      const isPage = object._type === "Page" && OPENING.has(method);
      return isPage ? this.#opened((object as PageInside)._mainFrame, answer) : answer;
    }
    const frame = object as FrameInside;
    const scope = this.#scopeOf(frame);
    if (scope === undefined) return this.send(object, method, params, options);
    this.#watch(frame);
    if (frame._page !== undefined) installEngine(frame._page.context(), this.send);
    const selector: unknown = params["selector"] ?? params["source"];
    if (typeof selector !== "string") {
      const answer = this.send(object, method, params, options);
      return OPENING.has(method) ? this.#opened(frame, answer) : answer;
    }
    return this.#performed(scope, frame, method, params, options);
  }

  #performed(
    scope: Scope,
    frame: FrameInside,
    method: string,
    params: Params,
    options: SendOptions,
  ): Promise<any> {
    const name = params["selector"] === undefined ? "source" : "selector";
    let isFirst = true;
    const make = (changed: Params, { timeout, signal, title }: Making): Promise<any> => {
      const how: SendOptions = { ...options, timeout, signal: either(options.signal, signal) };
      if (title !== undefined) how.title = title;
      // A message of its own in the trace: one id cannot stand for two.
      if (!isFirst) delete how.callId;
      isFirst = false;
      return this.send(frame, method, changed, how);
    };
    const wants = (of: string, then: (changed: Params, making: Making) => Promise<any>) =>
      (given: Params, timeout: number) => {
        const wanted = wantedOf(frame, method, given, of, { ...options, timeout });
        return perform(scope, frame, wanted, given[of] as string, (making) =>
          then({ ...given, [of]: making.selector }, making),
        );
      };
    const timeout = options.timeout ?? 0;
    if (typeof params["target"] !== "string") return wants(name, make)(params, timeout);
    const drop = wants("target", make);
    return wants(name, (changed, making) => drop(changed, making.timeout))(params, timeout);
  }

  /** Looks at a document that the test has opened: it may say which version of the application it is. */
  async #opened(frame: FrameInside, answer: Promise<any>): Promise<any> {
    const opened = await answer;
    const response = opened?.response?._object as ResponseInside | undefined;
    this.#scopeOf(frame)?.opened(frame, response);
    return opened;
  }

  #scopeOf(frame: FrameInside): Scope | undefined {
    const own = frame._page && this.#ofPages.get(frame._page);
    return own ?? this.scope;
  }

  /** Lets what is on its way arrive before a page is closed. */
  async #settle(object: ChannelOwner): Promise<void> {
    const own = this.#ofPages.get(object as PageInside);
    await (own ?? this.scope)?.settle();
  }

  #watch(frame: FrameInside): void {
    if (this.#watched.has(frame)) return;
    this.#watched.add(frame);
    frame._channel.on("navigated", () => this.#scopeOf(frame)?.navigated(frame));
  }
}
const hooks = new WeakMap<Connection, Hook>();

/** Notes where locators are made, from the first frame on. */
function watchFrames(connection: Connection): void {
  const known = [...connection._objects.values()].find((object) => object._type === "Page");
  if (known !== undefined) return watchMakers((known as PageInside)._mainFrame);
  const make = connection._objectFactories.get("Page");
  if (make === undefined) return;
  connection._objectFactories.set("Page", (...args: any[]) => {
    connection._objectFactories.set("Page", make);
    const page = make(...args) as PageInside;
    watchMakers(page._mainFrame);
    return page;
  });
}

function wantedOf(
  frame: FrameInside,
  method: string,
  params: Params,
  name: string,
  options: SendOptions,
) {
  const selector = params[name] as string;
  const read: Params = { selector };
  for (const member of READ) if (params[member] !== undefined) read[member] = params[member];
  const used = options.frames?.[0];
  return {
    method,
    apiName: options.apiName,
    params: JSON.stringify(read),
    frame: idOf(frame),
    url: frame._page?.url() ?? "",
    timeout: options.timeout ?? 0,
    used: used?.line === undefined ? undefined : { file: used.file, line: used.line },
    ...madeAt(frame, selector),
  };
}

function either(one?: AbortSignal, other?: AbortSignal): AbortSignal | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return AbortSignal.any([one, other]);
}
