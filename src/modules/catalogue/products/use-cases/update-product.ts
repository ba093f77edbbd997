import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { channelsOfProducts } from "../../../shop/sales-channels/index.ts";
import { categoriesOfProducts } from "../../categories/index.ts";
import { imageIds, tagIds, typeIds } from "../label-store.ts";
import { type ProductFields, withChanges } from "../product.ts";
import { readContent } from "../product-content-store.ts";
import { imagesOfProducts, tagsOfProducts } from "../product-links-store.ts";
import { namedThings } from "../product-references.ts";
import { findReferences } from "../product-references-store.ts";
import { lockProduct, saveProduct } from "../product-store.ts";
import type { SentVariant } from "../variant.ts";
import { plannedList } from "../variant-plan.ts";
import type { RegionCurrencies } from "../variant-price.ts";
import { saveVariantPlan } from "./save-variant-plan.ts";

export interface ProductChanges extends ProductFields {
  type?: { value: string } | null;
  tags?: { value: string }[] | null;
  categories?: { id: string }[] | null;
  sales_channels?: { id: string }[] | null;
  variants?: SentVariant[] | null;
}

/**
 * Lists that are sent take the place of those that are there; what is not sent stays. As in v1, null empties categories
 * and channels, and says nothing of the other lists.
 */
export const updateProduct = ({ db }: { db: Db }, id: string, changes: ProductChanges): Promise<void> =>
  inTransaction(db, (tx) => changeProduct(tx, id, changes));

/** For those who change a product together with something else, e.g. one of many. */
export async function changeProduct(tx: Tx, id: string, changes: ProductChanges): Promise<void> {
  const product = await lockProduct(tx, id);
  const { regions } = await findReferences(tx, namedThings(changes));
  const type_id = await typeAfter(tx, product.type_id, changes.type);
  await saveProduct(tx, { ...withChanges(product, changes), type_id });
  await replaceLinks(tx, id, changes);
  if (changes.variants) await replaceVariants(tx, { id, variants: changes.variants, regions });
  await announce(tx, "product.updated", { id, fields: Object.keys(changes) });
}

async function typeAfter(tx: Tx, current: string | null, sent: ProductChanges["type"]) {
  if (sent === undefined) return current;
  return sent === null ? null : (await typeIds(tx, [sent.value]))[0]!;
}

async function replaceLinks(tx: Tx, id: string, changes: ProductChanges): Promise<void> {
  const { categories, sales_channels: channels, tags, images } = changes;
  const idsOf = (things: { id: string }[] | null) => (things ?? []).map((thing) => thing.id);
  if (channels !== undefined) await channelsOfProducts.replace(tx, id, idsOf(channels));
  if (categories !== undefined) await categoriesOfProducts.replace(tx, id, idsOf(categories));
  if (tags) {
    const values = tags.map(({ value }) => value);
    await tagsOfProducts.replace(tx, id, await tagIds(tx, values));
  }
  if (images) await imagesOfProducts.replace(tx, id, await imageIds(tx, images));
}

async function replaceVariants(
  tx: Tx,
  { id, variants, regions }: { id: string; variants: SentVariant[]; regions: RegionCurrencies },
): Promise<void> {
  const content = await readContent(tx, id);
  await saveVariantPlan(tx, id, plannedList(content, variants, regions));
}
