import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { readContent } from "../product-content-store.ts";
import { namedThings } from "../product-references.ts";
import { findReferences } from "../product-references-store.ts";
import { lockProduct } from "../product-store.ts";
import { type NewVariant, type SentVariant, unknownVariant } from "../variant.ts";
import {
  noChanges,
  type ProductContent,
  plannedChange,
  plannedOne,
  type VariantPlan,
} from "../variant-plan.ts";
import type { RegionCurrencies } from "../variant-price.ts";
import { findProductOf } from "../variant-store.ts";
import { saveVariantPlan } from "./save-variant-plan.ts";

interface VariantOf {
  productId: string;
  variantId: string;
}

export const addVariant = ({ db }: { db: Db }, productId: string, sent: NewVariant): Promise<void> =>
  changeVariants(db, { productId, sent }, (content, regions) => plannedOne(content, sent, regions));

/** Prices that are sent take the place of all that the variant has; option values only of their options. */
export const updateVariant = (
  { db }: { db: Db },
  { productId, variantId }: VariantOf,
  sent: SentVariant,
): Promise<void> =>
  changeVariants(db, { productId, sent }, (content, regions) =>
    plannedChange(content, { id: variantId, sent }, regions),
  );

const changeVariants = (
  db: Db,
  { productId, sent }: { productId: string; sent: SentVariant },
  planned: (content: ProductContent, regions: RegionCurrencies) => VariantPlan,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockProduct(tx, productId);
    const { regions } = await findReferences(tx, namedThings({ variants: [sent] }));
    await saveVariantPlan(tx, productId, planned(await readContent(tx, productId), regions));
  });

/** A variant that is not there is as good as deleted; one of another product is not this product's to delete. */
export const deleteVariant = ({ db }: { db: Db }, { productId, variantId }: VariantOf): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockProduct(tx, productId);
    const home = await findProductOf(tx, variantId);
    if (home !== null && home !== productId) throw unknownVariant(variantId);
    await saveVariantPlan(tx, productId, { ...noChanges, removed: [variantId] });
  });
