import type { Db } from "../db/database.ts";
import { refuseAbove } from "./guess-limits.ts";
import { countGuess } from "./guess-store.ts";

const QUARTER_OF_AN_HOUR = 15 * 60;

/** Limits how often something is done, in the database, so that all processes count together. */
export class ActionLimits {
  constructor(private readonly db: Db) {}

  /** Counts one more in this quarter of an hour, and refuses it above the limit. */
  async count(key: string, limit: number): Promise<void> {
    const [counted] = await countGuess(this.db, { keys: [key], seconds: QUARTER_OF_AN_HOUR });
    refuseAbove(limit, counted!);
  }
}
