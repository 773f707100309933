/** `crumb(page)`: a page of a script, or of another test runner, whose locators heal. */
import type { Page } from "@playwright/test";

import { Hook } from "./hook.js";
import type { PageInside } from "./inside.js";
import { native } from "./native.js";
import type { Recorder } from "./native-types.js";
import type { BreadcrumbOptions } from "./options.js";
import { optionsAt, settingsOf } from "./options.js";
import { placeOf } from "./places.js";
import { versionOf } from "./running.js";
import { Scope } from "./scope.js";

/** Options of a page. */
export interface CrumbOptions extends BreadcrumbOptions {
  /** The test that the fingerprints belong to; by default the file that calls. */
  testId?: string;
  /** The attribute that `getByTestId` looks at. */
  testIdAttribute?: string;
  /** Is told each heal, in a sentence; by default it is a warning. */
  onHeal?: (text: string) => void;
}

/**
 * Lets the locators of a page learn while they work and heal when they break; returns the same page.
 *
 * What is learned is kept with each action.
 */
export function crumb<P extends Page>(page: P, options: CrumbOptions = {}): P {
  const { testId, testIdAttribute = "data-testid", onHeal, ...settings } = options;
  const inside = page as unknown as PageInside;
  const hook = Hook.on(inside._connection);
  if (Array.isArray(hook)) {
    console.warn(`breadcrumb: ${native.whyOff(versionOf(), hook)}`);
    return page;
  }
  const checked = settingsOf(process.cwd(), optionsAt("crumb()", settings, false));
  let opened: Recorder | undefined;
  const recorder = (): Recorder => {
    if (opened === undefined) {
      const made = new native.Recorder(checked);
      made.waitUntilOpen();
      process.once("exit", () => made.flush());
      opened = made;
    }
    return opened;
  };
  const say = onHeal ?? ((text: string) => console.warn(`breadcrumb: ${text}`));
  const scope = new Scope(
    {
      settings: checked,
      recorder,
      testId: testId ?? placeOf(new Error().stack)?.file ?? "script",
      isScript: true,
      testIdAttribute,
      tell: (event) => (event.kind === "healed" ? say(event.text) : console.warn(`breadcrumb: ${event.warning}`)),
      warn: (text) => console.warn(`breadcrumb: ${text}`),
    },
    hook.send,
  );
  hook.adopt(inside, scope);
  return page;
}
