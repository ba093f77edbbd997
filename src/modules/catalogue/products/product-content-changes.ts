import type { Db, Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { notFound } from "../../../kernel/refusal.ts";
import { addVariantItems } from "../../stock/inventory/index.ts";
import { variantFields } from "../../stock/variant-rows/index.ts";
import { deleteVariantPrices, saveVariantPrices } from "../pricing/index.ts";
import { productEvents } from "./events.ts";
import { referencesOf } from "./product.ts";
import {
  deleteOptionRow,
  insertOptions,
  readContent,
  saveOption,
  saveValues,
} from "./product-content-store.ts";
import {
  checkOptionRemovable,
  checkOptionTitle,
  checkRenamedOption,
  DEFAULT_VALUE,
} from "./product-option.ts";
import { findReferences } from "./product-references-store.ts";
import { lockProduct } from "./product-store.ts";
import { type NewVariant, type SentVariant, variantNotFound } from "./variant.ts";
import {
  emptyPlan,
  type ProductContent,
  planNewVariant,
  planVariantChange,
  type VariantPlan,
} from "./variant-plan.ts";
import type { RegionCurrencies } from "./variant-price.ts";
import { deleteVariantRows, findProductOf, insertVariants, saveVariants } from "./variant-store.ts";

interface OptionRef {
  productId: string;
  optionId: string;
}

/** Existing variants get a default value. */
export const addOption = ({ db }: { db: Db }, productId: string, title: string): Promise<void> =>
  changeOptions(db, productId, async (tx, { options, variants }) => {
    checkOptionTitle(options, title);
    const option = { id: newId("opt"), title };
    await insertOptions(tx, productId, [option]);
    const values = variants.map(({ id }) => ({
      id: newId("optval"),
      option_id: option.id,
      variant_id: id,
      value: DEFAULT_VALUE,
    }));
    await saveValues(tx, values);
  });

export const renameOption = (
  { db }: { db: Db },
  { productId, optionId }: OptionRef,
  title: string,
): Promise<void> =>
  changeOptions(db, productId, async (tx, { options }) => {
    if (!options.some(({ id }) => id === optionId)) throw notFound("Option", optionId);
    checkRenamedOption(
      options.filter(({ id }) => id !== optionId),
      title,
    );
    await saveOption(tx, { id: optionId, title });
  });

/** Succeeds also if the option does not exist. */
export const deleteOption = ({ db }: { db: Db }, { productId, optionId }: OptionRef): Promise<void> =>
  changeOptions(db, productId, async (tx, { options, variants }) => {
    if (!options.some(({ id }) => id === optionId)) return;
    checkOptionRemovable(optionId, variants);
    await deleteOptionRow(tx, optionId);
  });

const changeOptions = (
  db: Db,
  productId: string,
  change: (tx: Tx, content: ProductContent) => Promise<void>,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockProduct(tx, productId);
    await change(tx, await readContent(tx, productId));
    await productEvents.announce(tx, "product.updated", { id: productId, fields: ["options"] });
  });

interface VariantRef {
  productId: string;
  variantId: string;
}

export const addVariant = ({ db }: { db: Db }, productId: string, sent: NewVariant): Promise<void> =>
  changeVariants(db, { productId, sent }, (content, regions) => planNewVariant(content, sent, regions));

/** Sent prices replace all prices of the variant; sent option values replace only those of their options. */
export const updateVariant = (
  { db }: { db: Db },
  { productId, variantId }: VariantRef,
  sent: SentVariant,
): Promise<void> =>
  changeVariants(db, { productId, sent }, (content, regions) =>
    planVariantChange(content, { id: variantId, sent }, regions),
  );

const changeVariants = (
  db: Db,
  { productId, sent }: { productId: string; sent: SentVariant },
  planned: (content: ProductContent, regions: RegionCurrencies) => VariantPlan,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockProduct(tx, productId);
    const { regions } = await findReferences(tx, referencesOf({ variants: [sent] }));
    await saveVariantPlan(tx, productId, planned(await readContent(tx, productId), regions));
  });

/** Succeeds also if the variant does not exist; refuses a variant of another product. */
export const deleteVariant = ({ db }: { db: Db }, { productId, variantId }: VariantRef): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockProduct(tx, productId);
    const ownProduct = await findProductOf(tx, variantId);
    if (ownProduct !== null && ownProduct !== productId) throw variantNotFound(variantId);
    await saveVariantPlan(tx, productId, { ...emptyPlan, removed: [variantId] });
  });

/** Deletes first, because a new variant may reuse a deleted variant's codes. A fixed number of statements. */
export async function saveVariantPlan(tx: Tx, productId: string, plan: VariantPlan): Promise<void> {
  const removed = await deleteVariantRows(tx, productId, plan.removed);
  await saveVariants(tx, plan.updated);
  await insertVariants(tx, plan.inserted);
  for (const { id, fields } of plan.custom) await variantFields.save(tx, id, fields);
  await saveValues(tx, plan.values);
  await deleteVariantPrices(tx, plan.removedPrices);
  await saveVariantPrices(tx, plan.prices);
  await addVariantItems(
    tx,
    plan.inserted.filter((variant) => variant.manage_inventory),
  );
  const eventData = (id: string) => ({ id, product_id: productId });
  await productEvents.announceEach(
    tx,
    "product-variant.created",
    plan.inserted.map(({ id }) => eventData(id)),
  );
  await productEvents.announceEach(
    tx,
    "product-variant.updated",
    plan.changes.map(({ id, fields }) => ({ ...eventData(id), fields })),
  );
  await productEvents.announceEach(
    tx,
    "product-variant.deleted",
    removed.map(({ id, metadata }) => ({ ...eventData(id), metadata })),
  );
}
