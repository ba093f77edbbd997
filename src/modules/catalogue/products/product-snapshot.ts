import type { Product } from "./product.ts";
import type { OptionValue, ProductOption } from "./product-option.ts";
import { type ChangedVariant, changedVariant, type Variant } from "./variant.ts";
import type { VariantSnapshot } from "./variant-plan.ts";
import type { VariantPrice } from "./variant-price.ts";

/** A complete product. A bulk change computes the new state of each product, and only the difference is written. */
export interface ProductSnapshot {
  product: Product;
  /** Types, tags and images are identified by their text; missing ones are created. */
  type: string | null;
  tags: readonly string[];
  images: readonly string[];
  channels: readonly string[];
  categories: readonly string[];
  options: readonly ProductOption[];
  variants: readonly VariantSnapshot[];
}

/** The rows to write for a change of a product; null means unchanged. */
export interface ProductDifference {
  id: string;
  isNew: boolean;
  product: Product | null;
  type: string | null;
  /** The changed fields of the product itself. */
  fields: string[];
  tags: readonly string[] | null;
  images: readonly string[] | null;
  channels: readonly string[] | null;
  categories: readonly string[] | null;
  options: ProductOption[];
  inserted: Variant[];
  updated: ChangedVariant[];
  changes: { id: string; product_id: string; fields: string[] }[];
  values: OptionValue[];
  prices: VariantPrice[];
  removedPrices: string[];
}

const links = ["tags", "images", "channels", "categories"] as const;

export function productDifference(before: ProductSnapshot | null, after: ProductSnapshot): ProductDifference {
  const { product } = after;
  const fields = before ? changedFields(before.product, product) : [];
  if (before && before.type !== after.type) fields.push("type");
  const moved = links.filter((name) => !isEqualList(name, before?.[name] ?? [], after[name]));
  const known = new Set(before?.options.map(({ id }) => id));
  return {
    id: product.id,
    isNew: before === null,
    product: before === null || fields.length > 0 ? product : null,
    type: after.type,
    fields: [...fields, ...moved],
    ...(Object.fromEntries(links.map((name) => [name, moved.includes(name) ? after[name] : null])) as Pick<
      ProductDifference,
      (typeof links)[number]
    >),
    options: after.options.filter(({ id }) => !known.has(id)),
    ...differenceOfVariants(before?.variants ?? [], after.variants),
  };
}

type VariantDifference = Pick<
  ProductDifference,
  "inserted" | "updated" | "changes" | "values" | "prices" | "removedPrices"
>;

function differenceOfVariants(
  before: readonly VariantSnapshot[],
  after: readonly VariantSnapshot[],
): VariantDifference {
  const old = new Map(before.map((variant) => [variant.id, variant]));
  const found: VariantDifference = {
    inserted: [],
    updated: [],
    changes: [],
    values: [],
    prices: [],
    removedPrices: [],
  };
  for (const { values, prices, ...variant } of after) {
    const was = old.get(variant.id);
    const newValues = changedRows(was?.values ?? [], values);
    const newPrices = changedRows(was?.prices ?? [], prices);
    const removed = (was?.prices ?? []).filter(({ id }) => !prices.some((price) => price.id === id));
    found.values.push(...newValues);
    found.prices.push(...newPrices);
    found.removedPrices.push(...removed.map(({ id }) => id));
    if (!was) {
      found.inserted.push(variant);
      continue;
    }
    const fields = changedFields<object>(was, variant);
    if (fields.length > 0) found.updated.push(changedVariant(was, variant));
    if (newValues.length > 0) fields.push("options");
    if (newPrices.length + removed.length > 0) fields.push("prices");
    if (fields.length > 0) found.changes.push({ id: variant.id, product_id: variant.product_id, fields });
  }
  return found;
}

function changedFields<Row extends object>(was: Row, is: Row): string[] {
  const old = was as Record<string, unknown>;
  return Object.entries(is).flatMap(([name, value]) => (isEqual(old[name], value) ? [] : name));
}

function changedRows<Row extends { id: string }>(was: readonly Row[], is: readonly Row[]): Row[] {
  const old = new Map(was.map((row) => [row.id, row]));
  return is.filter((row) => {
    const before = old.get(row.id);
    return !before || changedFields(before, row).length > 0;
  });
}

const isEqual = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === "object" && typeof b === "object" && JSON.stringify(a) === JSON.stringify(b));

/** Only the order of images matters. */
function isEqualList(name: string, a: readonly string[], b: readonly string[]): boolean {
  const [first, second] = name === "images" ? [a, b] : [[...a].sort(), [...new Set(b)].sort()];
  return first.length === second.length && first.every((each, index) => each === second[index]);
}
