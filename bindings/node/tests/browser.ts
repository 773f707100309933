/** The Chromium that the tests run in: what `BREADCRUMB_CHROMIUM` names, Playwright's own, or one on PATH. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

import { chromium } from "@playwright/test";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const ARGUMENTS = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"];

export interface LaunchOptions {
  executablePath?: string;
  args: string[];
}

export function launchOptions(): LaunchOptions {
  const args = process.getuid?.() === 0 ? [...ARGUMENTS, "--no-sandbox"] : ARGUMENTS;
  const named = process.env["BREADCRUMB_CHROMIUM"];
  const own = chromium.executablePath();
  const found = named ?? (existsSync(own) ? undefined : onPath());
  return found === undefined ? { args } : { args, executablePath: found };
}

function onPath(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const paths = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find((path) => existsSync(path));
}
