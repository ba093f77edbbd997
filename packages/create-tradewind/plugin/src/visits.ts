import { type PluginDb, sql } from "tradewind/plugin";

/** The tables of the migrations. */
export interface Tables {
  visit: { customer_id: string; number: number; last_at: Date };
}

/** What the functions below need of a shop, or of a transaction. */
interface HasDb {
  readonly db: PluginDb<Tables>;
}

/** One statement reads and writes: of two visits at once, both are counted. */
export async function recordVisit(
  { db }: HasDb,
  { customerId, at }: { customerId: string; at: Date },
): Promise<number> {
  const { number } = await db
    .insertInto("visit")
    .values({ customer_id: customerId, number: 1, last_at: at })
    .onConflict((row) =>
      row.column("customer_id").doUpdateSet({
        number: (known) => known("visit.number", "+", 1),
        last_at: at,
      }),
    )
    .returning("number")
    .executeTakeFirstOrThrow();
  return number;
}

export const visitors = ({ db }: HasDb, limit: number): Promise<{ email: string; number: number }[]> =>
  db
    .selectFrom("visit")
    .innerJoin("tradewind_v1.customer as buyer", "buyer.id", "visit.customer_id")
    .select(["buyer.email", "visit.number"])
    .orderBy("visit.number", "desc")
    .orderBy("visit.customer_id")
    .limit(limit)
    .execute();

/** Of customers who were not here for a year. */
export async function deleteOldVisits({ db }: HasDb): Promise<void> {
  await db.deleteFrom("visit").where("last_at", "<", sql<Date>`now() - interval '1 year'`).execute();
}
