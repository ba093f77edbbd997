import { childrenOf, nameOf, ownCpu, treeCpu } from "../support/processes.ts";

/** Processes whose CPU time is told apart. */
export interface Pids {
  server: number[];
  database: number[];
}

export interface CpuTimes {
  server: number;
  database: number;
  /** The load itself. */
  load: number;
}

/** `server:123,database:456`; several of a kind add up. */
export function pidsFrom(text: string): Pids {
  const pids: Pids = { server: [], database: [] };
  for (const part of text.split(",")) {
    const [, kind, pid] = /^(server|database):(\d+)$/.exec(part.trim()) ?? [];
    if (!kind) throw new Error(`--pids: ${part} is not of the form server:123 or database:456`);
    pids[kind as keyof Pids].push(Number(pid));
  }
  return pids;
}

/** A server that has brought its own PostgreSQL along. */
export const pidsOf = (server: number): Pids => ({
  server: [server],
  database: childrenOf(server).filter((pid) => nameOf(pid) === "postgres"),
});

const sum = (pids: readonly number[], cpuOf: (pid: number) => number) =>
  pids.reduce((total, pid) => total + cpuOf(pid), 0);

/** Milliseconds since the processes began. */
export function cpuTimes({ server, database }: Pids): CpuTimes {
  const { user, system } = process.cpuUsage();
  return { server: sum(server, ownCpu), database: sum(database, treeCpu), load: (user + system) / 1000 };
}

export const cpuBetween = (before: CpuTimes, after: CpuTimes, count: number): CpuTimes => ({
  server: (after.server - before.server) / count,
  database: (after.database - before.database) / count,
  load: (after.load - before.load) / count,
});
