/** Questions to a page, as the engine asks them. None of them changes the page. */
import type { ContextInside, FrameInside, Params, Send } from "./inside.js";
import { hasTimedOut, unwire, wire } from "./inside.js";
import { constants } from "./native.js";
import type { Answer, Ask } from "./native-types.js";

const ASSET = `(first, second) => {\n${constants.pageScript}return main(first, second);\n}`;
const OF_KEPT = "(main, request) => main(request)";
const OF_KEPT_AND_ALL = "(found, [main, request]) => main(found, request)";
const ENGINE = { name: "_breadcrumb", source: constants.selectorEngine, contentScript: true };

/** Something of the page that the driver keeps. */
interface Handle {
  _guid: string;
}

/** Contexts whose documents have our selector engine from now on. */
const equipped = new WeakSet<ContextInside>();

/** The page-side code in the documents of a test: sending and compiling it costs as much as a call. */
export class PageSide {
  #mains = new Map<FrameInside, Promise<Handle>>();
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Starts anew after a navigation. */
  forget(): void {
    this.#mains.clear();
  }

  /** Asks a frame, for so long at most. */
  async answer(frame: FrameInside, ask: Ask): Promise<Answer> {
    const stop = new AbortController();
    const question = this.#asked(frame, ask, stop.signal).catch((error: unknown): Answer => ({
      kind: "error",
      message: String((error as Error).message ?? error),
      timedOut: hasTimedOut(error),
    }));
    const answer = await withLimit(question, ask.limit);
    if (answer === undefined) stop.abort();
    return answer ?? { kind: "silent" };
  }

  /** Returns what a meta tag of a document says. */
  async meta(frame: FrameInside, name: string): Promise<string | undefined> {
    const arg = { value: wire({ op: "meta", name }), handles: [] };
    const params = { expression: ASSET, isFunction: true, arg };
    const { value } = await this.#unseen(frame, "evaluateExpression", params, 0);
    const said = unwire(value);
    return typeof said === "string" ? said : undefined;
  }

  /** Counts what a selector finds now. */
  async count(frame: FrameInside, selector: string, signal?: AbortSignal): Promise<number> {
    const found = await this.#unseen(frame, "queryCount", { selector }, 0, signal);
    return Number(found.value);
  }

  async #asked(frame: FrameInside, ask: Ask, signal: AbortSignal): Promise<Answer> {
    const { selector, timeout } = ask;
    switch (ask.question) {
      case "keep":
        await this.#main(frame);
        return { kind: "done" };
      case "page": {
        const arg = { value: wire(JSON.parse(ask.request)), handles: [] };
        const params = { expression: OF_KEPT, isFunction: true, arg };
        const main = (await this.#main(frame)) as unknown as FrameInside;
        return valueOf(await this.#unseen(main, "evaluateExpression", params, 0, signal));
      }
      case "count":
        return { kind: "count", count: await this.count(frame, selector, signal) };
      case "appear": {
        const params = { selector, strict: true, state: "attached", omitReturnValue: true };
        await this.#unseen(frame, "waitForSelector", params, timeout, signal);
        return { kind: "done" };
      }
      case "text": {
        const params = { selector, strict: ask.isStrict };
        const { value } = await this.#unseen(frame, "textContent", params, timeout, signal);
        return value === undefined || value === null ? { kind: "text" } : { kind: "text", text: value };
      }
      case "all":
        return valueOf(await this.#all(frame, ask, signal));
      case "crop":
        return { kind: "image", image: await this.#crop(frame, ask, signal) };
    }
  }

  async #all(frame: FrameInside, ask: Ask, signal: AbortSignal): Promise<Params> {
    const request = wire(JSON.parse(ask.request));
    const params: Params = { selector: ask.selector, expression: ASSET, isFunction: true };
    params["arg"] = { value: request, handles: [] };
    if (!ask.isSent) {
      const { _guid: guid } = await this.#main(frame);
      params["expression"] = OF_KEPT_AND_ALL;
      params["arg"] = { value: { a: [{ h: 0 }, request], id: 0 }, handles: [{ guid }] };
    }
    return this.#unseen(frame, "evalOnSelectorAll", params, 0, signal);
  }

  async #crop(frame: FrameInside, ask: Ask, signal: AbortSignal): Promise<Buffer> {
    // With these, Playwright neither hides the caret nor stops animations.
    const options = { type: "png", scale: "css", caret: "initial", animations: "allow" };
    const params = { ...options, clip: JSON.parse(ask.request) };
    const page = frame._page as unknown as FrameInside;
    const { binary } = await this.#unseen(page, "screenshot", params, ask.timeout, signal);
    return Buffer.isBuffer(binary) ? binary : Buffer.from(binary, "base64");
  }

  /** Returns the function that is kept in a frame's document. */
  #main(frame: FrameInside): Promise<Handle> {
    let main = this.#mains.get(frame);
    if (main === undefined) {
      main = this.#kept(frame);
      this.#mains.set(frame, main);
      main.catch(() => {
        if (this.#mains.get(frame) === main) this.#mains.delete(frame);
      });
    }
    return main;
  }

  async #kept(frame: FrameInside): Promise<Handle> {
    const arg = { value: wire({ op: "keep" }), handles: [] };
    const params = { expression: ASSET, isFunction: true, arg };
    const { handle } = await this.#unseen(frame, "evaluateExpressionHandle", params, 0);
    return handle._object as Handle;
  }

  /** Asks the driver something that does not show as a step of the test. */
  #unseen(
    object: FrameInside,
    method: string,
    params: Params,
    timeout: number,
    signal?: AbortSignal,
  ): Promise<any> {
    return this.#send(object, method, params, { internal: true, timeout, signal });
  }
}

/** Lets the documents that come in a context have our selector engine. */
export function installEngine(context: ContextInside, send: Send): void {
  if (equipped.has(context)) return;
  equipped.add(context);
  const params = { selectorEngine: ENGINE };
  send(context, "registerSelectorEngine", params, { internal: true, timeout: 0 }).catch(() => {});
}

/** Tells whether a document that comes now in a frame has it. */
export function hasEngine(frame: FrameInside): boolean {
  const page = frame._page;
  return page !== undefined && equipped.has(page.context());
}

/** Waits for a promise so many milliseconds at most; undefined where that was not enough. */
export async function withLimit<T>(promise: Promise<T>, limit: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, limit, undefined);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

function valueOf(result: Params): Answer {
  const found = unwire(result["value"] as Params);
  if (typeof found === "string") return { kind: "text", text: found };
  if (found === null || typeof found !== "object" || Array.isArray(found)) {
    return { kind: "value", text: JSON.stringify(found) };
  }
  const { payload, ...rest } = found as { payload?: string };
  const text = JSON.stringify(rest);
  return payload === undefined ? { kind: "value", text } : { kind: "value", text, payload };
}
