import type { Db } from "../../../src/db/database.ts";

/** The pieces of an order, swap or claim: each has one line of the only variant that is sold. */
export interface LineFacts {
  lineId: string;
  owner: string;
  orderId: string;
  kind: "order" | "swap" | "claim";
  quantity: number;
  packed: number;
  shipped: number;
  returned: number;
  unsent: number;
  reserved: number;
  isGone: boolean;
}

export interface ParcelFacts {
  id: string;
  owner: string;
  quantity: number;
  /** How many of its pieces had been reserved for the line. */
  used: number;
  isShipped: boolean;
  isCanceled: boolean;
}

export interface ReturnFacts {
  id: string;
  owner: string;
  quantity: number;
  refund: number;
  status: string;
  isPlain: boolean;
}

/** Everything that is known of the pieces of one item, as the database has it. */
export interface Facts {
  levels: { locationId: string; stocked: number; reserved: number }[];
  lines: LineFacts[];
  parcels: ParcelFacts[];
  returns: ReturnFacts[];
  reservations: { id: string; owner: string | null; locationId: string; quantity: number }[];
  exchanges: { id: string; orderId: string; cartId: string | null; isConfirmed: boolean }[];
  payments: { orderId: string; amount: number; refunded: number; isCaptured: boolean; isCanceled: boolean }[];
}

const sold = `
  select line.id, line.quantity, line.returned_unsent, coalesce(line.fulfilled_quantity, 0) as packed,
    coalesce(line.shipped_quantity, 0) as shipped, coalesce(line.returned_quantity, 0) as returned,
    coalesce(line.order_id, swap.id, claim.id) as owner,
    coalesce(line.order_id, swap.order_id, claim.order_id) as order_id,
    case when line.order_id is not null then 'order' when swap.id is not null then 'swap' else 'claim' end as kind,
    (coalesce(placed.status = 'canceled', false) or swap.canceled_at is not null
      or claim.canceled_at is not null) as is_gone
  from line_item line
  left join "order" placed on placed.id = line.order_id
  left join swap on swap.id = line.swap_id and line.order_id is null and swap.confirmed_at is not null
  left join claim_order claim on claim.id = line.claim_order_id and line.order_id is null
  where line.variant_id = $1 and not line.is_return
    and coalesce(line.order_id, swap.id, claim.id) is not null`;

const text = `
  with sold as (${sold}), orders as (select distinct order_id as id from sold)
  select
    (select json_agg(json_build_object('locationId', location_id, 'stocked', stocked_quantity,
        'reserved', reserved_quantity) order by location_id)
      from inventory_level where inventory_item_id = $2 and deleted_at is null) as levels,
    coalesce((select json_agg(json_build_object('lineId', id, 'owner', owner, 'orderId', order_id, 'kind', kind,
        'quantity', quantity, 'packed', packed, 'shipped', shipped, 'returned', returned, 'unsent', returned_unsent,
        'isGone', is_gone, 'reserved', (select coalesce(sum(kept.quantity), 0) from reservation_item kept
          where kept.line_item_id = sold.id and kept.deleted_at is null)) order by owner) from sold), '[]') as lines,
    coalesce((select json_agg(json_build_object('id', parcel.id, 'owner', sold.owner, 'quantity', item.quantity,
        'isShipped', parcel.shipped_at is not null, 'isCanceled', parcel.canceled_at is not null,
        'used', (select coalesce(sum(moved.reserved), 0) from tradewind.fulfillment_stock moved
          where moved.fulfillment_id = parcel.id)) order by parcel.id)
      from fulfillment parcel join fulfillment_item item on item.fulfillment_id = parcel.id
      join sold on sold.id = item.item_id), '[]') as parcels,
    coalesce((select json_agg(json_build_object('id', back.id, 'owner', sold.owner, 'quantity', item.quantity,
        'refund', back.refund_amount, 'status', back.status,
        'isPlain', back.swap_id is null and back.claim_order_id is null) order by back.id)
      from "return" back join return_item item on item.return_id = back.id
      join sold on sold.id = item.item_id), '[]') as returns,
    coalesce((select json_agg(json_build_object('id', kept.id, 'owner', sold.owner, 'locationId', kept.location_id,
        'quantity', kept.quantity) order by kept.id)
      from reservation_item kept left join sold on sold.id = kept.line_item_id
      where kept.inventory_item_id = $2 and kept.deleted_at is null), '[]') as reservations,
    coalesce((select json_agg(json_build_object('id', swap.id, 'orderId', swap.order_id, 'cartId', swap.cart_id,
        'isConfirmed', swap.confirmed_at is not null) order by swap.id)
      from swap where swap.canceled_at is null and swap.order_id in (select id from orders)), '[]') as exchanges,
    coalesce((select json_agg(json_build_object('orderId', order_id, 'amount', amount, 'refunded', amount_refunded,
        'isCaptured', captured_at is not null, 'isCanceled', canceled_at is not null) order by id)
      from payment where order_id in (select id from orders) and swap_id is null), '[]') as payments`;

export async function factsOf(
  db: Db,
  { variantId, itemId }: { variantId: string; itemId: string },
): Promise<Facts> {
  const [facts] = await db.run<Facts>({ text, values: [variantId, itemId] });
  return facts!;
}
