import { sql } from "kysely";
import { refusing } from "../../../db/constraint.ts";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import { storedColumns, valuesOf } from "../../../graph/written-row.ts";
import { duplicate, notFound } from "../../../kernel/refusal.ts";
import { storedItem } from "./inventory-graph.ts";
import { type InventoryItem, unknownItem } from "./inventory-item.ts";

interface Link {
  id: string;
  variantId: string;
  itemId: string;
}

const columns = storedColumns("inventory_item", storedItem);

const insert = compiled("inventory-item-insert", (db, p: InventoryItem) =>
  db.insertInto("inventory_item").values(valuesOf(p, columns)),
);

const update = compiled("inventory-item-update", (db, p: InventoryItem) => {
  const { id, ...changed } = valuesOf(p, columns);
  return db
    .updateTable("inventory_item")
    .set({ ...changed, updated_at: sql`now()` })
    .where("id", "=", id);
});

const lock = compiled("inventory-item-lock", (db, p: { id: string }) =>
  db
    .selectFrom("inventory_item")
    .select(columns)
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate(),
);

const remove = compiled("inventory-item-delete", (db, p: { id: string }) =>
  db
    .updateTable("inventory_item")
    .set({ deleted_at: sql`now()` })
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .returning("id"),
);

const lockVariant = compiled("inventory-item-variant", (db, p: { id: string }) =>
  db
    .selectFrom("product_variant")
    .select("id")
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .forShare(),
);

const insertLink = compiled("inventory-item-attach", (db, p: Link) =>
  db
    .insertInto("product_variant_inventory_item")
    .values({ id: p.id, variant_id: p.variantId, inventory_item_id: p.itemId }),
);

const removeLinks = compiled("inventory-item-detach", (db, p: { id: string }) =>
  db.deleteFrom("product_variant_inventory_item").where("inventory_item_id", "=", p.id),
);

const skuTaken = (item: InventoryItem) => ({
  unique: () => duplicate(`Inventory_item with sku ${item.sku} already exists.`),
});

export async function insertItem(tx: Tx, item: InventoryItem): Promise<void> {
  await refusing(insert(tx, item), skuTaken(item));
}

export async function lockItem(tx: Tx, id: string): Promise<InventoryItem> {
  const [found] = await lock(tx, { id });
  if (!found) throw unknownItem(id);
  return found;
}

export async function saveItem(tx: Tx, item: InventoryItem): Promise<void> {
  await refusing(update(tx, item), skuTaken(item));
}

/** Also removes its links to variants. */
export async function deleteItemRow(tx: Tx, id: string): Promise<{ existed: boolean }> {
  const [gone] = await remove(tx, { id });
  if (gone) await removeLinks(tx, { id });
  return { existed: gone !== undefined };
}

export async function attachToVariant(tx: Tx, link: Link): Promise<void> {
  const [variant] = await lockVariant(tx, { id: link.variantId });
  if (!variant) throw notFound("Variant", link.variantId);
  await insertLink(tx, link);
}
