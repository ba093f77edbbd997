const WARMING_UP = 0.2;

/**
 * Transactions a second, of the files that `pgbench --log` writes: a line for each, with the second and the microsecond
 * in which it ended. The first fifth is left out: the connections are new, and have to learn the tables and the statements.
 */
export function rateIn(files: readonly string[]): number {
  const ends = files
    .flatMap((file) => file.trim().split("\n"))
    .map((line) => {
      const [, , , , seconds, micros] = line.split(" ").map(Number);
      return seconds! + micros! / 1_000_000;
    })
    .sort((one, other) => one - other);
  const first = Math.floor(ends.length * WARMING_UP);
  return (ends.length - 1 - first) / (ends.at(-1)! - ends[first]!);
}
