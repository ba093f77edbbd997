import type { Tint } from "./pictures/drawing.ts";
import type { PictureKind } from "./pictures/scene.ts";

/** Minor units: cents of the euro, cents of the dollar. */
export type Price = readonly [eur: number, usd: number];

/** One value for all variants, or one for each value of an option ("20 l": ...). */
type PerValue<T> = T | Readonly<Record<string, T>>;

type ProductDescription = {
  handle: string;
  /** The SKUs of the variants start with it. */
  code: string;
  title: string;
  subtitle: string;
  description: string;
  type: string;
  category: string;
  collection: string | null;
  tags: readonly string[];
  material: string | null;
  /** ISO 3166 country and customs tariff number. */
  origin: string | null;
  hsCode: string | null;
  options: Readonly<Record<string, readonly string[]>>;
  price: PerValue<Price>;
  /** Grams. */
  weight: PerValue<number> | null;
  /** Titles of variants that are out of stock. */
  soldOut?: readonly string[];
  isGiftCard?: boolean;
  picture: { kind: PictureKind; tints: readonly [Tint, Tint?] };
};

export type DemoVariant = {
  sku: string;
  title: string;
  /** In the order of the product's options. */
  values: readonly string[];
  price: Price;
  weight: number | null;
  stock: number;
};

export type DemoProduct = Omit<ProductDescription, "price" | "weight" | "soldOut"> & {
  isGiftCard: boolean;
  variants: readonly DemoVariant[];
};

/** A small stable hash (FNV-1a). Demo rows vary by it and not randomly, so every load creates the same rows. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

const skuPart = (value: string) =>
  value
    .replace(/[^a-zA-Z0-9]/g, "")
    .slice(0, 3)
    .toUpperCase();

const combinations = (lists: readonly (readonly string[])[]): string[][] =>
  lists.reduce<string[][]>((rows, list) => rows.flatMap((row) => list.map((value) => [...row, value])), [[]]);

function perValue<T extends number | Price>(setting: PerValue<T>, values: readonly string[]): T {
  if (typeof setting === "number" || Array.isArray(setting)) return setting as T;
  const byValue = setting as Readonly<Record<string, T>>;
  const value = values.find((candidate) => candidate in byValue);
  if (value === undefined) throw new Error(`Nothing is set for ${values.join(" / ")}`);
  return byValue[value] as T;
}

const stockOf = (sku: string) => 5 + (hashOf(sku) % 56);

/** Expands the options into one variant for each combination of their values. */
export function product({
  price,
  weight,
  soldOut = [],
  isGiftCard = false,
  ...described
}: ProductDescription): DemoProduct {
  const variants = combinations(Object.values(described.options)).map((values) => {
    const sku = [described.code, ...values.map(skuPart)].join("-");
    const title = values.join(" / ");
    return {
      sku,
      title,
      values,
      price: perValue(price, values),
      weight: weight === null ? null : perValue(weight, values),
      stock: soldOut.includes(title) ? 0 : stockOf(sku),
    };
  });
  return { ...described, isGiftCard, variants };
}
