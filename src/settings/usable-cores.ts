import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/** The cores that this process may use: those of the machine, or fewer where a container has a share of it. */
export function usableCores(quotaFile = "/sys/fs/cgroup/cpu.max"): number {
  return Math.max(1, Math.min(availableParallelism(), Math.ceil(quotaOf(quotaFile))));
}

/** `200000 100000`: so many microseconds of every so many; `max 100000` without a limit. Only Linux has the file. */
function quotaOf(file: string): number {
  try {
    const [quota, period] = readFileSync(file, "utf8").trim().split(" ").map(Number);
    return quota! > 0 && period! > 0 ? quota! / period! : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
