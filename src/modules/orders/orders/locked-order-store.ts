import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledSql, compiledWrite } from "../../../db/statements.ts";
import type { Extra, Graph, RowFor } from "../../../graph/graph.ts";
import { viewOf } from "../../../graph/selection.ts";
import type { LockedOrder } from "./locked-order.ts";
import { type FulfillmentStatus, type PaymentStatus, unknownOrder } from "./order.ts";
import { orderFacts } from "./order-facts-graph.ts";
import { order as orderEntity } from "./orders-graph.ts";

const linesIn = <Path extends string>(path: Path) =>
  [path, `${path}.tax_lines`, `${path}.adjustments`] as const;

const methodsIn = <Path extends string>(path: Path) =>
  [path, `${path}.tax_lines`, `${path}.shipping_option`] as const;

const variantsIn = <Path extends string>(path: Path) =>
  [`${path}.variant.product_id`, `${path}.variant.sku`, `${path}.variant.weight`] as const;

/** Everything that changes of an order need. */
const orderForChange = viewOf({
  entity: orderEntity,
  fields: [
    "*",
    ...variantsIn("items"),
    ...variantsIn("swaps.additional_items"),
    ...variantsIn("claims.additional_items"),
  ],
  relations: [
    ...linesIn("items"),
    ...linesIn("swaps.additional_items"),
    ...linesIn("claims.additional_items"),
    ...methodsIn("shipping_methods"),
    ...methodsIn("swaps.shipping_methods"),
    ...methodsIn("claims.shipping_methods"),
    "payments",
    "refunds",
    "fulfillments",
    "fulfillments.items",
    "returns",
    "returns.items",
    "swaps",
    "swaps.fulfillments",
    "swaps.fulfillments.items",
    "swaps.return_order",
    "swaps.return_order.items",
    "swaps.payment",
    "claims",
    "claims.claim_items",
    "claims.fulfillments",
    "claims.fulfillments.items",
    "claims.return_order",
    "claims.return_order.items",
    "discounts",
    "discounts.rule",
    "region",
  ],
});

const isBeingCanceled: Extra<"is_being_canceled", boolean> = {
  name: "is_being_canceled",
  values: [],
  sql: (row) => `exists (select 1 from tradewind.payment_operation under_way
    where under_way.order_id = ${row}.id and under_way.state = 'begun'
      and under_way.purpose = 'cancel:' || ${row}.id)`,
};

const hasPaidEdit: Extra<"has_paid_edit", boolean> = {
  name: "has_paid_edit",
  values: [],
  sql: (row) => `exists (select 1 from order_edit edit
    join payment_collection paid on paid.id = edit.payment_collection_id and paid.deleted_at is null
    where edit.order_id = ${row}.id and coalesce(edit.confirmed_at, edit.declined_at, edit.canceled_at) is null
      and paid.status <> 'canceled' and paid.authorized_amount > 0)`,
};

// A claim with pending calls to providers has a job that finishes it. Its event is announced when all calls are done.
const unsettled: Extra<"unsettled", string[]> = {
  name: "unsettled",
  values: [],
  sql: (row) => `array_to_json(array(
    select paid.swap_id from payment paid
    join tradewind.payment_operation under_way on under_way.payment_id = paid.id
    where paid.order_id = ${row}.id and paid.swap_id is not null and under_way.state = 'begun'
      and under_way.kind = 'cancel'
    union all
    select made.id from claim_order made
    where made.order_id = ${row}.id
      and exists (select 1 from graphile_worker.jobs job where job.key = 'claim-finish:' || made.id
        and (job.attempts < job.max_attempts or job.locked_at is not null))
      and not exists (select 1 from tradewind.event announced
        where announced.entity_id = made.id and announced.name = 'claim.created')))`,
};

const linesAtCarriers: Extra<"lines_at_carriers", string[]> = {
  name: "lines_at_carriers",
  values: [],
  sql: (row) => `array_to_json(array(
    select distinct packed.item_id from tradewind.carrier_call call
    join fulfillment_item packed on packed.fulfillment_id = any(call.fulfillment_ids)
    where call.order_id = ${row}.id and call.kind = 'book'))`,
};

const refundedPieces: Extra<"refunded_pieces", { item_id: string; quantity: number }[]> = {
  name: "refunded_pieces",
  values: [],
  sql: (row) => `(select coalesce(json_agg(json_build_object('item_id', piece.line_item_id,
      'quantity', piece.quantity) order by piece.operation_key), '[]'::json)
    from tradewind.line_refund made
    join tradewind.line_refund_piece piece on piece.operation_key = made.operation_key
    where made.order_id = ${row}.id and made.return_id is null
      and exists (select 1 from tradewind.payment_operation moved
        where moved.purpose = made.operation_key and moved.state <> 'refused'))`,
};

const extras = [
  orderFacts,
  isBeingCanceled,
  hasPaidEdit,
  linesAtCarriers,
  refundedPieces,
  unsettled,
] as const;

type ReadOrder = RowFor<typeof orderForChange, { extras: typeof extras }>;

/** Reads an order without a lock, for calls to providers. Check again under the lock before a change. */
export async function readOrderWithoutLock(graph: Graph, on: Connection, id: string): Promise<LockedOrder> {
  const found = await graph.find(orderForChange, id, { on, extras });
  if (!found) throw unknownOrder(id);
  return withUnsentReturns(found);
}

/** Adds `returned_unsent` from the facts, because the column does not exist in v1: see `LinePieces`. */
function withUnsentReturns(order: ReadOrder): LockedOrder {
  const { lines, additional_lines } = order.$facts;
  const unsent = new Map([...lines, ...additional_lines].map((line) => [line.id, line.returned_unsent]));
  const withUnsent = (line: ReadOrder["items"][number]) => ({
    ...line,
    returned_unsent: unsent.get(line.id) ?? 0,
  });
  const inExchange = <Kind extends { additional_items: ReadOrder["items"] }>(exchange: Kind) => ({
    ...exchange,
    additional_items: exchange.additional_items.map(withUnsent),
  });
  return {
    ...order,
    items: order.items.map(withUnsent),
    swaps: order.swaps.map(inExchange),
    claims: order.claims.map(inExchange),
  };
}

const locking = (p: { id: string }) => sql<{ id: string }>`
  select id from "order" where id = ${p.id} for no key update`;

const lock = compiledSql("order-lock", locking);
const lockWithNext = compiledWrite("order-lock", {}, locking);

/**
 * Locks and reads an order. Every change of its payments, fulfillments, returns, swaps, claims and edits holds this lock.
 * A second statement reads the order, so that it sees the changes that the lock waited for.
 */
export async function lockOrder(graph: Graph, tx: Tx, id: string): Promise<LockedOrder> {
  await lockWithNext(tx, { id });
  return readOrderWithoutLock(graph, tx, id);
}

/** Locks an order without reading it. */
export async function lockOrderRow(tx: Tx, id: string): Promise<void> {
  const [found] = await lock(tx, { id });
  if (!found) throw unknownOrder(id);
}

/** Absent fields do not change. */
interface OrderStateChange {
  status?: LockedOrder["status"];
  fulfillment_status?: FulfillmentStatus;
  payment_status?: PaymentStatus;
}

const save = compiledWrite<{
  id: string;
  status: string | null;
  fulfillment: string | null;
  payment: string | null;
}>(
  "order-save-state",
  { updates: ["order"] },
  (p) => sql`update "order" set
      status = coalesce(${p.status}::order_status_enum, status),
      fulfillment_status = coalesce(${p.fulfillment}::order_fulfillment_status_enum, fulfillment_status),
      payment_status = coalesce(${p.payment}::order_payment_status_enum, payment_status),
      canceled_at = case when ${p.status} = 'canceled' then coalesce(canceled_at, now()) else canceled_at end,
      updated_at = now()
    where id = ${p.id}`,
);

/** Saves the statuses of a locked order. */
export async function saveOrderState(tx: Tx, id: string, change: OrderStateChange): Promise<void> {
  await save(tx, {
    id,
    status: change.status ?? null,
    fulfillment: change.fulfillment_status ?? null,
    payment: change.payment_status ?? null,
  });
}
