/** The engine: a binary for this platform, from its own package or built from the source. */
import { createRequire } from "node:module";
import { join } from "node:path";

import type * as Native from "./native-types.js";
import { packageFolder } from "./folder.js";

const load = createRequire(join(packageFolder, "package.json"));
const platform = `${process.platform}-${process.arch}`;

function engine(): typeof Native {
  const places = [`./breadcrumb.${platform}.node`, `@breadcrumb-playwright/${platform}`];
  for (const place of places) {
    try {
      return load(place) as typeof Native;
    } catch (error) {
      if ((error as { code?: string }).code !== "MODULE_NOT_FOUND") throw error;
    }
  }
  throw new Error(
    `breadcrumb-playwright has no binary for ${platform}\n` +
      `hint: install \`@breadcrumb-playwright/${platform}\`, or build it with \`make node\``,
  );
}

export const native = engine();
export const constants = native.constants();
