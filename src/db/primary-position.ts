import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "./database.ts";

// Without waiting for the disk (synchronous_commit = off) a commit is acknowledged before it is flushed.
const POSITION = {
  name: "primary-position",
  text: `select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end - '0/0'::pg_lsn as position`,
  values: [],
};

const SHORT = 250;

/** How far the log of the primary has come, in bytes. A replica that has replayed so far has every commit before. */
export class PrimaryPosition {
  private asked: Promise<number> | undefined;
  private awaited: Promise<number> | undefined;
  private last: number | null = null;
  private isLost = false;

  constructor(private readonly db: Db) {}

  /**
   * Whatever was acknowledged to anybody before this call lies before the position. One question serves all who come
   * while the one before it is on its way, so there are never more of them than fit one after the other.
   */
  now(): Promise<number> {
    if (!this.asked) return this.ask();
    const next = () => {
      this.awaited = undefined;
      return this.asked ?? this.ask();
    };
    this.awaited ??= this.asked.then(next, next);
    return this.awaited;
  }

  /**
   * The same; but while the primary cannot be reached, and so cannot commit anything either, what it had when it was
   * last heard of. Null when it answers with something else, or was never heard of.
   */
  async nowOrLast(): Promise<number | null> {
    const asked = this.now();
    // Who knows that it is gone does not wait for long.
    const patience = this.isLost ? pause(SHORT, this.last) : null;
    try {
      return await (patience ? Promise.race([asked, patience]) : asked);
    } catch (error) {
      return isUnreachable(error) ? this.last : null;
    }
  }

  private async ask(): Promise<number> {
    const asked = this.db.run<{ position: number }>(POSITION).then(([row]) => row!.position);
    this.asked = asked;
    try {
      this.last = await asked;
      this.isLost = false;
      return this.last;
    } catch (error) {
      this.isLost = true;
      throw error;
    } finally {
      this.asked = undefined;
    }
  }
}

/** No answer, or that of a server that is starting or ending. */
const isUnreachable = (error: unknown): boolean => {
  const { severity, code } = error as { severity?: string; code?: string };
  return severity === undefined || /^(08|57)/.test(code ?? "");
};
