import { changedValues } from "../../../data/platform/custom-fields/custom-field.ts";
import { changedFields } from "../../../kit/form/described-fields.ts";
import { isEqual } from "../../../kit/form/merge.ts";
import {
  isCurrency,
  isPlainPrice,
  marketOf,
  PRODUCT_FIELDS,
  type ProductDraft,
  type StoredVariant,
  VARIANT_FIELDS,
  type VariantDraft,
} from "./product-draft.ts";

type Fields = Record<string, unknown>;

/** What the server gets for the other fields of a product. */
const OTHER_FIELDS: Partial<Record<keyof ProductDraft, (draft: ProductDraft) => unknown>> = {
  collection_id: ({ collection_id }) => collection_id,
  type: ({ type }) => (type.trim() === "" ? null : { value: type.trim() }),
  tags: ({ tags }) => tags.map((value) => ({ value })),
  categories: ({ categories }) => categories.map((id) => ({ id })),
  sales_channels: ({ sales_channels }) => sales_channels.map((id) => ({ id })),
  images: ({ images }) => images,
  thumbnail: ({ thumbnail }) => thumbnail,
};

const STOCK_FIELDS = ["inventory_quantity", "manage_inventory", "allow_backorder"] as const;

/** Keys that are gone are sent as an empty text: the server merges what it gets with what it has. */
export const metadataChanges = (from: Fields, to: Fields): Fields => ({
  ...Object.fromEntries(Object.keys(from).flatMap((key) => (key in to ? [] : [[key, ""]]))),
  ...Object.fromEntries(Object.entries(to).filter(([key, value]) => !isEqual(from[key], value))),
});

function sentMetadata(from: Fields = {}, to: Fields): Fields {
  const metadata = metadataChanges(from, to);
  return Object.keys(metadata).length > 0 ? { metadata } : {};
}

/** The fields of the product that differ; all of them for a new one. */
export function productChanges(from: ProductDraft | null, to: ProductDraft): Fields {
  const others = Object.entries(OTHER_FIELDS).flatMap(([name, sentAs]) =>
    from && isEqual(from[name as keyof ProductDraft], to[name as keyof ProductDraft])
      ? []
      : [[name, sentAs(to)] as const],
  );
  return {
    ...changedFields(PRODUCT_FIELDS, from, to),
    ...Object.fromEntries(others),
    ...sentMetadata(from?.metadata, to.metadata),
    ...changedValues(from?.custom_fields, to.custom_fields),
  };
}

/** The fields of the variant that differ, without options and prices. */
export function variantChanges(from: VariantDraft | null, to: VariantDraft): Fields {
  const changed = (name: keyof VariantDraft) => !from || !isEqual(from[name], to[name]);
  return {
    ...(changed("title") && { title: to.title.trim() }),
    ...changedFields(VARIANT_FIELDS, from, to),
    ...Object.fromEntries(STOCK_FIELDS.filter(changed).map((name) => [name, to[name]])),
    ...sentMetadata(from?.metadata, to.metadata),
    ...changedValues(from?.custom_fields, to.custom_fields),
  };
}

const newPrice = ([market, amount]: [string, number]) =>
  isCurrency(market) ? { currency_code: market, amount } : { region_id: market, amount };

export const newPrices = (prices: VariantDraft["prices"]) => Object.entries(prices).map(newPrice);

/**
 * The list of prices that replaces the stored one. Stored prices are sent with their ids, so that those for quantities stay.
 * Prices of price lists do not belong to it.
 */
export function replacedPrices(stored: StoredVariant["prices"], prices: VariantDraft["prices"]) {
  const own = (stored ?? []).filter(({ price_list_id }) => price_list_id === null);
  const forQuantities = own.filter((price) => !isPlainPrice(price)).map(({ id, amount }) => ({ id, amount }));
  const plain = Object.entries(prices).map(([market, amount]) => {
    const old = own.find((price) => isPlainPrice(price) && marketOf(price) === market);
    return old ? { id: old.id, amount } : newPrice([market, amount]);
  });
  return [...forQuantities, ...plain];
}
