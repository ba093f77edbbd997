import { sql } from "kysely";
import type { Tx } from "../db/database.ts";
import { compiledWrite } from "../db/statements.ts";
import { currentActor } from "../db/transactions/actor-context.ts";
import { currentTraceparent } from "../db/transactions/trace-context.ts";
import { newId } from "../kernel/ids.ts";

/** The user or customer whose request caused the event, and the trace of that request. */
interface Cause {
  userId: string | null;
  customerId: string | null;
  traceparent: string | null;
}

const cause = (): Cause => {
  const { userId = null, customerId = null } = currentActor() ?? {};
  return { userId, customerId, traceparent: currentTraceparent() };
};

const insertEvent = compiledWrite<
  Cause & { id: string; name: string; entityId: string | null; data: string }
>(
  "event-announce",
  { inserts: ["tradewind.event"] },
  (p) => sql`insert into tradewind.event (id, name, entity_id, data, user_id, customer_id, traceparent)
    values (${p.id}, ${p.name}, ${p.entityId}, ${p.data}::jsonb, ${p.userId}, ${p.customerId}, ${p.traceparent})`,
);

export type EventData = { id?: string; code?: string } & Record<string, unknown>;

interface PlainEvent {
  readonly name: string;
  readonly data: EventData;
}

/** The id of what the event is about. Subscribers get the events of one entity in order. */
const entityOf = ({ id, code }: EventData): string | null => id ?? code ?? null;

/**
 * Writes an event into the log, in the transaction of the change it reports: both are committed, or neither is. Modules
 * announce what they have declared (`define-events.ts`).
 */
export async function announce(tx: Tx, name: string, data: EventData): Promise<void> {
  await insertEvent(tx, {
    id: newId("evt"),
    name,
    entityId: entityOf(data),
    data: JSON.stringify(data),
    ...cause(),
  });
}

const insertEvents = compiledWrite<
  Cause & { ids: string[]; names: string[]; entities: (string | null)[]; data: string[] }
>(
  "event-announce-all",
  { inserts: ["tradewind.event"] },
  (p) => sql`insert into tradewind.event (id, name, entity_id, data, user_id, customer_id, traceparent)
    select new_event.id, new_event.name, new_event.entity, new_event.data::jsonb, ${p.userId}, ${p.customerId},
      ${p.traceparent}
    from unnest(${p.ids}::text[], ${p.names}::text[], ${p.entities}::text[], ${p.data}::text[])
      as new_event (id, name, entity, data)
    order by new_event.id`,
);

/** The same for several events at once, in one statement and in their order. */
export async function announceAll(tx: Tx, events: readonly PlainEvent[]): Promise<void> {
  if (events.length === 0) return;
  await insertEvents(tx, {
    ids: events.map(() => newId("evt")),
    names: events.map(({ name }) => name),
    entities: events.map(({ data }) => entityOf(data)),
    data: events.map(({ data }) => JSON.stringify(data)),
    ...cause(),
  });
}

/** One event of the same name for each of the payloads. */
export const announceEach = (tx: Tx, name: string, payloads: readonly EventData[]): Promise<void> =>
  announceAll(
    tx,
    payloads.map((data) => ({ name, data })),
  );
