import { patience } from "./patience.ts";

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until the condition holds. It has no deadline: the time limit of the test is the only one. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(20);
}

/** The same, but gives up after a while, so that the test can show what is missing. */
export async function untilOrGivenUp(condition: () => boolean | Promise<boolean>, ms: number): Promise<void> {
  const end = Date.now() + patience(ms);
  while (!(await condition()) && Date.now() < end) await pause(20);
}
