import { setTimeout as pause } from "node:timers/promises";
import { type Connection, type Db, openDatabase, type Sql } from "../database.ts";
import { type PrimaryState, Replica, type ReplicaOptions, SYSTEM } from "./replica.ts";

interface ReplicasOptions extends Omit<ReplicaOptions, "url"> {
  primary: Db;
  urls: readonly string[];
}

const HEALTH_CHECK_PAUSE = 500;

/**
 * Reads from a replica that has everything the primary has, else from the primary (docs/adr/0016-read-replicas.md). A
 * read sees every change that was committed before it.
 */
export class Replicas implements Connection {
  readonly all: readonly Replica[];
  /** Number of reads that went to the primary instead of a replica. */
  readsOfPrimary = 0;
  private readonly position: PrimaryPosition;
  private readonly positions: Db;
  private system: string | undefined;
  private turn = 0;
  private readonly stopping = new AbortController();
  private watching: Promise<void> | undefined;

  constructor(private readonly options: ReplicasOptions) {
    const { primary, urls, poolSize, namedStatements, tracing } = options;
    this.all = urls.map((each) => new Replica({ url: each, poolSize, namedStatements, tracing }));
    // A pool of its own: a query that waited for a connection would answer too late.
    this.positions = openDatabase({ url: primary.primary, poolSize: 1, namedStatements });
    this.position = new PrimaryPosition(this.positions);
  }

  start(): void {
    this.watching = this.watch();
  }

  async close(): Promise<void> {
    this.stopping.abort();
    await this.watching;
    await Promise.all([this.positions.close(), ...this.all.map((replica) => replica.close())]);
  }

  async run<Row>(sql: Sql): Promise<Row[]> {
    const rows = await this.readFromReplica(sql);
    if (rows) return rows as Row[];
    this.readsOfPrimary++;
    return this.options.primary.run<Row>(sql);
  }

  private async readFromReplica(sql: Sql): Promise<object[] | null> {
    if (!this.all.some(({ isInUse }) => isInUse)) return null;
    const position = await this.position.nowOrLast();
    return position === null ? null : (this.next()?.read(sql, position) ?? null);
  }

  write: Connection["write"] = (sql, refusal) => this.options.primary.write(sql, refusal);

  /** By name, in bytes; null for a replica that does not answer. */
  async lags(): Promise<Map<string, number | null>> {
    const position = await this.position.nowOrLast();
    const lagOf = async (replica: Replica) => (position === null ? null : replica.lag(position));
    return new Map(
      await Promise.all(this.all.map(async (replica) => [replica.name, await lagOf(replica)] as const)),
    );
  }

  /** Null when the log position of the primary is unknown. */
  private async primaryState(): Promise<PrimaryState | null> {
    this.system ??= (await this.positions.run<{ system: string }>(SYSTEM))[0]!.system;
    const position = await this.position.nowOrLast();
    return position === null ? null : { position, system: this.system };
  }

  private next(): Replica | undefined {
    const inUse = this.all.filter(({ isInUse }) => isInUse);
    this.turn = (this.turn + 1) % Math.max(inUse.length, 1);
    return inUse[this.turn];
  }

  /** Notices replicas that come back or stop answering. */
  private async watch(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const state = await this.primaryState().catch(() => null);
      if (state) await Promise.all(this.all.map((replica) => replica.check(state)));
      else for (const replica of this.all) replica.isInUse = false;
      await pause(HEALTH_CHECK_PAUSE, undefined, { signal }).catch(() => {});
    }
  }
}

// Without waiting for the disk (synchronous_commit = off) a commit is acknowledged before it is flushed.
const POSITION = {
  name: "primary-position",
  text: `select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end - '0/0'::pg_lsn as position`,
  values: [],
};

const TIMEOUT_WHILE_UNREACHABLE = 250;

/** The log position of the primary, in bytes. A replica that has replayed up to it has every commit before. */
class PrimaryPosition {
  private current: Promise<number> | undefined;
  private next: Promise<number> | undefined;
  private last: number | null = null;
  private isUnreachable = false;

  constructor(private readonly db: Db) {}

  /**
   * Every commit that was acknowledged before this call is before the position. Calls during a query share the query
   * after it, so there is never more than one at a time.
   */
  now(): Promise<number> {
    if (!this.current) return this.query();
    const next = () => {
      this.next = undefined;
      return this.current ?? this.query();
    };
    this.next ??= this.current.then(next, next);
    return this.next;
  }

  /**
   * The same, or the last known position while the primary cannot be reached and so cannot commit anything either. Null
   * after another error, or when no position is known.
   */
  async nowOrLast(): Promise<number | null> {
    const position = this.now();
    const timeout = this.isUnreachable ? pause(TIMEOUT_WHILE_UNREACHABLE, this.last) : null;
    try {
      return await (timeout ? Promise.race([position, timeout]) : position);
    } catch (error) {
      return isUnreachable(error) ? this.last : null;
    }
  }

  private async query(): Promise<number> {
    const position = this.db.run<{ position: number }>(POSITION).then(([row]) => row!.position);
    this.current = position;
    try {
      this.last = await position;
      this.isUnreachable = false;
      return this.last;
    } catch (error) {
      this.isUnreachable = true;
      throw error;
    } finally {
      this.current = undefined;
    }
  }
}

/** No answer, or a server that is starting or shutting down. */
const isUnreachable = (error: unknown): boolean => {
  const { severity, code } = error as { severity?: string; code?: string };
  return severity === undefined || /^(08|57)/.test(code ?? "");
};
