import { type Invariant, noRows, rows, type Scene } from "./scene.ts";

/** Pieces of a variant that are neither the shop's any more nor back: see docs/guides/after-the-order.md. */
const sold = `
  select coalesce(sum(line.quantity - coalesce(line.returned_quantity, 0)), 0) as pieces from line_item line
  left join "order" placed on placed.id = line.order_id
  left join swap on swap.id = line.swap_id
  left join claim_order claim on claim.id = line.claim_order_id
  where line.variant_id = $1 and not line.is_return and (
    (line.order_id is not null and placed.status <> 'canceled')
    or (line.order_id is null and line.swap_id is not null and swap.confirmed_at is not null and swap.canceled_at is null)
    or (line.order_id is null and line.claim_order_id is not null and claim.canceled_at is null))`;

/** Pieces that customers will send back for a swap that they have paid for. */
const expectedReturns = `
  select coalesce(sum(item.quantity), 0) as pieces from swap
  join "return" back on back.swap_id = swap.id and back.status in ('requested', 'requires_action')
  join return_item item on item.return_id = back.id
  join line_item line on line.id = item.item_id
  where line.variant_id = $1 and swap.confirmed_at is not null and swap.canceled_at is null
    and swap.difference_due > 0`;

const theNumber = async (scene: Parameters<Invariant>[0], text: string, id: string) =>
  (await rows<{ pieces: number }>(scene.db, text, id))[0]!.pieces;

export const ownStockIsConserved: Invariant = async (scene) => {
  const problems: string[] = [];
  for (const { variantId, start } of scene.stock.own) {
    const left = await theNumber(
      scene,
      "select inventory_quantity as pieces from product_variant where id = $1",
      variantId,
    );
    const awaited = await theNumber(scene, expectedReturns, variantId);
    const gone = (await theNumber(scene, sold, variantId)) + awaited;
    // Expected returns of a swap reduce the stock until they arrive, also below zero.
    if (left + gone !== start || left < -awaited) {
      problems.push(`of ${start} pieces of ${variantId} ${left} are left and ${gone} are sold`);
    }
  }
  return problems;
};

export const locatedStockIsConserved: Invariant = async ({ db, stock: { located } }) => {
  const [found] = await rows<Record<"stocked" | "reserved" | "reservations" | "open" | "away", number>>(
    db,
    `select level.stocked_quantity as stocked, level.reserved_quantity as reserved,
        (select coalesce(sum(quantity), 0) from reservation_item
          where inventory_item_id = $1 and deleted_at is null) as reservations,
        lines.open, lines.away
      from inventory_level level, lateral (
        select coalesce(sum(line.quantity - coalesce(line.fulfilled_quantity, 0) - line.returned_unsent), 0) as open,
          coalesce(sum(coalesce(line.fulfilled_quantity, 0) - coalesce(line.returned_quantity, 0)
            + line.returned_unsent), 0) as away
        from line_item line join "order" placed on placed.id = line.order_id
        where line.variant_id = $2 and placed.status <> 'canceled') lines
      where level.inventory_item_id = $1`,
    located.itemId,
    located.variantId,
  );
  const { stocked, reserved, reservations, open, away } = found!;
  const isRight = stocked + away === located.start && reserved === reservations && reserved === open;
  if (isRight) return [];
  const lines = JSON.stringify(await oddLines(db, located.variantId));
  return [`of ${located.start} pieces at the location: ${JSON.stringify(found)}, by these lines: ${lines}`];
};

/** Lines for which other pieces are reserved than are still to be sent, with what has happened to them. */
const oddLines = (db: Scene["db"], variantId: string) =>
  rows(
    db,
    `select line.id, line.order_id, line.swap_id, line.claim_order_id, line.quantity, line.fulfilled_quantity,
        line.shipped_quantity, line.returned_quantity, held.reserved, placed.status, placed.fulfillment_status,
        (select json_agg(json_build_object('quantity', packed.quantity, 'canceled', parcel.canceled_at,
            'shipped', parcel.shipped_at) order by parcel.created_at)
          from fulfillment_item packed join fulfillment parcel on parcel.id = packed.fulfillment_id
          where packed.item_id = line.id) as parcels
      from line_item line left join "order" placed on placed.id = line.order_id
      cross join lateral (select coalesce(sum(quantity), 0) as reserved from reservation_item
        where line_item_id = line.id and deleted_at is null) held
      where line.variant_id = $1 and held.reserved <> case
        when line.order_id is null or placed.status = 'canceled' then 0
        else line.quantity - coalesce(line.fulfilled_quantity, 0) - line.returned_unsent end
      limit 5`,
    variantId,
  );

/** The rule of `line-pieces.ts`, for every line that was ever sold. */
export const piecesAreInOnePlace: Invariant = ({ db }) =>
  noRows(
    db,
    "pieces of a line are in two places",
    `select id, quantity, fulfilled_quantity, shipped_quantity, returned_quantity, returned_unsent from line_item
      where coalesce(order_id, swap_id, claim_order_id) is not null and not is_return and (
        coalesce(fulfilled_quantity, 0) > quantity - returned_unsent
        or coalesce(shipped_quantity, 0) > coalesce(fulfilled_quantity, 0)
        or coalesce(returned_quantity, 0) - returned_unsent > coalesce(fulfilled_quantity, 0))`,
  );

/** Nothing is sold on backorder here, and nothing gets lost. */
export const nothingIsOversold: Invariant = ({ db }) =>
  noRows(
    db,
    "more is reserved at a location than is stocked",
    `select inventory_item_id, location_id, stocked_quantity, reserved_quantity from inventory_level
      where deleted_at is null and reserved_quantity > stocked_quantity`,
  );

export const codesAreCounted: Invariant = async ({ db, stock }) => {
  const problems: string[] = [];
  for (const { id, code, limit } of stock.discounts) {
    const [found] = await rows<{ counted: number; used: number }>(
      db,
      `select usage_count as counted, (select count(*) from order_discounts where discount_id = $1) as used
        from discount where id = $1`,
      id,
    );
    const { counted, used } = found!;
    if (counted !== used || (limit !== null && counted > limit)) {
      problems.push(`${code} is counted ${counted} times, used by ${used} orders, limited to ${limit}`);
    }
  }
  return problems;
};

export const cardsAreConserved: Invariant = ({ db, stock }) =>
  noRows(
    db,
    "a gift card has another balance than its value less what was spent",
    `select card.id, card.value, card.balance, coalesce(spent.amount, 0) as spent from gift_card card
      left join lateral (select sum(amount) as amount from gift_card_transaction taken
        join "order" placed on placed.id = taken.order_id
        where taken.gift_card_id = card.id and placed.status <> 'canceled') spent on true
      where card.id = any($1) and (card.balance + coalesce(spent.amount, 0) <> card.value or card.balance < 0)`,
    stock.cards.map(({ id }) => id),
  );
