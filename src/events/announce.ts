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

/** An event that is about to be told of. */
export interface Told {
  name: string;
  data: { id?: string; code?: string } & Record<string, unknown>;
}

/** What the event is about; subscribers hear of the events of one entity in order. */
const entityOf = ({ id, code }: Told["data"]): string | null => id ?? code ?? null;

/**
 * Writes an event into the log, in the transaction of the change it tells of: committed together or not at all.
 * The names and payloads are those of v1, e.g. `customer.created` with `{ id }`.
 */
export async function announce(tx: Tx, name: string, data: Told["data"]): Promise<void> {
  await insertEvent(tx, { id: newId("evt"), name, entityId: entityOf(data), data: JSON.stringify(data) });
}

const insertEvents = compiled(
  "event-announce-all",
  (db, p: { ids: string[]; names: string[]; entities: (string | null)[]; data: string[] }) =>
    db
      .insertInto("tradewind.event")
      .columns(["id", "name", "entity_id", "data"])
      .expression((from) =>
        from
          .selectFrom(
            sql<{ id: string; name: string; entity: string | null; data: string }>`
              unnest(${p.ids}::text[], ${p.names}::text[], ${p.entities}::text[], ${p.data}::text[])`.as<"told">(
              sql`told(id, name, entity, data)`,
            ),
          )
          .select([
            "told.id",
            "told.name",
            "told.entity as entity_id",
            sql<string>`told.data::jsonb`.as("data"),
          ])
          .orderBy("told.id"),
      ),
);

/** The same for several events at once, in one statement and in their order. */
export async function announceAll(tx: Tx, events: readonly Told[]): Promise<void> {
  if (events.length === 0) return;
  await insertEvents(tx, {
    ids: events.map(() => newId("evt")),
    names: events.map(({ name }) => name),
    entities: events.map(({ data }) => entityOf(data)),
    data: events.map(({ data }) => JSON.stringify(data)),
  });
}

/** One event of the same name for each of the payloads. */
export const announceEach = (tx: Tx, name: string, payloads: readonly Told["data"][]): Promise<void> =>
  announceAll(
    tx,
    payloads.map((data) => ({ name, data })),
  );
