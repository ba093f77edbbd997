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

const insertEvents = compiled(
  "event-announce-each",
  (db, p: { name: string; ids: string[]; data: string[] }) =>
    db
      .insertInto("tradewind.event")
      .columns(["id", "name", "entity_id", "data"])
      .expression((from) =>
        from
          .selectFrom(
            sql<{ id: string; data: string }>`unnest(${p.ids}::text[], ${p.data}::text[])`.as<"told">(
              sql`told(id, data)`,
            ),
          )
          .select([
            "told.id",
            sql<string>`${p.name}::text`.as("name"),
            sql<string | null>`told.data::jsonb ->> 'id'`.as("entity_id"),
            sql<string>`told.data::jsonb`.as("data"),
          ])
          .orderBy("told.id"),
      ),
);

/** The same for many at once, in one statement: one event for each of the payloads, in their order. */
export async function announceEach(
  tx: Tx,
  name: string,
  payloads: readonly ({ id?: string } & Record<string, unknown>)[],
): Promise<void> {
  if (payloads.length === 0) return;
  const data = payloads.map((payload) => JSON.stringify(payload));
  await insertEvents(tx, { name, ids: data.map(() => newId("evt")), data });
}
