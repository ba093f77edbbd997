export interface Measured {
  /** Operations that were done, the failed ones included. */
  count: number;
  perSecond: number;
  /** Of one operation, in milliseconds. */
  p50: number;
  p99: number;
  failures: number;
  /** What the first failure said. */
  reason: string | null;
}

interface Load {
  clients: number;
  seconds: number;
}

/** Each of a number of clients does the same thing again and again, as fast as it is answered. */
export async function measure(
  { clients, seconds }: Load,
  operation: (client: number) => Promise<void>,
): Promise<Measured> {
  const times: number[] = [];
  const reasons: string[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  const run = async (client: number) => {
    while (performance.now() < end) {
      const began = performance.now();
      await operation(client).catch((error: Error) => reasons.push(error.message));
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => run(client)));
  const elapsed = (performance.now() - start) / 1000;
  return {
    count: times.length,
    perSecond: times.length / elapsed,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    failures: reasons.length,
    reason: reasons[0] ?? null,
  };
}

export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};
