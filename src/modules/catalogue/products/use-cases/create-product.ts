import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { channelsOfProducts } from "../../../shop/sales-channels/index.ts";
import { categoriesOfProducts } from "../../categories/index.ts";
import { imageIds, tagIds, typeIds } from "../label-store.ts";
import { insertOptions } from "../option-store.ts";
import { type NewProductFields, productFrom } from "../product.ts";
import { imagesOfProducts, profilesOfProducts, tagsOfProducts } from "../product-links-store.ts";
import { checkOptionTitles } from "../product-option.ts";
import { namedThings } from "../product-references.ts";
import { findDefaultChannel, findReferences, lockDefaultProfileShared } from "../product-references-store.ts";
import { insertProduct } from "../product-store.ts";
import type { NewVariant } from "../variant.ts";
import { plannedFirst } from "../variant-plan.ts";
import { saveVariantPlan } from "./save-variant-plan.ts";

export interface NewProduct extends NewProductFields {
  type?: { value: string } | null;
  tags?: { value: string }[] | null;
  categories?: { id: string }[] | null;
  sales_channels?: { id: string }[] | null;
  options?: { title: string }[] | null;
  variants?: (Omit<NewVariant, "options"> & { options?: { value: string }[] | null })[] | null;
}

export const createProduct = ({ db }: { db: Db }, input: NewProduct): Promise<string> =>
  inTransaction(db, (tx) => addProduct(tx, input));

/** For those who make a product together with something else, e.g. one of many. */
export async function addProduct(tx: Tx, input: NewProduct): Promise<string> {
  const found = await findReferences(tx, namedThings(input));
  const [typeId = null] = await typeIds(tx, input.type ? [input.type.value] : []);
  const product = productFrom(newId("prod"), typeId, input);
  checkOptionTitles((input.options ?? []).map(({ title }) => title));
  const options = (input.options ?? []).map(({ title }) => ({ id: newId("opt"), title }));
  const plan = plannedFirst({ productId: product.id, options }, input.variants ?? [], found.regions);
  await insertProduct(tx, product);
  await insertOptions(tx, product.id, options);
  await putInItsPlaces(tx, product.id, input);
  await announce(tx, "product.created", { id: product.id });
  await saveVariantPlan(tx, product.id, plan);
  return product.id;
}

async function putInItsPlaces(tx: Tx, id: string, input: NewProduct): Promise<void> {
  const named = (input.sales_channels ?? []).map((channel) => channel.id);
  const usual = named.length > 0 ? null : await findDefaultChannel(tx);
  await channelsOfProducts.replace(tx, id, usual === null ? named : [usual]);
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
    await tagsOfProducts.replace(tx, id, await tagIds(tx, values));
  }
  if (input.images?.length) await imagesOfProducts.replace(tx, id, await imageIds(tx, input.images));
}
