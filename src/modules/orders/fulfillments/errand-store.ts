import { sql } from "kysely";
import type { Connection, Tx, WriteConnection } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import { type Errand, fulfillmentIdsOf, leaseOf, SECONDS_FOR_A_CARRIER } from "./errand.ts";

interface ErrandRow {
  id: string;
  orderId: string;
  kind: string;
  fulfillmentIds: string[];
  details: string;
  seconds: number;
}

const insert = compiledReturningWrite<ErrandRow, unknown>(
  "carrier-errand-insert",
  { inserts: ["tradewind.carrier_call"] },
  (p) => sql`
    insert into tradewind.carrier_call (id, order_id, kind, fulfillment_ids, details, lease_until)
    values (${p.id}, ${p.orderId}, ${p.kind}, ${p.fulfillmentIds}, ${p.details}::jsonb,
      now() + make_interval(secs => ${p.seconds}))`,
);

/** Written before the carrier is asked. */
export async function insertErrand(tx: Tx, errand: Errand): Promise<void> {
  await insert(tx, {
    id: errand.id,
    orderId: errand.of.orderId,
    kind: errand.kind,
    fulfillmentIds: fulfillmentIdsOf(errand),
    details: JSON.stringify(errand),
    seconds: leaseOf(errand),
  });
}

const remove = compiledReturningWrite<{ id: string }, { id: string }>(
  "carrier-errand-remove",
  { deletes: ["tradewind.carrier_call"] },
  (p) => sql<{ id: string }>`delete from tradewind.carrier_call where id = ${p.id} returning id`,
);

/** False where somebody else has brought it to its end. */
export async function removeErrand(tx: Tx, { id }: Errand): Promise<boolean> {
  return (await remove(tx, { id })).length > 0;
}

const take = compiledReturningWrite<{ id: string; seconds: number }, { details: Errand }>(
  "carrier-errand-take",
  { updates: ["tradewind.carrier_call"] },
  (p) => sql<{ details: Errand }>`
    update tradewind.carrier_call set
      lease_until = now() + make_interval(secs => ${p.seconds} * cardinality(fulfillment_ids))
    where id = ${p.id} and lease_until <= now() returning details`,
);

/** The errand, for whoever gets it; null where it is done or somebody is at it. */
export async function takeErrand(on: WriteConnection, id: string): Promise<Errand | null> {
  const [taken] = await take(on, { id, seconds: SECONDS_FOR_A_CARRIER });
  return taken?.details ?? null;
}

const overdue = compiledSql<{ orderId: string }, { id: string }>(
  "carrier-errand-overdue",
  (p) => sql<{ id: string }>`select id from tradewind.carrier_call
    where order_id = ${p.orderId} and lease_until <= now() order by created_at, id`,
);

/** The errands of an order that nobody is at any more. */
export async function findOverdue(on: Connection, orderId: string): Promise<string[]> {
  return (await overdue(on, { orderId })).map(({ id }) => id);
}

const open = compiledSql<{ id: string }, unknown>(
  "carrier-errand-open",
  (p) => sql`select 1 from tradewind.carrier_call where id = ${p.id}`,
);

export async function isErrandOpen(on: Connection, id: string): Promise<boolean> {
  return (await open(on, { id })).length > 0;
}

const asked = compiledSql<{ orderId: string }, { id: string }>(
  "carrier-errand-fulfillments",
  (p) => sql<{ id: string }>`select unnest(fulfillment_ids) as id from tradewind.carrier_call
    where order_id = ${p.orderId}`,
);

/** The fulfilments of a locked order that carriers are being asked about. */
export async function findUnderWay(tx: Tx, orderId: string): Promise<Set<string>> {
  return new Set((await asked(tx, { orderId })).map(({ id }) => id));
}
