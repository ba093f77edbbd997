import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const run = promisify(execFile);

/** Runs a program to its end and returns its output; throws with the output when it fails. */
export async function ran(
  command: string,
  words: string[],
  { environment, cwd = root }: { environment: Record<string, string>; cwd?: string },
): Promise<string> {
  const env = { PATH: process.env["PATH"], HOME: process.env["HOME"], ...environment };
  const { stdout } = await run(command, words, { env, cwd, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

/** Runs the commands one after the other, and stops at the first that fails. */
export const typed = (commands: string) =>
  `set -euo pipefail\ncurl() { command curl -sS --fail-with-body "$@"; }\n${commands}`;
