#!/usr/bin/env node
/** The `breadcrumb` command: `npx breadcrumb`. */
import { native } from "./native.js";

process.exitCode = native.runCommand(["breadcrumb", ...process.argv.slice(2)]);
