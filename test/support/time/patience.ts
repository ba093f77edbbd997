import { createHash } from "node:crypto";

const ROUNDS = 3;
/** How long a round takes on an idle machine with two cores. */
const USUAL_MS = 40;

/** The slowest of some rounds of the same work: the clock runs on while other processes have the core. */
function measuredSlowness(): number {
  const data = Buffer.alloc(1_000_000);
  let longest = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    for (let each = 0; each < 60; each++) createHash("sha256").update(data).digest();
    longest = Math.max(longest, performance.now() - start);
  }
  return Math.max(1, longest / USUAL_MS);
}

// Measured once, by the process that starts the others: they inherit its environment.
process.env["TRADEWIND_TEST_SLOWNESS"] ??= String(measuredSlowness());

/** How many times slower this machine is than an idle one with two cores. */
const slowness = Number(process.env["TRADEWIND_TEST_SLOWNESS"]);

/** A time limit that suits an idle machine with two cores, extended for this one. */
export const patience = (ms: number): number => Math.ceil(ms * slowness);
