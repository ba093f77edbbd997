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
  const oldOptions = new Set(before?.options.map(({ id }) => id));
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
    options: after.options.filter(({ id }) => !oldOptions.has(id)),
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
  const difference: VariantDifference = {
    inserted: [],
    updated: [],
    changes: [],
    values: [],
    prices: [],
    removedPrices: [],
  };
  for (const { values, prices, ...variant } of after) {
    const stored = old.get(variant.id);
    const newValues = changedRows(stored?.values ?? [], values);
    const newPrices = changedRows(stored?.prices ?? [], prices);
    const removed = (stored?.prices ?? []).filter(({ id }) => !prices.some((price) => price.id === id));
    difference.values.push(...newValues);
    difference.prices.push(...newPrices);
    difference.removedPrices.push(...removed.map(({ id }) => id));
    if (!stored) {
      difference.inserted.push(variant);
      continue;
    }
    const fields = changedFields<object>(stored, variant);
    if (fields.length > 0) difference.updated.push(changedVariant(stored, variant));
    if (newValues.length > 0) fields.push("options");
    if (newPrices.length + removed.length > 0) fields.push("prices");
    if (fields.length > 0)
      difference.changes.push({ id: variant.id, product_id: variant.product_id, fields });
  }
  return difference;
}

function changedFields<Row extends object>(before: Row, after: Row): string[] {
  const old = before as Record<string, unknown>;
  return Object.entries(after).flatMap(([name, value]) => (isEqual(old[name], value) ? [] : name));
}

function changedRows<Row extends { id: string }>(before: readonly Row[], after: readonly Row[]): Row[] {
  const old = new Map(before.map((row) => [row.id, row]));
  return after.filter((row) => {
    const oldRow = old.get(row.id);
    return !oldRow || changedFields(oldRow, row).length > 0;
  });
}

const isEqual = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === "object" && typeof b === "object" && JSON.stringify(a) === JSON.stringify(b));

/** Only the order of images matters. */
function isEqualList(name: string, a: readonly string[], b: readonly string[]): boolean {
  const [first, second] = name === "images" ? [a, b] : [[...a].sort(), [...new Set(b)].sort()];
  return first.length === second.length && first.every((each, index) => each === second[index]);
}
