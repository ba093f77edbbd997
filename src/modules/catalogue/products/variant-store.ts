import { sql } from "kysely";
import { refusedKey, refusing, type Violation } from "../../../db/constraint.ts";
import type { Tx } from "../../../db/database.ts";
import { compiledSql, compiledWrite } from "../../../db/statements.ts";
import { detachVariants } from "../../stock/inventory/index.ts";
import {
  clearVariantCodes,
  type DeletedVariant,
  insertVariantRows,
  markVariantsDeleted,
  updateVariantRows,
} from "../../stock/variants/index.ts";
import { deletePricesOfVariants } from "../pricing/index.ts";
import { taken } from "./product.ts";
import type { ChangedVariant, Variant } from "./variant.ts";

const removeOptionValues = compiledWrite(
  "variant-delete-option-values",
  { updates: ["product_option_value"] },
  (p: { ids: string[] }) => sql`update product_option_value set deleted_at = now()
    where variant_id = any(${p.ids}) and deleted_at is null`,
);

const codeTaken = {
  unique: (violation: Violation) => {
    const { column, value } = refusedKey(violation);
    return taken("Product_variant", column, value);
  },
};

export async function insertVariants(tx: Tx, variants: readonly Variant[]): Promise<void> {
  if (variants.length > 0) await refusing(insertVariantRows(tx, variants), codeTaken);
}

export async function saveVariants(tx: Tx, variants: readonly ChangedVariant[]): Promise<void> {
  if (variants.length === 0) return;
  if (variants.length > 1)
    await clearVariantCodes(
      tx,
      variants.map(({ id }) => id),
    );
  await refusing(updateVariantRows(tx, variants), codeTaken);
}

/**
 * Those of the product that are named, or all; returns the ones that there were. What belongs to them is deleted by later
 * statements: the first may wait for a request that adds a price to a variant.
 */
export async function deleteVariantRows(
  tx: Tx,
  productId: string,
  ids: string[] | null,
): Promise<DeletedVariant[]> {
  if (ids?.length === 0) return [];
  const deleted = await markVariantsDeleted(tx, productId, ids);
  const gone = deleted.map(({ id }) => id);
  if (gone.length === 0) return [];
  await removeOptionValues(tx, { ids: gone });
  await deletePricesOfVariants(tx, gone);
  await detachVariants(tx, gone);
  return deleted;
}

const home = compiledSql(
  "variant-product",
  (p: { id: string }) =>
    sql<{
      product_id: string;
    }>`select product_id from product_variant where id = ${p.id} and deleted_at is null`,
);

/** The product that a variant belongs to. */
export async function findProductOf(tx: Tx, variantId: string): Promise<string | null> {
  const [variant] = await home(tx, { id: variantId });
  return variant?.product_id ?? null;
}
