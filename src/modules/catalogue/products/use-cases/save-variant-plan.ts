import type { Tx } from "../../../../db/database.ts";
import { announceEach } from "../../../../events/announce.ts";
import { addVariantItems } from "../../../stock/inventory/index.ts";
import { deleteVariantPrices, saveVariantPrices } from "../../pricing/index.ts";
import { saveValues } from "../option-store.ts";
import type { VariantPlan } from "../variant-plan.ts";
import { deleteVariantRows, insertVariants, saveVariants } from "../variant-store.ts";

/** What goes, goes first: its codes may be taken by what comes. A few statements for any number of variants. */
export async function saveVariantPlan(tx: Tx, productId: string, plan: VariantPlan): Promise<void> {
  const removed = await deleteVariantRows(tx, productId, plan.removed);
  await saveVariants(tx, plan.updated);
  await insertVariants(tx, plan.inserted);
  await saveValues(tx, plan.values);
  await deleteVariantPrices(tx, plan.removedPrices);
  await saveVariantPrices(tx, plan.prices);
  await addVariantItems(
    tx,
    plan.inserted.filter((variant) => variant.manage_inventory),
  );
  const told = (id: string) => ({ id, product_id: productId });
  await announceEach(
    tx,
    "product-variant.created",
    plan.inserted.map(({ id }) => told(id)),
  );
  await announceEach(
    tx,
    "product-variant.updated",
    plan.changes.map(({ id, fields }) => ({ ...told(id), fields })),
  );
  await announceEach(
    tx,
    "product-variant.deleted",
    removed.map(({ id, metadata }) => ({ ...told(id), metadata })),
  );
}
