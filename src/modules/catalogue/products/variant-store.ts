import { sql } from "kysely";
import { refusedKey, refusing, type Violation } from "../../../db/constraint.ts";
import type { Tx } from "../../../db/database.ts";
import { compiledSql, compiledWrite } from "../../../db/statements.ts";
import { type ChangeReason, detachVariants, recordVariantQuantities } from "../../stock/inventory/index.ts";
import {
  clearVariantCodes,
  type DeletedVariant,
  markVariantsDeleted,
  variantWrites,
} from "../../stock/variant-rows/index.ts";
import { deletePricesOfVariants } from "../pricing/index.ts";
import { duplicateKey } from "./product.ts";
import { variantColumns } from "./product-content-store.ts";
import type { ChangedVariant, Variant } from "./variant.ts";

const writes = variantWrites(variantColumns);

const removeOptionValues = compiledWrite(
  "variant-delete-option-values",
  { updates: ["product_option_value"] },
  (p: { ids: string[] }) => sql`update product_option_value set deleted_at = now()
    where variant_id = any(${p.ids}) and deleted_at is null`,
);

const refuseDuplicateCode = {
  unique: (violation: Violation) => {
    const { column, value } = refusedKey(violation);
    return duplicateKey("Product_variant", column, value);
  },
};

export async function insertVariants(tx: Tx, variants: readonly Variant[]): Promise<void> {
  if (variants.length > 0) await refusing(writes.insert(tx, variants), refuseDuplicateCode);
}

export async function saveVariants(
  tx: Tx,
  variants: readonly ChangedVariant[],
  why: ChangeReason = { reason: "edit" },
): Promise<void> {
  if (variants.length === 0) return;
  await recordVariantQuantities(tx, variants, why);
  if (variants.length > 1)
    await clearVariantCodes(
      tx,
      variants.map(({ id }) => id),
    );
  await refusing(writes.update(tx, variants), refuseDuplicateCode);
}

/**
 * Soft-deletes the given variants of the product, or all of them; returns the deleted ones. Later statements delete their
 * prices and values: the first one may wait for a transaction that adds a price.
 */
export async function deleteVariantRows(
  tx: Tx,
  productId: string,
  ids: string[] | null,
): Promise<DeletedVariant[]> {
  if (ids?.length === 0) return [];
  const deleted = await markVariantsDeleted(tx, productId, ids);
  const deletedIds = deleted.map(({ id }) => id);
  if (deletedIds.length === 0) return [];
  await removeOptionValues(tx, { ids: deletedIds });
  await deletePricesOfVariants(tx, deletedIds);
  await detachVariants(tx, deletedIds);
  return deleted;
}

const productOfVariant = compiledSql(
  "variant-product",
  (p: { id: string }) =>
    sql<{
      product_id: string;
    }>`select product_id from product_variant where id = ${p.id} and deleted_at is null`,
);

/** The product that a variant belongs to. */
export async function findProductOf(tx: Tx, variantId: string): Promise<string | null> {
  const [variant] = await productOfVariant(tx, { id: variantId });
  return variant?.product_id ?? null;
}
