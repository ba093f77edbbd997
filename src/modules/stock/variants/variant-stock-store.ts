import { type RawBuilder, sql } from "kysely";
import type { Refusals } from "../../../db/constraint.ts";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledWrite } from "../../../db/statements.ts";

interface Quantities {
  ids: string[];
  quantities: number[];
}

/** Variants are locked in the order of their ids, whatever the order of the lines. */
const locked = (p: Quantities) => sql`
  locked as (select id from product_variant where id = any(${p.ids}) order by id for no key update)`;

// They are looked up by their keys, however few variants there are.
const counted = (p: Quantities, { become, where }: Record<"become" | "where", RawBuilder<unknown>>) => sql`
  update product_variant variant set inventory_quantity = ${become}, updated_at = now()
  from locked, unnest(${p.ids}::text[], ${p.quantities}::integer[]) as wanted(id, quantity)
  where variant.id = any(${p.ids}) and variant.id = locked.id and variant.id = wanted.id and ${where}`;

const take = compiledWrite<Quantities & { isAlwaysTaken: boolean }>(
  "stock-take-own",
  { updates: ["product_variant"] },
  (p) => sql`
    with ${locked(p)}, taken as (${counted(p, {
      become: sql`variant.inventory_quantity - wanted.quantity`,
      where: sql`(${p.isAlwaysTaken}::boolean or variant.deleted_at is null and (not variant.manage_inventory
        or variant.allow_backorder or variant.inventory_quantity >= wanted.quantity))`,
    })} returning variant.id)
    select tradewind.assert_stock_taken(${p.ids}::text[], array(select id::text from taken))`,
);

// The column holds no more than this.
const putBack = compiledWrite<Quantities>(
  "stock-put-back-own",
  { updates: ["product_variant"] },
  (p) => sql`
    with ${locked(p)} ${counted(p, {
      become: sql`least(variant.inventory_quantity::bigint + wanted.quantity, 2147483647)`,
      where: sql`variant.manage_inventory`,
    })}`,
);

/** Takes from the variants' own quantities; a variant without enough pieces refuses, unless they are always taken. */
export const takePieces = (
  tx: Tx,
  wanted: Quantities & { isAlwaysTaken: boolean },
  refusals: Refusals,
): Promise<void> => take(tx, wanted, refusals);

/** Variants that are not managed stay as they are. */
export const putBackPieces = (tx: Tx, quantities: Quantities): Promise<void> => putBack(tx, quantities);

const empty = compiledReturningWrite<{ ids: string[] }, unknown>(
  "variants-empty",
  { updates: ["product_variant"] },
  (p) => sql`update product_variant set inventory_quantity = 0, updated_at = now() where id = any(${p.ids})`,
);

/** Locked variants have no pieces of their own. */
export async function emptyVariants(tx: Tx, ids: string[]): Promise<void> {
  await empty(tx, { ids });
}

const emptyAtLocation = compiledWrite<{ id: string }>(
  "stock-empty-variants-at-location",
  { updates: ["product_variant"] },
  (p) => sql`
    with locked as (select piece.id from product_variant piece
      where piece.manage_inventory and piece.inventory_quantity <> 0 and exists (
        select 1 from product_variant_inventory_item needed
        join inventory_level level on level.inventory_item_id = needed.inventory_item_id
        where needed.variant_id = piece.id and needed.deleted_at is null and level.location_id = ${p.id})
      order by piece.id for no key update)
    update product_variant piece set inventory_quantity = 0, updated_at = now()
    from locked where piece.id = locked.id`,
);

/** Variants whose items have lain at a location have nothing of their own. */
export async function clearVariantQuantitiesAtLocation(tx: Tx, locationId: string): Promise<void> {
  await emptyAtLocation(tx, { id: locationId });
}
