import { createInterface } from "node:readline/promises";
import { CommandProblem } from "./command.ts";

export interface Confirmation {
  question: string;
  /** The word that a person types. */
  word: string;
  /** The option that answers the question where no person can type. */
  option: string;
  isGiven: boolean;
}

/** Asks at a terminal. Elsewhere the option must be given. Nothing is done before. */
export async function confirm({ question, word, option, isGiven }: Confirmation): Promise<void> {
  if (isGiven) return;
  if (!process.stdin.isTTY) {
    throw new CommandProblem(`nothing was changed. ${question} If so, add ${option}`);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const typed = await terminal.question(`${question} Type ${word} to go on: `);
    if (typed.trim() !== word) throw new CommandProblem("nothing was changed");
  } finally {
    terminal.close();
  }
}
