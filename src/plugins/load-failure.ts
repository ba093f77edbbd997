import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { PluginProblem, reasonOf } from "./plugin-problem.ts";

/** Mistakes of a program. What a plugin throws on purpose, such as a setting that is missing, says enough by itself. */
const MISTAKES = ["TypeError", "ReferenceError", "RangeError", "SyntaxError"];

/** Why a plugin could not be loaded, for the one who repairs it. */
export function loadFailure(source: string, error: unknown): PluginProblem {
  if (error instanceof PluginProblem) return error;
  const hint = missingEndingOf(error) ?? missingPackageOf(source, error) ?? placeOf(error);
  return new PluginProblem(source, `${reasonOf(error)}${hint ?? ""}`, { cause: error });
}

function placeOf(error: unknown): string | null {
  const { name = "", stack = "" } = error as Partial<Error>;
  if (!MISTAKES.includes(name)) return null;
  const found = /(file:\/\/[^\s?#)]+?)(?:[?#][^\s:)]*)?:(\d+)(?::\d+)?(?=[\s)]|$)/.exec(stack);
  return found ? ` (${fileURLToPath(found[1]!)}, line ${found[2]})` : null;
}

/** `import "./points"`: compilers find the file, Node does not. */
function missingEndingOf(error: unknown): string | null {
  const found = /^Cannot find module '([^']+)' imported from (.+)$/.exec(reasonOf(error));
  if (!found) return null;
  const missing = resolve(dirname(found[2]!), found[1]!);
  const ending = [".ts", ".mts", ".js", ".mjs"].find((each) => existsSync(missing + each));
  return ending ? `: imports name files with their ending, ${ending} here` : null;
}

function missingPackageOf(source: string, error: unknown): string | null {
  return reasonOf(error).startsWith(`Cannot find package '${source}'`)
    ? ": install the package, or name a file"
    : null;
}
