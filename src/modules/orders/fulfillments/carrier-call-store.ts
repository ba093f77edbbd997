import { sql } from "kysely";
import type { Connection, Tx, WriteConnection } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import { type CarrierCall, fulfillmentIdsOf, leaseOf, SECONDS_FOR_A_CARRIER } from "./carrier-call.ts";

interface CarrierCallRow {
  id: string;
  orderId: string;
  kind: string;
  fulfillmentIds: string[];
  details: string;
  seconds: number;
}

const insert = compiledReturningWrite<CarrierCallRow, unknown>(
  "carrier-call-insert",
  { inserts: ["tradewind.carrier_call"] },
  (p) => sql`
    insert into tradewind.carrier_call (id, order_id, kind, fulfillment_ids, details, lease_until)
    values (${p.id}, ${p.orderId}, ${p.kind}, ${p.fulfillmentIds}, ${p.details}::jsonb,
      now() + make_interval(secs => ${p.seconds}))`,
);

/** Recorded before the carrier is called. */
export async function insertCarrierCall(tx: Tx, call: CarrierCall): Promise<void> {
  await insert(tx, {
    id: call.id,
    orderId: call.of.orderId,
    kind: call.kind,
    fulfillmentIds: fulfillmentIdsOf(call),
    details: JSON.stringify(call),
    seconds: leaseOf(call),
  });
}

const remove = compiledReturningWrite<{ id: string }, { id: string }>(
  "carrier-call-remove",
  { deletes: ["tradewind.carrier_call"] },
  (p) => sql<{ id: string }>`delete from tradewind.carrier_call where id = ${p.id} returning id`,
);

/** False if another process has already ended the call. */
export async function deleteCarrierCall(tx: Tx, { id }: CarrierCall): Promise<boolean> {
  return (await remove(tx, { id })).length > 0;
}

const claim = compiledReturningWrite<{ id: string; seconds: number }, { details: CarrierCall }>(
  "carrier-call-take",
  { updates: ["tradewind.carrier_call"] },
  (p) => sql<{ details: CarrierCall }>`
    update tradewind.carrier_call set
      lease_until = now() + make_interval(secs => ${p.seconds} * cardinality(fulfillment_ids))
    where id = ${p.id} and lease_until <= now() returning details`,
);

/** Claims an overdue call for the caller; null if it has ended, or another process has claimed it. */
export async function claimCarrierCall(on: WriteConnection, id: string): Promise<CarrierCall | null> {
  const [claimed] = await claim(on, { id, seconds: SECONDS_FOR_A_CARRIER });
  return claimed?.details ?? null;
}

const overdue = compiledSql<{ orderId: string }, { id: string }>(
  "carrier-call-overdue",
  (p) => sql<{ id: string }>`select id from tradewind.carrier_call
    where order_id = ${p.orderId} and lease_until <= now() order by created_at, id`,
);

/** Calls of an order whose lease has expired. */
export async function findOverdueCalls(on: Connection, orderId: string): Promise<string[]> {
  return (await overdue(on, { orderId })).map(({ id }) => id);
}

const open = compiledSql<{ id: string }, unknown>(
  "carrier-call-open",
  (p) => sql`select 1 from tradewind.carrier_call where id = ${p.id}`,
);

export async function isCarrierCallOpen(on: Connection, id: string): Promise<boolean> {
  return (await open(on, { id })).length > 0;
}

const inCalls = compiledSql<{ orderId: string }, { id: string }>(
  "carrier-call-fulfillments",
  (p) => sql<{ id: string }>`select unnest(fulfillment_ids) as id from tradewind.carrier_call
    where order_id = ${p.orderId}`,
);

/** The fulfillments of a locked order that have an open carrier call. */
export async function findFulfillmentsInCalls(tx: Tx, orderId: string): Promise<Set<string>> {
  return new Set((await inCalls(tx, { orderId })).map(({ id }) => id));
}
