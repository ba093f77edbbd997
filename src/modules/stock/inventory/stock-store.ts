import { type RawBuilder, sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled, type sqlFor } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import {
  availableQuantity,
  isStockedByLocation,
  isUnlimited,
  ofChannel,
  sellsFrom,
} from "./availability-graph.ts";
import type { Holder } from "./hold.ts";
import { notEnough } from "./inventory-item.ts";
import type { Allocation, Availability, LevelStock, VariantStock } from "./stock.ts";

const variantStockQuery = (db: typeof sqlFor, ids: string[]) =>
  db
    .selectFrom("product_variant as variant")
    .select([
      "variant.id as variantId",
      "variant.manage_inventory as managesInventory",
      "variant.allow_backorder as allowsBackorder",
      sql<boolean>`${sql.raw(isStockedByLocation("variant"))}`.as("isByLocation"),
      sql<VariantStock["items"]>`coalesce((select json_agg(json_build_object(
          'itemId', needed.inventory_item_id, 'required', greatest(needed.required_quantity, 1))
          order by needed.inventory_item_id)
        from product_variant_inventory_item needed
        where needed.variant_id = variant.id and needed.deleted_at is null), '[]'::json)`.as("items"),
    ])
    .where(sql<boolean>`variant.id = any(${ids})`);

const variants = compiled("stock-variants", (db, p: { ids: string[] }) =>
  variantStockQuery(db, p.ids).where("variant.deleted_at", "is", null),
);
const variantsEvenDeleted = compiled("stock-variants-even-deleted", (db, p: { ids: string[] }) =>
  variantStockQuery(db, p.ids),
);

/** Embeds SQL text of the read model, with parameters. */
function withParameters<T>(values: unknown[], textOf: (parameters: string[]) => string): RawBuilder<T> {
  // Split at the placeholders, every second part is the index of a value.
  const parts = textOf(values.map((_, index) => `?${index}?`)).split("?");
  const pieces = parts.map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${values[Number(part)]}`));
  return sql`${sql.join(pieces, sql``)}`;
}

const availableOf = (db: typeof sqlFor, ids: string[], quantity: RawBuilder<number>) =>
  db
    .selectFrom("product_variant as variant")
    .select([
      "variant.id",
      sql<boolean>`${sql.raw(isUnlimited("variant"))}`.as("isUnlimited"),
      quantity.as("quantity"),
    ])
    .where(sql<boolean>`variant.id = any(${ids})`)
    .where("variant.deleted_at", "is", null);

const quantityFor = ([channel, holder]: string[]) =>
  availableQuantity("variant", ofChannel(channel!), holder);

const availability = compiled("stock-available", (db, p: { ids: string[]; channel: string | null }) =>
  availableOf(db, p.ids, withParameters([p.channel], quantityFor)),
);

const availabilityWithoutHolds = compiled(
  "stock-available-without-holds",
  (db, p: { ids: string[]; channel: string | null; holder: string }) =>
    availableOf(db, p.ids, withParameters([p.channel, p.holder], quantityFor)),
);

const lockLevels = compiled("stock-lock-levels", (db, p: { itemIds: string[]; channel: string | null }) =>
  db
    .selectFrom("inventory_level as level")
    .select([
      "level.id",
      "level.inventory_item_id as itemId",
      "level.location_id as locationId",
      sql<number>`level.stocked_quantity - level.reserved_quantity`.as("available"),
    ])
    .where(sql<boolean>`level.inventory_item_id = any(${p.itemIds})`)
    .where("level.deleted_at", "is", null)
    .where(withParameters<boolean>([p.channel], ([channel]) => sellsFrom(ofChannel(channel!))))
    .orderBy("level.inventory_item_id")
    .orderBy("level.location_id")
    .forUpdate(),
);

interface AllocationRows {
  ids: string[];
  lines: string[];
  items: string[];
  locations: string[];
  quantities: number[];
  backorders: boolean[];
}

const requestedIn = (p: AllocationRows) =>
  sql<{ id: string; line: string; item: string; location: string; quantity: number; backorder: boolean }>`
    unnest(${p.ids}::text[], ${p.lines}::text[], ${p.items}::text[], ${p.locations}::text[],
      ${p.quantities}::integer[], ${p.backorders}::boolean[])`.as<"requested">(
    sql`requested(id, line, item, location, quantity, backorder)`,
  );

// Only backorders may reserve more than the stocked quantity; other levels are not updated, and the caller refuses.
const saveAllocations = compiled("stock-reserve", (db, p: AllocationRows) =>
  db
    .with("inserted", (cte) =>
      cte
        .insertInto("reservation_item")
        .columns(["id", "line_item_id", "inventory_item_id", "location_id", "quantity"])
        .expression((from) =>
          from
            .selectFrom(requestedIn(p))
            .select([
              "requested.id",
              "requested.line",
              "requested.item",
              "requested.location",
              "requested.quantity",
            ]),
        ),
    )
    .updateTable("inventory_level as level")
    .from((from) =>
      from
        .selectFrom(requestedIn(p))
        .select([
          "requested.item",
          "requested.location",
          sql<number>`sum(requested.quantity)::integer`.as("quantity"),
          sql<boolean>`bool_or(requested.backorder)`.as("backorder"),
        ])
        .groupBy(["requested.item", "requested.location"])
        .as("total"),
    )
    .set({
      reserved_quantity: sql`level.reserved_quantity + total.quantity`,
      updated_at: sql`now()`,
    })
    .whereRef("level.inventory_item_id", "=", "total.item")
    .whereRef("level.location_id", "=", "total.location")
    .where("level.deleted_at", "is", null)
    .where(
      sql<boolean>`(total.backorder or level.stocked_quantity - level.reserved_quantity >= total.quantity)`,
    )
    .returning(["level.inventory_item_id as itemId", "level.location_id as locationId"]),
);

/** With `evenDeleted` also deleted variants: sold goods are delivered even after their variant was deleted. */
export async function stockOf(
  on: Connection,
  variantIds: string[],
  { includesDeleted = false } = {},
): Promise<VariantStock[]> {
  return (includesDeleted ? variantsEvenDeleted : variants)(on, { ids: variantIds });
}

export interface AvailabilityRequest {
  variantIds: string[];
  salesChannelId: string | null;
  /** Holds of other carts are not available. */
  holder?: Holder;
}

export async function availableQuantities(
  on: Connection,
  { variantIds: ids, salesChannelId: channel, holder }: AvailabilityRequest,
): Promise<Map<string, Availability>> {
  const rows = await (holder === undefined
    ? availability(on, { ids, channel })
    : availabilityWithoutHolds(on, { ids, channel, holder }));
  return new Map(rows.map(({ id, quantity, isUnlimited }) => [id, { quantity, isUnlimited }]));
}

/** Locks by inventory item, then by location; returns older locations first. */
export async function lockStock(
  tx: Tx,
  { itemIds, salesChannelId }: { itemIds: string[]; salesChannelId: string | null },
): Promise<LevelStock[]> {
  return lockLevels(tx, { itemIds, channel: salesChannelId });
}

/** Inserts reservations for locked levels and returns their ids. Refuses if a level does not have enough. */
export async function insertAllocations(tx: Tx, allocations: readonly Allocation[]): Promise<string[]> {
  const ids = allocations.map(() => newId("resitem"));
  const taken = await saveAllocations(tx, {
    ids,
    lines: allocations.map((each) => each.lineItemId),
    items: allocations.map((each) => each.itemId),
    locations: allocations.map((each) => each.locationId),
    quantities: allocations.map((each) => each.quantity),
    backorders: allocations.map((each) => each.isBackorder),
  });
  const missing = allocations.find(
    (each) => !taken.some((level) => level.itemId === each.itemId && level.locationId === each.locationId),
  );
  if (missing) throw notEnough(missing);
  return ids;
}
