import { sql } from "kysely";
import { expiredRows } from "../db/old-rows.ts";
import { compiled } from "../db/statements.ts";

/** Adds one to the count of each key. An expired count starts again from zero. */
export const countGuess = compiled("guess-count", (db, p: { keys: string[]; seconds: number }) =>
  db
    .insertInto("tradewind.rate_limit")
    .columns(["key", "hits", "window_ends_at"])
    .expression((from) =>
      from
        .selectFrom(sql<{ key: string }>`unnest(${p.keys}::text[])`.as<"guess">(sql`guess(key)`))
        .select([
          "guess.key",
          sql<number>`1`.as("hits"),
          sql<Date>`now() + make_interval(secs => ${p.seconds}::integer)`.as("window_ends_at"),
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

export const forgiveGuess = compiled("guess-forgive", (db, p: { keys: string[] }) =>
  db
    .updateTable("tradewind.rate_limit")
    .set({ hits: sql`greatest(hits - 1, 0)` })
    .where(sql<boolean>`key = any(${p.keys})`),
);

export const findTrusted = compiled("guess-trusted", (db, p: { key: string }) =>
  db
    .selectFrom("tradewind.rate_limit")
    .select("key")
    .where("key", "=", p.key)
    .where("window_ends_at", ">", sql<Date>`now()`),
);

/** For a quarter of a year. */
export const trust = compiled("guess-trust", (db, p: { key: string }) =>
  db
    .insertInto("tradewind.rate_limit")
    .values({ key: p.key, hits: 0, window_ends_at: sql<Date>`now() + interval '90 days'` })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({ window_ends_at: sql`excluded.window_ends_at` }),
    ),
);

export const deleteOldGuesses = expiredRows(
  "tradewind.rate_limit",
  "window_ends_at < now() - interval '1 hour'",
);
