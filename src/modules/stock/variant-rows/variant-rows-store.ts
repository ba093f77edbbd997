import { type RawBuilder, sql } from "kysely";
import type { Refusals } from "../../../db/constraint.ts";
import { customFieldsOf } from "../../../db/custom-fields.ts";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledWrite } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";

export const variantFields = customFieldsOf("product_variant");

/** Rows as JSON: any number of them in one statement. */
interface Rows {
  rows: string;
}

/** A variant with the columns of its table. */
type VariantRow = object;

/** The statements that insert and update variants. The description of a variant, which has its columns, is in the catalogue. */
export function variantWrites(columns: readonly string[]) {
  const names = sql.join(columns.map((name) => sql.ref(name)));
  const assignments = sql.join(columns.filter((name) => !positionColumns.includes(name)).map(assignment));
  const insert = compiledReturningWrite(
    "variant-insert",
    { inserts: ["product_variant"] },
    (p: Rows) => sql`insert into product_variant (${names})
    select ${names} from json_populate_recordset(null::product_variant, ${p.rows}::json)`,
  );
  // In the order of the ids, so that two requests for the same variants do not wait for each other.
  const update = compiledReturningWrite(
    "variant-update",
    { updates: ["product_variant"] },
    (p: Rows) => sql`update product_variant variant set ${assignments}, updated_at = now()
    from (select * from json_populate_recordset(null::product_variant, ${p.rows}::json) order by id) sent
    where variant.id = sent.id`,
  );
  return {
    insert: (tx: Tx, rows: readonly VariantRow[]) => insert(tx, { rows: JSON.stringify(rows) }),
    update: (tx: Tx, rows: readonly VariantRow[]) => update(tx, { rows: JSON.stringify(rows) }),
  };
}

/** A variant stays in its product. */
const positionColumns = ["id", "product_id"];

const assignment = (name: string) =>
  name === "inventory_quantity"
    ? sql`inventory_quantity = coalesce(sent.inventory_quantity, variant.inventory_quantity)`
    : sql`${sql.ref(name)} = sent.${sql.ref(name)}`;

// Variants that exchange their codes would violate the unique indexes: codes are cleared before they are set.
const dropCodes = compiledReturningWrite(
  "variant-drop-codes",
  { updates: ["product_variant"] },
  (p: { ids: string[] }) =>
    sql`update product_variant set sku = null, barcode = null, ean = null, upc = null where id = any(${p.ids})`,
);

/** Variants have no SKU, barcode, EAN and UPC until the next update. */
export async function clearVariantCodes(tx: Tx, ids: string[]): Promise<void> {
  await dropCodes(tx, { ids });
}

export interface DeletedVariant {
  id: string;
  metadata: Metadata | null;
}

const remove = compiledReturningWrite(
  "variant-delete",
  { updates: ["product_variant"] },
  (p: { productId: string; ids: string[] | null }) => sql<DeletedVariant>`
    with gone as (
      update product_variant set deleted_at = now()
      where product_id = ${p.productId} and deleted_at is null
        and (${p.ids}::text[] is null or id = any(${p.ids}::text[]))
      returning id, variant_rank, metadata)
    select id, metadata from gone order by variant_rank, id`,
);

/** Deletes these variants of the product, or all of them if `ids` is null. Returns the deleted ones. */
export const markVariantsDeleted = (
  tx: Tx,
  productId: string,
  ids: string[] | null,
): Promise<DeletedVariant[]> => remove(tx, { productId, ids });

interface Quantities {
  ids: string[];
  quantities: number[];
}

/** Locks variants in the order of their ids, so that two requests do not deadlock. */
const locked = (p: Quantities) => sql`
  locked as (select id from product_variant where id = any(${p.ids}) order by id for no key update)`;

// `any(ids)` makes the plan use the primary key, also in a small table.
const counted = (p: Quantities, { become, where }: Record<"become" | "where", RawBuilder<unknown>>) => sql`
  update product_variant variant set inventory_quantity = ${become}, updated_at = now()
  from locked, unnest(${p.ids}::text[], ${p.quantities}::integer[]) as requested(id, quantity)
  where variant.id = any(${p.ids}) and variant.id = locked.id and variant.id = requested.id and ${where}`;

const take = compiledWrite<Quantities & { isAlwaysTaken: boolean }>(
  "stock-take-own",
  { updates: ["product_variant"] },
  (p) => sql`
    with ${locked(p)}, taken as (${counted(p, {
      become: sql`variant.inventory_quantity - requested.quantity`,
      where: sql`(${p.isAlwaysTaken}::boolean or variant.deleted_at is null and (not variant.manage_inventory
        or variant.allow_backorder or variant.inventory_quantity >= requested.quantity))`,
    })} returning variant.id)
    select tradewind.assert_stock_taken(${p.ids}::text[], array(select id::text from taken))`,
);

const putBack = compiledWrite<Quantities>(
  "stock-put-back-own",
  { updates: ["product_variant"] },
  (p) => sql`
    with ${locked(p)} ${counted(p, {
      become: sql`least(variant.inventory_quantity::bigint + requested.quantity, ${sql.lit(MAX_AMOUNT)})`,
      where: sql`variant.manage_inventory`,
    })}`,
);

/** Takes from the quantities of the variants. Refuses a variant without enough pieces, unless `isAlwaysTaken`. */
export const takePieces = (
  tx: Tx,
  requested: Quantities & { isAlwaysTaken: boolean },
  refusals: Refusals,
): Promise<void> => take(tx, requested, refusals);

/** The quantities of variants without inventory management are not changed. */
export const putBackPieces = (tx: Tx, quantities: Quantities): Promise<void> => putBack(tx, quantities);

const empty = compiledReturningWrite<{ ids: string[] }, unknown>(
  "variants-empty",
  { updates: ["product_variant"] },
  (p) => sql`update product_variant set inventory_quantity = 0, updated_at = now() where id = any(${p.ids})`,
);

/** Sets the quantities of locked variants to 0. */
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

/** Sets the quantities of variants to 0 whose items have levels at a location. */
export async function clearVariantQuantitiesAtLocation(tx: Tx, locationId: string): Promise<void> {
  await emptyAtLocation(tx, { id: locationId });
}
