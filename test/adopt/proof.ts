import type { Databases } from "./databases.ts";
import type { Place } from "./servers.ts";

/** What every part of the proof works with, and what it has found wrong. */
export class Proof implements Place {
  readonly problems: string[] = [];

  constructor(
    readonly databases: Databases,
    readonly folder: string,
  ) {}

  /** Runs one part, and prints how long it took and what it found wrong. */
  async step(name: string, work: () => Promise<readonly string[] | undefined>): Promise<void> {
    const began = performance.now();
    const found = (await work()) ?? [];
    const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(6);
    console.log(`${seconds} s  ${name}${found.length > 0 ? ": NOT SO" : ""}`);
    for (const problem of found.slice(0, SHOWN)) console.log(`          ${problem}`);
    if (found.length > SHOWN) console.log(`          and ${found.length - SHOWN} more`);
    this.problems.push(...found.map((problem) => `${name}: ${problem}`));
  }
}

const SHOWN = 40;
