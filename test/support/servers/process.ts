import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

// What people run: the built file. The global setup of the tests makes it. A long run keeps a copy of its own.
const main = () =>
  process.env["TRADEWIND_TEST_MAIN"] ?? fileURLToPath(new URL("../../../dist/main.js", import.meta.url));

export interface Program {
  process: ChildProcess;
  output(): string;
  /** Resolves when the output matches; rejects when the program ends before. */
  printed(pattern: RegExp): Promise<RegExpMatchArray>;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | string>;
}

interface Surroundings {
  cwd?: string;
  /** Standard input; none when absent. */
  input?: string;
  /** The built file of another copy. */
  program?: string;
}

/** The command line as a process of its own. */
export function tradewind(
  words: string[],
  environment: Record<string, string> = {},
  { cwd, input, program = main() }: Surroundings = {},
): Program {
  const child = spawn(process.execPath, [program, ...words], {
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], LOG_LEVEL: "warn", ...environment },
    cwd,
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  child.stdin?.end(input);
  let text = "";
  const waiting = new Set<() => void>();
  const heard = (chunk: Buffer) => {
    text += chunk;
    for (const check of waiting) check();
  };
  child.stdout?.on("data", heard);
  child.stderr?.on("data", heard);
  const ended = new Promise<number | string>((resolve) => {
    child.on("close", (code, signal) => resolve(code ?? signal ?? 0));
  });
  const printed = (pattern: RegExp) =>
    new Promise<RegExpMatchArray>((resolve, reject) => {
      const check = () => {
        const match = text.match(pattern);
        if (match) resolve(match);
      };
      waiting.add(check);
      check();
      ended.then((code) => reject(new Error(`ended with ${code} before printing ${pattern}:\n${text}`)));
    });
  return { process: child, output: () => text, printed, ended };
}

/** Runs a command to its end. What it prints is for people, also that of a start that is refused. */
export async function runTradewind(
  words: string[],
  environment: Record<string, string> = {},
  surroundings: Surroundings = {},
) {
  const program = tradewind(words, { TRADEWIND_LOG_FORMAT: "text", ...environment }, surroundings);
  const code = await program.ended;
  return { code, output: program.output() };
}
