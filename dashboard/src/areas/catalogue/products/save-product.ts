import { ApiError } from "@tradewind/client";
import type { Api } from "../../../kit/api/api.ts";
import { isEqual } from "../../../kit/form/merge.ts";
import { refusedCustomField } from "../../../kit/form/refused-field.ts";
import { newPrices, productChanges, replacedPrices, variantChanges } from "./product-bodies.ts";
import {
  isCurrency,
  isNew,
  type Product,
  type ProductDraft,
  type StoredVariant,
  type VariantDraft,
} from "./product-draft.ts";
import { presentationChanges } from "./product-presentation.ts";

/** A variant that was refused. The message says why, the title which. */
export class VariantRefused extends Error {
  constructor(
    readonly title: string,
    override readonly cause: unknown,
  ) {
    super(title);
  }
}

interface RefusedVariant {
  title: string;
  /** Its place among the variants, as they are sent with a new product. */
  place: number;
}

/** What the server says about a field of the shop, of the product or of one of its variants. */
export const refusedFieldOf =
  (error: unknown, variant?: RefusedVariant) =>
  (name: string): string | null => {
    const cause = error instanceof VariantRefused ? error.cause : error;
    if (!(cause instanceof ApiError) || refusedCustomField(cause) !== name) return null;
    const [, place] = /^variants\.(\d+)\./.exec(cause.message) ?? [];
    const isOfVariant =
      error instanceof VariantRefused ? error.title === variant?.title : place === String(variant?.place);
    const isOfProduct = !(error instanceof VariantRefused) && place === undefined;
    return (variant ? isOfVariant : isOfProduct) ? cause.message : null;
  };

const valuesInOrder = (draft: ProductDraft, { options }: VariantDraft) =>
  Object.keys(draft.options).map((key) => ({ value: options[key] ?? "" }));

/** All at once: the product is there with everything, or not at all. */
export async function createProduct(api: Api, draft: ProductDraft): Promise<Product> {
  const body = {
    ...productChanges(null, draft),
    title: draft.title.trim(),
    options: Object.values(draft.options).map(({ title }) => ({ title: title.trim() })),
    variants: Object.values(draft.variants).map((variant) => ({
      ...variantChanges(null, variant),
      title: variant.title.trim(),
      options: valuesInOrder(draft, variant),
      prices: newPrices(variant.prices),
    })),
  };
  return (await api.POST("/admin/products", { body })).data!.product as Product;
}

/** The rest of a new product. The server has its variants in the order in which they were sent. */
export async function presentNewProduct(api: Api, { id, variants }: Product, draft: ProductDraft) {
  const ids = new Map(Object.keys(draft.variants).map((key, place) => [key, variants[place]?.id ?? key]));
  await savePresentation(
    api,
    id,
    presentationChanges(null, draft, (key) => ids.get(key) ?? key),
  );
}

async function savePresentation(api: Api, id: string, body: ReturnType<typeof presentationChanges>) {
  if (Object.keys(body).length > 0)
    await api.POST("/admin/products/{id}/presentation", { params: { path: { id } }, body });
}

interface Saving {
  api: Api;
  /** As it is stored now. */
  product: Product;
  from: ProductDraft;
  to: ProductDraft;
  /** The ids that new options and variants have got, by their keys. Filled while saving. */
  ids: Map<string, string>;
}

/** Sends only what differs. What is sent before something is refused stays saved. */
export async function saveProduct(saving: Saving): Promise<void> {
  await saveOptions(saving);
  const { api, product, from, to } = saving;
  const body = productChanges(from, to);
  if (Object.keys(body).length > 0) {
    const params = { path: { id: product.id }, query: { fields: "id", expand: "" } };
    await api.POST("/admin/products/{id}", { params, body });
  }
  await removeVariants(saving);
  for (const [key, variant] of Object.entries(to.variants)) {
    if (!isNew(key)) await naming(variant, () => saveVariant(saving, key, variant));
  }
  await removeOptions(saving);
  for (const [key, variant] of Object.entries(to.variants)) {
    if (isNew(key)) await naming(variant, () => addVariant(saving, key, variant));
  }
  const changes = presentationChanges(from, to, (key) => saving.ids.get(key) ?? key);
  await savePresentation(api, product.id, changes);
}

async function naming(variant: VariantDraft, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new VariantRefused(variant.title, error);
  }
}

async function saveOptions({ api, product: { id }, from, to, ids }: Saving): Promise<void> {
  const known = new Set(Object.keys(from.options));
  for (const [key, { title }] of Object.entries(to.options)) {
    const body = { title: title.trim() };
    if (!isNew(key)) {
      const path = { id, option_id: key };
      if (from.options[key]?.title !== title)
        await api.POST("/admin/products/{id}/options/{option_id}", { params: { path }, body });
      continue;
    }
    const { data } = await api.POST("/admin/products/{id}/options", { params: { path: { id } }, body });
    const added = data!.product.options.find(
      (option) => option.title === body.title && !known.has(option.id),
    );
    if (added) ids.set(key, added.id);
  }
}

async function removeOptions({ api, product: { id }, from, to }: Saving): Promise<void> {
  for (const option_id of Object.keys(from.options).filter((key) => !(key in to.options))) {
    const params = { path: { id, option_id } };
    await api.DELETE("/admin/products/{id}/options/{option_id}", { params });
  }
}

async function removeVariants({ api, product: { id }, from, to }: Saving): Promise<void> {
  for (const variant_id of Object.keys(from.variants).filter((key) => !(key in to.variants))) {
    const params = { path: { id, variant_id } };
    await api.DELETE("/admin/products/{id}/variants/{variant_id}", { params });
  }
}

const sentOptions = (options: VariantDraft["options"], ids: ReadonlyMap<string, string>) =>
  Object.entries(options).map(([key, value]) => ({ option_id: ids.get(key) ?? key, value }));

async function saveVariant({ api, product, from, to, ids }: Saving, key: string, variant: VariantDraft) {
  const old = from.variants[key];
  const stored = product.variants.find(({ id }) => id === key);
  if (!old || !stored || isEqual(old, variant)) return;
  const known = Object.entries(variant.options).filter(
    ([option, value]) => option in to.options && old.options[option] !== value,
  );
  const body = {
    ...variantChanges(old, variant),
    ...(known.length > 0 && { options: sentOptions(Object.fromEntries(known), ids) }),
  };
  await updateVariant(api, { stored, productId: product.id, body, from: old.prices, to: variant.prices });
}

interface VariantUpdate {
  productId: string;
  stored: Pick<StoredVariant, "id" | "prices">;
  /** The fields that change, without prices. */
  body: Record<string, unknown>;
  from: VariantDraft["prices"];
  to: VariantDraft["prices"];
}

/** Nothing is sent if nothing differs. */
export async function updateVariant(api: Api, update: VariantUpdate): Promise<void> {
  const { productId, stored, body, from, to } = update;
  const path = { id: productId, variant_id: stored.id };
  const send = (fields: Record<string, unknown>) =>
    api.POST("/admin/products/{id}/variants/{variant_id}", {
      params: { path, query: { fields: "id", expand: "" } },
      body: fields,
    });
  if (isEqual(from, to)) {
    if (Object.keys(body).length > 0) await send(body);
    return;
  }
  // The server keeps prices by currency if it gets prices for regions only, as v1 does. So they are removed before.
  const markets = Object.keys(to);
  const losesCurrencies =
    Object.keys(from).some(isCurrency) && !markets.some(isCurrency) && markets.length > 0;
  if (losesCurrencies) await send({ prices: [] });
  const prices = losesCurrencies ? newPrices(to) : replacedPrices(stored.prices, to);
  await send({ ...body, prices });
}

async function addVariant({ api, product: { id }, to, ids }: Saving, key: string, variant: VariantDraft) {
  const values = Object.fromEntries(
    Object.keys(to.options).map((each) => [each, variant.options[each] ?? ""]),
  );
  const body = {
    ...variantChanges(null, variant),
    title: variant.title.trim(),
    options: sentOptions(values, ids),
    prices: newPrices(variant.prices),
  };
  const known = new Set([...Object.keys(to.variants), ...ids.values()]);
  const { data } = await api.POST("/admin/products/{id}/variants", { params: { path: { id } }, body });
  const added = data!.product.variants.find((each) => !known.has(each.id) && each.title === body.title);
  if (added) ids.set(key, added.id);
}
