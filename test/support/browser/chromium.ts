import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** The headless shell has no windows, tabs or menus of its own to keep up: it needs half of the browser's time. */
const PROGRAMS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** Debian's Chromium, or the one that CHROMIUM_PATH names. */
export function launchChromium(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM_PATH"] ?? PROGRAMS.find(existsSync);
  if (executablePath === undefined) throw new Error(`none of ${PROGRAMS.join(", ")} is installed`);
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
}
