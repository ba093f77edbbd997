import { type Measured, percentile } from "../support/measure.ts";
import { table } from "../support/table.ts";
import type { Steps } from "./operations.ts";
import type { CpuTimes } from "./targets.ts";

export interface Result extends Measured {
  name: string;
  clients: number;
  /** Of one operation; null where no processes were named. */
  cpu: CpuTimes | null;
}

export const resultTable = (results: readonly Result[]): string =>
  table(
    [
      "operation",
      "clients",
      "a second",
      "p50 ms",
      "p99 ms",
      "errors",
      "CPU ms: server",
      "database",
      "the load",
    ],
    results.map(({ name, clients, perSecond, p50, p99, failures, cpu }) => [
      name,
      clients,
      perSecond.toFixed(perSecond < 100 ? 1 : 0),
      p50.toFixed(1),
      p99.toFixed(1),
      failures,
      ...(cpu ? [cpu.server.toFixed(2), cpu.database.toFixed(2), cpu.load.toFixed(2)] : ["", "", ""]),
    ]),
  );

/** The steps of the checkout, of all runs together. */
export const stepTable = (steps: Steps): string =>
  table(
    ["step of the checkout", "p50 ms", "p99 ms"],
    [...steps].map(([name, times]) => [
      name,
      percentile(times, 0.5).toFixed(1),
      percentile(times, 0.99).toFixed(1),
    ]),
  );
