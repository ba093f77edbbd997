import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../db/database.ts";
import { compiled } from "../db/statements.ts";
import { Refusal } from "../kernel/refusal.ts";

export interface Guess {
  /** What is being guessed at, e.g. `admin-login`. */
  what: string;
  /** The account (email, code, ...) that is tried; absent where only the address counts. */
  account?: string;
  address: string;
}

const count = compiled("guess-count", (db, p: { keys: string[] }) =>
  db
    .insertInto("tradewind.rate_limit")
    .columns(["key", "hits", "window_ends_at"])
    .expression((from) =>
      from
        .selectFrom(sql<{ key: string }>`unnest(${p.keys}::text[])`.as<"guess">(sql`guess(key)`))
        .select([
          "guess.key",
          sql<number>`1`.as("hits"),
          sql<Date>`now() + interval '15 minutes'`.as("window_ends_at"),
        ]),
    )
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        hits: sql`case when rate_limit.window_ends_at < now() then 1 else rate_limit.hits + 1 end`,
        window_ends_at: sql`case when rate_limit.window_ends_at < now() then excluded.window_ends_at else rate_limit.window_ends_at end`,
      }),
    )
    .returning(["key", "hits", sql<number>`extract(epoch from window_ends_at - now())`.as("seconds")]),
);

const forgive = compiled("guess-forgive", (db, p: { keys: string[] }) =>
  db
    .updateTable("tradewind.rate_limit")
    .set({ hits: sql`greatest(hits - 1, 0)` })
    .where(sql<boolean>`key = any(${p.keys})`),
);

/**
 * Limits failed guesses, in the database, so that all processes count together. An attempt is counted before it
 * is made and forgiven when it succeeds: many attempts at the same moment cannot slip through.
 */
export class GuessLimits {
  constructor(
    private readonly db: Db,
    private readonly limits: { perAccount: number; perAddress: number },
  ) {}

  async guarded<T>(
    guess: Guess,
    attempt: () => Promise<T>,
    isSuccess: (result: T) => boolean = () => true,
  ): Promise<T> {
    const { keys, limits } = this.keysOf(guess);
    const counted = await count(this.db, { keys });
    const over = counted.find(({ key, hits }) => hits > limits.get(key)!);
    if (over)
      throw new Refusal("too_many_requests", `Too many attempts. Try again in ${waitFor(over.seconds)}.`);
    try {
      const result = await attempt();
      if (isSuccess(result)) await forgive(this.db, { keys });
      return result;
    } catch (error) {
      // Only a refused credential is a failed guess; a malformed request or a fault of ours is not.
      const isFailedGuess = error instanceof Refusal && error.type === "unauthorized";
      if (!isFailedGuess) await forgive(this.db, { keys });
      throw error;
    }
  }

  private keysOf(guess: Guess) {
    const limits = new Map<string, number>();
    limits.set(`${guess.what}:from:${guess.address}`, this.limits.perAddress);
    if (guess.account !== undefined) {
      const account = createHash("sha256").update(guess.account.trim().toLowerCase()).digest("base64url");
      limits.set(`${guess.what}:at:${account}`, this.limits.perAccount);
    }
    // Always in the same order, so that two attempts cannot wait for each other.
    return { keys: [...limits.keys()].sort(), limits };
  }
}

const waitFor = (seconds: number) => {
  const left = Math.max(1, Math.ceil(seconds / 60));
  return left === 1 ? "a minute" : `${left} minutes`;
};
