import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { CommandProblem } from "./command.ts";

/** The new password: typed twice at a terminal, otherwise the first line of standard input. */
export async function readPassword(): Promise<string> {
  const password = process.stdin.isTTY ? await typedTwice() : await firstLine();
  if (password === "")
    throw new CommandProblem("no password was given: write it to standard input, or use --generate");
  return password;
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return "";
}

async function typedTwice(): Promise<string> {
  const password = await typed("New password: ");
  if ((await typed("The same again: ")) !== password)
    throw new CommandProblem("the two passwords are not the same");
  return password;
}

/** Without an echo. */
function typed(prompt: string): Promise<string> {
  process.stderr.write(prompt);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  return new Promise((resolve, reject) => {
    terminal.once("SIGINT", () => reject(new CommandProblem("cancelled")));
    terminal.once("close", () => resolve(""));
    terminal.question("", resolve);
  }).finally(() => {
    terminal.close();
    process.stderr.write("\n");
  }) as Promise<string>;
}
