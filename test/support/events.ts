import type { Db } from "../../src/db/database.ts";

/** The payloads of all events of a name, in the order in which they were written. */
export async function announced(db: Db, name: string): Promise<Record<string, unknown>[]> {
  const rows = await db.run<{ data: Record<string, unknown> }>({
    text: "select data from tradewind.event where name = $1 order by seq",
    values: [name],
  });
  return rows.map(({ data }) => data);
}
