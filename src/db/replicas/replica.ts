import { Refusal } from "../../kernel/refusal.ts";
import type { Tracing } from "../../kernel/tracing.ts";
import { type Db, openDatabase, type Sql } from "../database.ts";

export interface ReplicaOptions {
  url: string;
  poolSize: number;
  namedStatements: boolean;
  tracing?: Tracing | undefined;
}

type Rows = Record<string, unknown>[];

/** How many times, every two milliseconds, a read checks whether the replica has caught up before it uses the primary. */
const MAX_STEPS = 25;
const TIMEOUT = 5_000;
const HEALTH_CHECK_TIMEOUT = 1_000;

// The wait is inside the statement: one message, and the same server as for the read, even behind a load balancer. The
// sleep depends on the row (step * 0), or PostgreSQL would evaluate it only once.
const replayState = (position: number): Sql => ({
  name: "replica-has-replayed",
  text: `with recursive waiting(step, replayed) as (
      select 0, pg_last_wal_replay_lsn() - '0/0'::pg_lsn
      union all
      select step + 1, pg_last_wal_replay_lsn() - '0/0'::pg_lsn from waiting, pg_sleep(0.002 + step * 0)
        where replayed < $1::numeric and step < ${MAX_STEPS})
    select max(replayed) as replayed, pg_is_in_recovery() as "isReplica" from waiting`,
  values: [position],
});

/** Log positions of different database systems cannot be compared. */
export const SYSTEM: Sql = {
  name: "database-system",
  text: "select system_identifier::text as system from pg_control_system()",
  values: [],
};

/** What a replica is compared with. */
export interface PrimaryState {
  position: number;
  system: string;
}

/** A copy of the database that follows the primary. It answers a read only when it has all that the primary had. */
export class Replica {
  /** Host and port, for messages and metrics. */
  readonly name: string;
  /** Number of reads that it has answered. */
  reads = 0;
  /** False while the replica is behind or cannot be reached. */
  isInUse = false;
  private readonly db: Db;
  /** A connection for health checks only: they must not wait behind reads. */
  private readonly healthCheck: Db;

  constructor({ url, ...options }: ReplicaOptions) {
    this.name = nameOf(url);
    this.db = openDatabase({ url, ...options, timeout: TIMEOUT });
    this.healthCheck = openDatabase({ url, ...options, poolSize: 1, timeout: HEALTH_CHECK_TIMEOUT });
  }

  /** Null when it cannot answer: the primary then runs the statement, or reports its error. */
  async read(sql: Sql, position: number): Promise<Rows | null> {
    try {
      const [states, rows] = await this.db.runTogether([replayState(position), sql]);
      if (isCaughtUp(states?.[0], position)) {
        this.reads++;
        return rows!;
      }
      this.isInUse = false;
      return null;
    } catch (error) {
      // Too large or too expensive: the primary would do the same work for the same refusal.
      if (error instanceof Refusal) throw error;
      if (isUnusable(error)) this.isInUse = false;
      return null;
    }
  }

  /** Updates `isInUse`. */
  async check({ position, system }: PrimaryState): Promise<void> {
    try {
      const [states, [own]] = (await this.healthCheck.runTogether([replayState(position), SYSTEM])) as [
        Rows,
        Rows,
      ];
      this.isInUse = isCaughtUp(states[0], position) && own?.system === system;
    } catch {
      this.isInUse = false;
    }
  }

  /** How many bytes of the log it has not replayed; null when it does not answer, or is no replica. */
  async lag(position: number): Promise<number | null> {
    const [state] = await this.healthCheck.run(replayState(0)).catch(() => []);
    const isKnown = state?.isReplica === true && typeof state.replayed === "number";
    return isKnown ? Math.max(0, position - Number(state.replayed)) : null;
  }

  async close(): Promise<void> {
    await Promise.all([this.db.close(), this.healthCheck.close()]);
  }
}

/** A server that was promoted is no replica any more. */
const isCaughtUp = (state: Rows[number] | undefined, position: number) =>
  state?.isReplica === true && typeof state.replayed === "number" && state.replayed >= position;

/** Whether other reads would fail as well. Not so for a read that is canceled because it blocks the replay (40001). */
const isUnusable = (error: unknown): boolean => {
  const { severity, code } = error as { severity?: string; code?: string };
  return severity === undefined || /^(08|53|57|58|XX)/.test(code ?? "");
};

export function nameOf(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  return `${searchParams.get("host") ?? hostname}:${port || 5432}`;
}
