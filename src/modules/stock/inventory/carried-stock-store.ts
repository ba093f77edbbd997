import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import { emptyVariants } from "../variant-rows/index.ts";
import type { CarriedStock, CarriedVariant } from "./carried-stock.ts";
import type { StockLine } from "./stock.ts";

type Nothing = Record<never, never>;

// Lines of orders, paid swaps and claims, with the pieces that are sold and not packed. Pieces that were returned before they were
// packed are in stock again.
const soldLines = sql`(
  select line.id, line.variant_id, placed.id as order_id,
    line.quantity - greatest(coalesce(line.fulfilled_quantity, 0), coalesce(line.returned_quantity, 0)) as open
  from line_item line
  left join swap on swap.id = line.swap_id and swap.confirmed_at is not null and swap.canceled_at is null
  left join claim_order claim on claim.id = line.claim_order_id and claim.canceled_at is null
  join "order" placed on placed.id = coalesce(line.order_id, swap.order_id, claim.order_id)
  where placed.canceled_at is null and not line.is_return
    and line.quantity > greatest(coalesce(line.fulfilled_quantity, 0), coalesce(line.returned_quantity, 0)))`;

// Deleted levels count as well: an admin deleted them on purpose.
const isCounted = (variant: string) =>
  sql.raw(`${variant}.deleted_at is null and ${variant}.manage_inventory
  and exists (select 1 from product_variant_inventory_item needed
    where needed.variant_id = ${variant}.id and needed.deleted_at is null)
  and not exists (select 1 from product_variant_inventory_item needed
    join inventory_level level on level.inventory_item_id = needed.inventory_item_id
    join stock_location place on place.id = level.location_id and place.deleted_at is null
    where needed.variant_id = ${variant}.id and needed.deleted_at is null)`);

const lockOrders = compiledSql<Nothing, { id: string }>(
  "carried-stock-lock-orders",
  () => sql<{ id: string }>`
    select id from "order" where id in (select sold.order_id from ${soldLines} sold
      join product_variant piece on piece.id = sold.variant_id and ${isCounted("piece")})
    order by id for no key update`,
);

const lockItems = compiledSql<Nothing, { id: string }>(
  "carried-stock-lock-items",
  () => sql<{ id: string }>`
    select id from inventory_item where deleted_at is null and id in (
      select link.inventory_item_id from product_variant_inventory_item link
      join product_variant piece on piece.id = link.variant_id and ${isCounted("piece")}
      where link.deleted_at is null)
    order by id for no key update`,
);

const lockVariants = compiledSql<Nothing, { id: string }>(
  "carried-stock-lock-variants",
  () => sql<{ id: string }>`
    select piece.id from product_variant piece where ${isCounted("piece")} order by piece.id for no key update`,
);

// Goods that a customer returns in a swap are not in stock until they arrive: see `expectReturns`.
const expected = sql`coalesce((select sum(coalesce(sent.requested_quantity, sent.quantity)) from return_item sent
  join "return" back on back.id = sent.return_id and back.status in ('requested', 'requires_action')
  join swap on swap.id = back.swap_id and swap.confirmed_at is not null and swap.canceled_at is null
    and swap.difference_due > 0
  join line_item line on line.id = sent.item_id
  where line.variant_id = piece.id), 0)`;

const counted = compiledSql<{ ids: string[] }, CarriedVariant>(
  "carried-stock-counted",
  (p) => sql<CarriedVariant>`
    select piece.id, (piece.inventory_quantity + ${expected})::integer as quantity,
      (select json_agg(json_build_object('itemId', link.inventory_item_id,
          'required', greatest(link.required_quantity, 1)))
        from product_variant_inventory_item link
        where link.variant_id = piece.id and link.deleted_at is null) as items
    from product_variant piece where piece.id = any(${p.ids}) and ${isCounted("piece")}`,
);

const sold = compiledSql<{ ids: string[] }, StockLine>(
  "carried-stock-sold",
  (p) => sql<StockLine>`
    select id as "lineItemId", variant_id as "variantId", open as quantity from ${soldLines} sold
    where variant_id = any(${p.ids})`,
);

const insertLevels = compiledReturningWrite<{ rows: string; location: string }, { id: string }>(
  "carried-stock-levels",
  { inserts: ["inventory_level"] },
  (p) => sql<{ id: string }>`
    insert into inventory_level (id, inventory_item_id, location_id, stocked_quantity, reserved_quantity)
    select id, item, ${p.location}, stocked, reserved
    from json_to_recordset(${p.rows}::json) as sent(id text, item text, stocked integer, reserved integer)
    returning id`,
);

const insertReservations = compiledReturningWrite<{ rows: string; location: string }, { id: string }>(
  "carried-stock-reservations",
  { inserts: ["reservation_item"] },
  (p) => sql<{ id: string }>`
    insert into reservation_item (id, line_item_id, inventory_item_id, location_id, quantity)
    select id, line, item, ${p.location}, quantity
    from json_to_recordset(${p.rows}::json) as sent(id text, line text, item text, quantity integer)
    returning id`,
);

// A cart that is being paid keeps its holds.
const moveHolds = compiledReturningWrite<{ ids: string[]; location: string }, unknown>(
  "carried-stock-holds",
  { inserts: ["tradewind.stock_hold"], deletes: ["tradewind.stock_hold"] },
  (p) => sql`
    with gone as (delete from tradewind.stock_hold where stock_id = any(${p.ids})
      returning cart_id, stock_id, quantity, expires_at)
    insert into tradewind.stock_hold (cart_id, stock_id, quantity, expires_at)
    select gone.cart_id, level.id, sum(gone.quantity * greatest(link.required_quantity, 1)), max(gone.expires_at)
    from gone
    join product_variant_inventory_item link on link.variant_id = gone.stock_id and link.deleted_at is null
    join inventory_level level on level.inventory_item_id = link.inventory_item_id
      and level.location_id = ${p.location}
    group by gone.cart_id, level.id`,
);

/**
 * Locks the variants without levels, and the orders and items that can change their stock. An order that was placed while this
 * transaction waited for the variants is locked after them.
 */
export async function lockVariantsWithoutLevels(tx: Tx): Promise<string[]> {
  await lockOrders(tx, {});
  await lockItems(tx, {});
  const ids = (await lockVariants(tx, {})).map(({ id }) => id);
  await lockOrders(tx, {});
  return ids;
}

/** Of locked variants: those that still have no level, and their sold lines that are not packed. */
export async function readVariantStock(
  tx: Tx,
  ids: string[],
): Promise<{ variants: CarriedVariant[]; lines: StockLine[] }> {
  return { variants: await counted(tx, { ids }), lines: await sold(tx, { ids }) };
}

/** Saves the levels and reservations of locked variants at a location. */
export async function saveCarriedStock(
  tx: Tx,
  { levels, reservations }: CarriedStock,
  { locationId: location, variantIds: ids }: { locationId: string; variantIds: string[] },
): Promise<{ levels: string[]; reservations: string[] }> {
  const levelRows = levels.map(({ itemId: item, ...rest }) => ({ id: newId("ilev"), item, ...rest }));
  const reservationRows = reservations.map(({ lineItemId: line, itemId: item, quantity }) => ({
    id: newId("resitem"),
    line,
    item,
    quantity,
  }));
  const made = await insertLevels(tx, { rows: JSON.stringify(levelRows), location });
  const inserted = await insertReservations(tx, { rows: JSON.stringify(reservationRows), location });
  await emptyVariants(tx, ids);
  await moveHolds(tx, { ids, location });
  return { levels: made.map(({ id }) => id), reservations: inserted.map(({ id }) => id) };
}
