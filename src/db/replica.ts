import { type Db, openDatabase, type Sql } from "./database.ts";

export interface ReplicaOptions {
  url: string;
  poolSize: number;
  namedStatements: boolean;
}

type Rows = Record<string, unknown>[];

/** A replica is given so long to catch up with the primary, in steps of two milliseconds, before a read goes there. */
const STEPS = 25;
const SILENCE = 5_000;
const SILENCE_OF_WATCH = 1_000;

// Waiting in the statement, and not by asking again, is one message; and it is asked of the very server that answers
// the read, whatever stands between. The sleep depends on the row (step * 0), or it would be done once only.
const reached = (position: number): Sql => ({
  name: "replica-has-replayed",
  text: `with recursive waiting(step, replayed) as (
      select 0, pg_last_wal_replay_lsn() - '0/0'::pg_lsn
      union all
      select step + 1, pg_last_wal_replay_lsn() - '0/0'::pg_lsn from waiting, pg_sleep(0.002 + step * 0)
        where replayed < $1::numeric and step < ${STEPS})
    select max(replayed) as replayed, pg_is_in_recovery() as "isReplica" from waiting`,
  values: [position],
});

/** Positions in the logs of two different servers mean nothing to each other. */
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
  /** Host and port, for people. */
  readonly name: string;
  /** Reads that it has answered. */
  reads = 0;
  /** One that is behind, or gone, is left alone until it is found to have caught up. */
  isInUse = false;
  private readonly db: Db;
  /** A connection for the watch alone: it must not have to wait behind reads. */
  private readonly watched: Db;

  constructor({ url, ...options }: ReplicaOptions) {
    this.name = nameOf(url);
    this.db = openDatabase({ url, ...options, patience: SILENCE });
    this.watched = openDatabase({ url, ...options, poolSize: 1, patience: SILENCE_OF_WATCH });
  }

  /** Null when it cannot answer: the primary can, or knows what is wrong with the statement. */
  async read(sql: Sql, position: number): Promise<Rows | null> {
    try {
      const [states, rows] = await this.db.runTogether([reached(position), sql]);
      if (isThere(states?.[0], position)) {
        this.reads++;
        return rows!;
      }
      this.isInUse = false;
      return null;
    } catch (error) {
      if (isLoss(error)) this.isInUse = false;
      return null;
    }
  }

  /** Whether it can be used, from now on. */
  async check({ position, system }: PrimaryState): Promise<void> {
    try {
      const [states, [own]] = (await this.watched.runTogether([reached(position), SYSTEM])) as [Rows, Rows];
      this.isInUse = isThere(states[0], position) && own?.["system"] === system;
    } catch {
      this.isInUse = false;
    }
  }

  /** How many bytes of the log it has not replayed; null when it does not answer, or is no replica. */
  async lag(position: number): Promise<number | null> {
    const [state] = await this.watched.run(reached(0)).catch(() => []);
    const isKnown = state?.["isReplica"] === true && typeof state["replayed"] === "number";
    return isKnown ? Math.max(0, position - Number(state["replayed"])) : null;
  }

  async close(): Promise<void> {
    await Promise.all([this.db.close(), this.watched.close()]);
  }
}

/** One that was promoted goes its own way. */
const isThere = (state: Rows[number] | undefined, position: number) =>
  state?.["isReplica"] === true && typeof state["replayed"] === "number" && state["replayed"] >= position;

/**
 * Whether the error says that nothing else would work either. A read that stood in the way of the replay (40001) is
 * cut off, for example, but the next one may be fine.
 */
const isLoss = (error: unknown): boolean => {
  const { severity, code } = error as { severity?: string; code?: string };
  return severity === undefined || /^(08|53|57|58|XX)/.test(code ?? "");
};

export function nameOf(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  return `${searchParams.get("host") ?? hostname}:${port || 5432}`;
}
