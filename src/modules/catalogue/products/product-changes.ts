import type { Db, Tx } from "../../../db/database.ts";
import { recordUpdate } from "../../../db/recorded-change.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Rules } from "../../../plugins/rules/rules.ts";
import { channelsOfProducts } from "../../shop/sales-channels/index.ts";
import { categoriesOfProducts } from "../categories/index.ts";
import { productEvents } from "./events.ts";
import {
  type NewProductFields,
  type ProductFields,
  productFrom,
  referencesOf,
  refuseProductByRules,
  withChanges,
} from "./product.ts";
import { saveVariantPlan } from "./product-content-changes.ts";
import { insertOptions, readContent } from "./product-content-store.ts";
import {
  findOrCreateImages,
  findOrCreateTags,
  findOrCreateTypes,
  imagesOfProducts,
  profilesOfProducts,
  tagsOfProducts,
} from "./product-links-store.ts";
import { checkOptionTitles } from "./product-option.ts";
import { findDefaultChannel, findReferences, lockDefaultProfileShared } from "./product-references-store.ts";
import {
  deleteProductRow,
  insertProduct,
  lockProduct,
  lockProductIfExists,
  productFields,
  readProductFields,
  saveProduct,
} from "./product-store.ts";
import type { NewVariant, SentVariant } from "./variant.ts";
import { planFirstVariants, planVariantList } from "./variant-plan.ts";
import type { RegionCurrencies } from "./variant-price.ts";
import { deleteVariantRows } from "./variant-store.ts";

export interface NewProduct extends NewProductFields {
  type?: { value: string } | null;
  tags?: { value: string }[] | null;
  categories?: { id: string }[] | null;
  sales_channels?: { id: string }[] | null;
  options?: { title: string }[] | null;
  variants?: (Omit<NewVariant, "options"> & { options?: { value: string }[] | null })[] | null;
}

interface ProductDeps {
  db: Db;
  providers: { rules: Rules };
}

export const createProduct = (deps: ProductDeps, input: NewProduct): Promise<string> =>
  inTransaction(deps.db, (tx) => addProduct(deps, tx, input));

async function addProduct({ providers }: ProductDeps, tx: Tx, input: NewProduct): Promise<string> {
  const found = await findReferences(tx, referencesOf(input));
  const [typeId = null] = await findOrCreateTypes(tx, input.type ? [input.type.value] : []);
  const product = productFrom(newId("prod"), typeId, input);
  checkOptionTitles((input.options ?? []).map(({ title }) => title));
  const options = (input.options ?? []).map(({ title }) => ({ id: newId("opt"), title }));
  const plan = planFirstVariants({ productId: product.id, options }, input.variants ?? [], found.regions);
  refuseProductByRules(providers.rules, product, { isNew: true, fields: input.custom_fields });
  await insertProduct(tx, product);
  await productFields.save(tx, product.id, input.custom_fields);
  await insertOptions(tx, product.id, options);
  await linkNewProduct(tx, product.id, input);
  await productEvents.announce(tx, "product.created", { id: product.id });
  await saveVariantPlan(tx, product.id, plan);
  return product.id;
}

async function linkNewProduct(tx: Tx, id: string, input: NewProduct): Promise<void> {
  const channels = (input.sales_channels ?? []).map((channel) => channel.id);
  const defaultChannel = channels.length > 0 ? null : await findDefaultChannel(tx);
  await channelsOfProducts.replace(tx, id, defaultChannel === null ? channels : [defaultChannel]);
  const profile = await lockDefaultProfileShared(tx, { isGiftCard: input.is_giftcard ?? false });
  if (profile) await profilesOfProducts.replace(tx, id, [profile]);
  if (input.categories?.length) {
    await categoriesOfProducts.replace(
      tx,
      id,
      input.categories.map((category) => category.id),
    );
  }
  if (input.tags?.length) {
    const values = input.tags.map(({ value }) => value);
    await tagsOfProducts.replace(tx, id, await findOrCreateTags(tx, values));
  }
  if (input.images?.length)
    await imagesOfProducts.replace(tx, id, await findOrCreateImages(tx, input.images));
}

export interface ProductChanges extends ProductFields {
  type?: { value: string } | null;
  tags?: { value: string }[] | null;
  categories?: { id: string }[] | null;
  sales_channels?: { id: string }[] | null;
  variants?: SentVariant[] | null;
}

/**
 * Sent lists replace the existing ones; absent lists stay. As in v1, null clears categories and channels, and has no
 * effect on the other lists.
 */
export const updateProduct = (deps: ProductDeps, id: string, changes: ProductChanges): Promise<void> =>
  inTransaction(deps.db, (tx) => changeProduct(deps, tx, { id, changes }));

interface MetadataEntry {
  key: string;
  value: string;
}

export const setProductMetadata = (
  deps: ProductDeps,
  id: string,
  { key, value }: MetadataEntry,
): Promise<void> => updateProduct(deps, id, { metadata: { [key]: value } });

async function changeProduct(
  { providers }: ProductDeps,
  tx: Tx,
  { id, changes }: { id: string; changes: ProductChanges },
): Promise<void> {
  const product = await lockProduct(tx, id);
  const { regions } = await findReferences(tx, referencesOf(changes));
  const type_id = await typeIdAfter(tx, product.type_id, changes.type);
  const next = { ...withChanges(product, changes), type_id };
  if (providers.rules.has("product")) {
    const fields = { ...(await readProductFields(tx, id)), ...changes.custom_fields };
    refuseProductByRules(providers.rules, next, { isNew: false, fields });
  }
  await saveProduct(tx, next);
  await productFields.save(tx, id, changes.custom_fields);
  recordUpdate(tx, product, next);
  await replaceLinks(tx, id, changes);
  if (changes.variants) await replaceVariants(tx, { id, variants: changes.variants, regions });
  await productEvents.announce(tx, "product.updated", { id, fields: Object.keys(changes) });
}

interface Description {
  /** Absent: it stays. */
  description?: string | null;
  /** What was changed beside the product. */
  fields: string[];
}

/** What describes the product is stored by another module: the product counts as changed. */
export async function describeProduct(
  tx: Tx,
  id: string,
  { description, fields }: Description,
): Promise<void> {
  const product = await lockProduct(tx, id);
  await saveProduct(tx, description === undefined ? product : withChanges(product, { description }));
  const changed = description === undefined ? fields : ["description", ...fields];
  await productEvents.announce(tx, "product.updated", { id, fields: changed });
}

async function typeIdAfter(tx: Tx, current: string | null, sent: ProductChanges["type"]) {
  if (sent === undefined) return current;
  return sent === null ? null : (await findOrCreateTypes(tx, [sent.value]))[0]!;
}

async function replaceLinks(tx: Tx, id: string, changes: ProductChanges): Promise<void> {
  const { categories, sales_channels: channels, tags, images } = changes;
  const idsOf = (things: { id: string }[] | null) => (things ?? []).map((thing) => thing.id);
  if (channels !== undefined) await channelsOfProducts.replace(tx, id, idsOf(channels));
  if (categories !== undefined) await categoriesOfProducts.replace(tx, id, idsOf(categories));
  if (tags) {
    const values = tags.map(({ value }) => value);
    await tagsOfProducts.replace(tx, id, await findOrCreateTags(tx, values));
  }
  if (images) await imagesOfProducts.replace(tx, id, await findOrCreateImages(tx, images));
}

async function replaceVariants(
  tx: Tx,
  { id, variants, regions }: { id: string; variants: SentVariant[]; regions: RegionCurrencies },
): Promise<void> {
  const content = await readContent(tx, id);
  await saveVariantPlan(tx, id, planVariantList(content, variants, regions));
}

/** Succeeds also if the product does not exist. */
export const deleteProduct = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (!(await lockProductIfExists(tx, id))) return;
    await deleteVariantRows(tx, id, null);
    await deleteProductRow(tx, id);
    await productEvents.announce(tx, "product.deleted", { id });
  });
