/** An option of a command: `--name` alone, or with a value when it has a placeholder. */
export interface Option {
  help: string;
  /** The placeholder of the value in the help: `--port <number>`. Absent for a switch. */
  value?: string;
}

export type Given = Record<string, string | boolean | undefined>;

export interface Command {
  /** One word, or two: `user create`. */
  name: string;
  summary: string;
  options?: Record<string, Option>;
  /** The name of a word that follows the command: `tradewind backup <file>`. */
  argument?: string;
  /** Further lines for `--help`. */
  details?: string;
  /** Runs until it is stopped, and writes a log. */
  isServer?: true;
  /** Returns the exit code; undefined is 0. A server returns when it has stopped. */
  run(given: Given): Promise<number | undefined>;
}

/** An error that the user of the command line can fix: printed without a stack trace. */
export class CommandProblem extends Error {}

export function required(given: Given, name: string): string {
  const value = given[name];
  if (typeof value !== "string" || value === "") throw new CommandProblem(`--${name} is required`);
  return value;
}

export function argumentIn(given: Given, name: string): string {
  const value = given[name];
  if (typeof value !== "string" || value === "")
    throw new CommandProblem(`the name of the ${name} is missing`);
  return value;
}

export const optionalText = (given: Given, name: string): string | undefined => {
  const value = given[name];
  return typeof value === "string" && value !== "" ? value : undefined;
};
