import { setTimeout as pause } from "node:timers/promises";
import type { Connection, Db, Sql } from "./database.ts";
import { openDatabase } from "./database.ts";
import { PrimaryPosition } from "./primary-position.ts";
import { type PrimaryState, Replica, type ReplicaOptions, SYSTEM } from "./replica.ts";

export interface ReplicasOptions extends Omit<ReplicaOptions, "url"> {
  primary: Db;
  primaryUrl: string;
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
    const { urls, primaryUrl: url, poolSize, namedStatements } = options;
    this.all = urls.map((each) => new Replica({ url: each, poolSize, namedStatements }));
    // A pool of its own: a query that waited for a connection would answer too late.
    this.positions = openDatabase({ url, poolSize: 1, namedStatements });
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
