import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql, withParts } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { piecesUnpacked } from "../../selling/line-items/index.ts";
import { saveClaimFulfillment, saveSwapFulfillment } from "../exchange-rows/index.ts";
import { type FulfillmentStatus, saveOrderState } from "../orders/index.ts";
import type { ConsignmentRef } from "./consignment.ts";
import type { ItemQuantity } from "./fulfillment-plan.ts";

interface NewFulfillment {
  id: string;
  providerId: string;
  items: readonly ItemQuantity[];
}

interface FulfillmentDetails {
  of: ConsignmentRef;
  locationId: string | null;
  metadata: Metadata | null;
  idempotencyKey: string | null;
}

interface FulfillmentRows {
  orderId: string | null;
  swapId: string | null;
  claimId: string | null;
  locationId: string | null;
  metadata: string | null;
  idempotencyKey: string | null;
  fulfillments: string;
}

// The foreign key of the items is checked at the end of the statement.
const insert = compiledReturningWrite<FulfillmentRows, unknown>(
  "fulfillment-insert",
  { inserts: ["fulfillment", "fulfillment_item"] },
  (p) => sql`
    with sent as (select * from jsonb_to_recordset(${p.fulfillments}::jsonb)
      as sent(id varchar, provider varchar, items jsonb)),
    made as (insert into fulfillment (id, order_id, swap_id, claim_order_id, provider_id, location_id,
        metadata, idempotency_key, data)
      select sent.id, ${p.orderId}::text, ${p.swapId}::text, ${p.claimId}::text, sent.provider,
        ${p.locationId}::text, ${p.metadata}::jsonb, ${p.idempotencyKey}::text, '{}'::jsonb from sent)
    insert into fulfillment_item (fulfillment_id, item_id, quantity)
    select sent.id, item.item_id, item.quantity
    from sent, jsonb_to_recordset(sent.items) as item(item_id varchar, quantity integer)`,
);

export async function insertFulfillments(
  tx: Tx,
  { of, locationId, metadata, idempotencyKey }: FulfillmentDetails,
  fulfillments: readonly NewFulfillment[],
): Promise<void> {
  await insert(tx, {
    locationId,
    idempotencyKey,
    orderId: of.kind === "order" ? of.id : null,
    swapId: of.kind === "swap" ? of.id : null,
    claimId: of.kind === "claim" ? of.id : null,
    metadata: metadata && JSON.stringify(metadata),
    fulfillments: JSON.stringify(
      fulfillments.map(({ id, providerId, items }) => ({ id, provider: providerId, items })),
    ),
  });
}

/** Saves the fulfillment status of a consignment whose order is locked. */
export async function saveConsignmentStatus(
  tx: Tx,
  { kind, id }: ConsignmentRef,
  status: string,
): Promise<void> {
  if (kind === "swap") await saveSwapFulfillment(tx, id, status);
  else if (kind === "claim") await saveClaimFulfillment(tx, id, status);
  else await saveOrderState(tx, id, { fulfillment_status: status as FulfillmentStatus });
}

const saveBooked = compiledReturningWrite<{ booked: string }, unknown>(
  "fulfillment-save-data",
  { updates: ["fulfillment"] },
  (p) => sql`update fulfillment set data = sent.data, updated_at = now()
    from jsonb_to_recordset(${p.booked}::jsonb) as sent(id varchar, data jsonb)
    where fulfillment.id = sent.id`,
);

/** Saves the carriers' data of booked shipments. */
export async function saveBookings(tx: Tx, booked: readonly { id: string; data: Metadata }[]): Promise<void> {
  if (booked.length > 0) await saveBooked(tx, { booked: JSON.stringify(booked) });
}

const cancel = compiledReturningWrite<{ id: string }, unknown>(
  "fulfillment-cancel",
  { updates: ["fulfillment"] },
  (p) => sql`update fulfillment set canceled_at = now(), updated_at = now() where id = ${p.id}`,
);

export async function markCanceled(tx: Tx, id: string): Promise<void> {
  await cancel(tx, { id });
}

interface ShippedRow {
  id: string;
  noNotification: boolean | null;
  links: string;
}

const ship = compiledReturningWrite<ShippedRow, unknown>(
  "fulfillment-ship",
  { inserts: ["tracking_link"], updates: ["fulfillment"] },
  (p) => sql`
    with shipped as (update fulfillment set shipped_at = now(), metadata = coalesce(metadata, '{}'::jsonb),
        no_notification = coalesce(${p.noNotification}::boolean, no_notification), updated_at = now()
      where id = ${p.id})
    insert into tracking_link (id, fulfillment_id, tracking_number, url)
    select sent.id, ${p.id}, sent.number, sent.url
    from jsonb_to_recordset(${p.links}::jsonb) as sent(id varchar, number varchar, url varchar)`,
);

export interface Tracking {
  number: string;
  url: string | null;
}

export async function markShipped(
  tx: Tx,
  shipped: { id: string; noNotification: boolean | null; links: readonly Tracking[] },
): Promise<void> {
  const rows = shipped.links.map((link) => ({ id: newId("tlink"), ...link }));
  await ship(tx, { ...shipped, links: JSON.stringify(rows) });
}

const remove = compiledReturningWrite<{ ids: string[] }, unknown>(
  "fulfillment-remove",
  withParts({ deletes: ["fulfillment_item", "fulfillment"] }, [piecesUnpacked]),
  (p) => sql`
    with gone as (delete from fulfillment_item where fulfillment_id = any(${p.ids}) returning item_id, quantity),
    lines as (${piecesUnpacked({
      unpacked: sql`(select item_id, sum(quantity)::integer as quantity,
          exists (select 1 from fulfillment_item other
            where other.item_id = gone.item_id and other.fulfillment_id <> all(${p.ids})) as is_packed
        from gone group by item_id)`,
    })})
    delete from fulfillment where id = any(${p.ids})`,
);

/** Deletes fulfillments that no carrier accepted. */
export async function removeFulfillments(tx: Tx, ids: readonly string[]): Promise<void> {
  await remove(tx, { ids: [...ids] });
}

/** A fulfillment with the data that calls to its carrier need. */
interface CarrierFulfillment {
  id: string;
  providerId: string | null;
  data: Metadata;
  isOpen: boolean;
  isInCall: boolean;
}

const find = compiledSql<{ id: string; orderId: string }, CarrierFulfillment>(
  "fulfillment-find",
  (p) => sql<CarrierFulfillment>`
    select sent.id, sent.provider_id as "providerId", sent.data,
      sent.shipped_at is null and sent.canceled_at is null as "isOpen",
      exists (select 1 from tradewind.carrier_call pending
        where pending.order_id = ${p.orderId} and sent.id = any(pending.fulfillment_ids)) as "isInCall"
    from fulfillment sent
    left join swap on swap.id = sent.swap_id
    left join claim_order on claim_order.id = sent.claim_order_id
    where sent.id = ${p.id} and coalesce(sent.order_id, swap.order_id, claim_order.order_id) = ${p.orderId}`,
);

/** A fulfillment of an order, or of its swaps and claims. */
export async function findFulfillment(
  on: Connection,
  { id, orderId }: { id: string; orderId: string },
): Promise<CarrierFulfillment | null> {
  const [found] = await find(on, { id, orderId });
  return found ?? null;
}
