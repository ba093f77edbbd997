import { sql } from "kysely";
import type { Tx } from "../db/database.ts";
import { compiled } from "../db/statements.ts";
import { newId } from "../kernel/ids.ts";

const insertEvent = compiled(
  "event-announce",
  (db, p: { id: string; name: string; entityId: string | null; data: string }) =>
    db
      .insertInto("tradewind.event")
      .values({ id: p.id, name: p.name, entity_id: p.entityId, data: sql`${p.data}::jsonb` }),
);

/**
 * Writes an event into the log, in the transaction of the change it tells of: committed together or not at all.
 * The names and payloads are those of v1, e.g. `customer.created` with `{ id }`.
 */
export async function announce(
  tx: Tx,
  name: string,
  data: { id?: string } & Record<string, unknown>,
): Promise<void> {
  await insertEvent(tx, { id: newId("evt"), name, entityId: data.id ?? null, data: JSON.stringify(data) });
}
