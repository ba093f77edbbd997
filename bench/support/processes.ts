import { readFileSync } from "node:fs";

const read = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

// What Linux counts in, everywhere.
const MS_A_TICK = 10;

/** Fields of /proc/<pid>/stat from the state on; the name before may hold blanks. */
const statOf = (pid: number): string[] =>
  read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, "")
    .split(" ");

const cpuOf = (pid: number, fields: readonly number[]): number =>
  fields.reduce((sum, field) => sum + Number(statOf(pid)[field] ?? 0) * MS_A_TICK, 0);

const USER = 11;
const SYSTEM = 12;
const USER_OF_ENDED_CHILDREN = 13;
const SYSTEM_OF_ENDED_CHILDREN = 14;

export const childrenOf = (pid: number): number[] =>
  read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);

export const nameOf = (pid: number): string => read(`/proc/${pid}/comm`).trim();

/** CPU time that a process has used, in ms. Its children are others' business: the embedded database is one. */
export const ownCpu = (pid: number): number => cpuOf(pid, [USER, SYSTEM]);

/** The same with all its children, those that have ended included: PostgreSQL has one for each connection. */
export const treeCpu = (pid: number): number =>
  cpuOf(pid, [USER, SYSTEM, USER_OF_ENDED_CHILDREN, SYSTEM_OF_ENDED_CHILDREN]) +
  childrenOf(pid).reduce((sum, child) => sum + treeCpu(child), 0);

/** Resident memory in MB; only where the system tells. */
export const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
