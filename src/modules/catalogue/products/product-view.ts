import { withStableShape } from "../../../kernel/with-stable-shape.ts";

/** A product has at most one shipping profile; admin clients expect it as `profile` and `profile_id`. */
export function withProfile<Product extends { profiles?: { id: string }[] }>(
  product: Product,
): Product & { profile?: { id: string }; profile_id?: string } {
  const [profile] = product.profiles ?? [];
  return profile ? withStableShape(product, { profile, profile_id: profile.id }) : product;
}

/** What holds products, e.g. a collection, shows them in the same way. */
export function withProductProfiles<Holder extends { products?: { profiles?: { id: string }[] }[] }>(
  holder: Holder,
): Holder {
  const { products } = holder;
  return products ? { ...holder, products: products.map(withProfile) } : holder;
}

interface ProductKeys {
  collection_id?: string | null;
  type_id?: string | null;
}

/** If a request expands a single relation, v1 shows it instead of its foreign key. */
function withoutForeignKeyOf<Product extends ProductKeys>(
  product: Product,
  expand: string | undefined,
): Product {
  const relations = new Set((expand ?? "").split(",").map((path) => path.trim().split(".")[0]));
  const only = relations.size === 1 ? [...relations][0] : undefined;
  if (only !== "collection" && only !== "type") return product;
  const shown = { ...product };
  delete shown[`${only}_id`];
  return shown;
}

export const toAdminProduct = <Product extends ProductKeys & { profiles?: { id: string }[] }>(
  product: Product,
  expand?: string,
) => withoutForeignKeyOf(withProfile(product), expand);

export const expands = (expand: string | undefined, relation: string): boolean =>
  (expand ?? "").split(",").some((path) => path.trim() === relation);

/** Prices are shown if a request expands variants and their prices, or has no `expand` at all. */
export const showsPrices = (expand: string | undefined): boolean =>
  expand === undefined || (expands(expand, "variants") && expands(expand, "variants.prices"));
