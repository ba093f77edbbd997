import type { Operation } from "../checkout/operations.ts";
import { cpuBetween, cpuTimes, type Pids } from "../checkout/targets.ts";
import { measure, median } from "../support/measure.ts";

/** Of one operation under one load. */
export interface Figures {
  /** Operations a second that were done. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** CPU milliseconds of one operation. */
  server: number;
  database: number;
  failures: number;
  reason: string | null;
}

export interface Load {
  clients: number;
  seconds: number;
}

export const warmUp = (operation: Operation, load: Load) => measured(operation, load);

async function measured(operation: Operation, load: Load) {
  const end = operation.besides?.();
  const figures = await measure(load, operation.run);
  await end?.();
  return figures;
}

export async function figuresOf(operation: Operation, pids: Pids, load: Load): Promise<Figures> {
  const before = cpuTimes(pids);
  const { count, failures, perSecond, ...others } = await measured(operation, load);
  const cpu = cpuBetween(before, cpuTimes(pids), count);
  return { ...others, failures, rate: (perSecond * (count - failures)) / count, ...cpu };
}

/** Several runs as one: the median of each figure, so that what disturbed one run does not count. */
export function combined(runs: readonly Figures[]): Figures {
  const of = (figure: "rate" | "p50" | "p99" | "server" | "database") =>
    median(runs.map((run) => run[figure]));
  return {
    rate: of("rate"),
    p50: of("p50"),
    p99: of("p99"),
    server: of("server"),
    database: of("database"),
    failures: runs.reduce((sum, { failures }) => sum + failures, 0),
    reason: runs.find(({ reason }) => reason !== null)?.reason ?? null,
  };
}
