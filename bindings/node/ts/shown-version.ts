/** The version of the application, as its own pages show it. */
import type { FrameInside, ResponseInside } from "./inside.js";
import type { PageSide } from "./page-side.js";

/** Where to look for it. */
export interface ShownAt {
  /** The name of a response header. */
  appHeader?: string | undefined;
  /** The name of a meta tag. */
  appMeta?: string | undefined;
}

/** What the documents that a test has opened say. */
export class ShownVersion {
  version: string | undefined;

  constructor(
    private readonly at: ShownAt,
    private readonly pageSide: PageSide,
  ) {}

  /** Looks at a document that was just opened; what goes wrong here leaves it as it was. */
  async note(frame: FrameInside, response: ResponseInside | undefined): Promise<void> {
    const { appHeader, appMeta } = this.at;
    try {
      // The answer has brought these headers along.
      const header = appHeader === undefined ? undefined : response?.headers()[appHeader.toLowerCase()];
      const shown = header || (appMeta === undefined ? undefined : await this.pageSide.meta(frame, appMeta));
      if (shown?.trim()) this.version = shown;
    } catch {
      // The page has gone on, or says nothing.
    }
  }
}
