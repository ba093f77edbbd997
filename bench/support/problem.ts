/** What the person at the keyboard can do something about: told without a stack trace. */
export class Problem extends Error {}

/** Runs a benchmark from the command line. */
export async function told(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}

const LAST_LINES = 20;

export const lastLines = (text: string): string => text.trimEnd().split("\n").slice(-LAST_LINES).join("\n");
