import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

/** Runs a program to its end and gives what it printed; one that fails is a mistake, with all that it said. */
export async function ran(
  command: string,
  words: string[],
  { environment, cwd = root }: { environment: Record<string, string>; cwd?: string },
): Promise<string> {
  const env = { PATH: process.env["PATH"], HOME: process.env["HOME"], ...environment };
  const { stdout } = await run(command, words, { env, cwd, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

/** The commands that a document shows, or one of its sections: the blocks of a language, in their order. */
export function commandsIn(
  path: string,
  { language = "sh", section }: { language?: string; section?: string } = {},
) {
  const text = readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
  const parts = text.split(/^(?=## )/m);
  const shown = section === undefined ? text : parts.find((part) => part.startsWith(`## ${section}\n`))!;
  const blocks = shown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm);
  return [...blocks].flatMap(([, marked, block]) => (marked === language ? [block!] : [])).join("\n");
}

/** As somebody would type them, one after the other; one that is refused ends it. */
export const typed = (commands: string) =>
  `set -euo pipefail\ncurl() { command curl -sS --fail-with-body "$@"; }\n${commands}`;
