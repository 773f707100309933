/** Where the package is. */
import { dirname } from "node:path";

/** The folder of our compiled files. */
export const ownFolder = __dirname;
/** The folder of `package.json`. */
export const packageFolder = dirname(__dirname);
