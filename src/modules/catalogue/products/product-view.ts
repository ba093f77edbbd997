import { withStableShape } from "../../../kernel/with-stable-shape.ts";

/** A product is in one shipping profile, or in none; clients of the admin ask for it by these names. */
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

/** Where one relation alone is asked for, v1 shows it in place of the key that leads to it. */
function withoutKeyOf<Product extends ProductKeys>(product: Product, expand: string | undefined): Product {
  const relations = new Set((expand ?? "").split(",").map((path) => path.trim().split(".")[0]));
  const only = relations.size === 1 ? [...relations][0] : undefined;
  if (only !== "collection" && only !== "type") return product;
  const shown = { ...product };
  delete shown[`${only}_id`];
  return shown;
}

/** A product as administrators see it. */
export const toAdminProduct = <Product extends ProductKeys & { profiles?: { id: string }[] }>(
  product: Product,
  expand?: string,
) => withoutKeyOf(withProfile(product), expand);

export const asksFor = (expand: string | undefined, relation: string): boolean =>
  (expand ?? "").split(",").some((path) => path.trim() === relation);

/** Prices are shown where a request asks for variants and their prices, as it does by saying nothing. */
export const showsPrices = (expand: string | undefined): boolean =>
  expand === undefined || (asksFor(expand, "variants") && asksFor(expand, "variants.prices"));
