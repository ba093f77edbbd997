import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "./database.ts";

// Without waiting for the disk (synchronous_commit = off) a commit is acknowledged before it is flushed.
const POSITION = {
  name: "primary-position",
  text: `select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end - '0/0'::pg_lsn as position`,
  values: [],
};

const TIMEOUT_WHILE_UNREACHABLE = 250;

/** The log position of the primary, in bytes. A replica that has replayed up to it has every commit before. */
export class PrimaryPosition {
  private current: Promise<number> | undefined;
  private next: Promise<number> | undefined;
  private last: number | null = null;
  private isUnreachable = false;

  constructor(private readonly db: Db) {}

  /**
   * Every commit that was acknowledged before this call lies before the position. Calls during a query share the query
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
