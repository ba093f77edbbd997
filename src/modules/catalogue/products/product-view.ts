import { extended } from "../../../kernel/extended.ts";

type Row = Record<string, unknown>;

/** A product is in one shipping profile, or in none; clients of the admin ask for it by these names. */
export function withProfile(product: Row): Row {
  const [profile] = (product["profiles"] as { id: string }[] | undefined) ?? [];
  return profile ? extended(product, { profile, profile_id: profile.id }) : product;
}

/** Where one relation alone is asked for, v1 shows it in place of the key that leads to it. */
function withoutKeyOf(product: Row, expand: string | undefined): Row {
  const relations = new Set((expand ?? "").split(",").map((path) => path.trim().split(".")[0]));
  const only = relations.size === 1 ? [...relations][0] : undefined;
  if (only !== "collection" && only !== "type") return product;
  const { [`${only}_id`]: _, ...shown } = product;
  return shown;
}

/** A product as administrators see it. */
export const toAdminProduct = (product: Row, expand?: string): Row =>
  withoutKeyOf(withProfile(product), expand);

export const asksFor = (expand: string | undefined, relation: string): boolean =>
  (expand ?? "").split(",").some((path) => path.trim() === relation);

/** Prices are shown where a request asks for variants and their prices, as it does by saying nothing. */
export const showsPrices = (expand: string | undefined): boolean =>
  expand === undefined || (asksFor(expand, "variants") && asksFor(expand, "variants.prices"));
