import { storeProduct } from "./storefront-schemas.ts";

/** The id of the product's shipping profile, for storefronts that ask for shipping options by it and not for chosen fields. */
export function withProfileId<Product extends { profiles?: { id: string }[] }>(
  product: Product,
  { fields }: { fields?: string },
): Product & { profile_id?: string | null } {
  const { profiles } = product;
  return profiles && fields === undefined ? { ...product, profile_id: profiles[0]?.id ?? null } : product;
}

/** As in v1, a key shows the channels of each product where nothing is said about relations. */
export const withChannelsShown = <Query extends { expand?: string }>(query: Query): Query =>
  query.expand ? query : { ...query, expand: [...shownRelations(query.expand), "sales_channels"].join(",") };

const shownRelations = (expand: string | undefined) => (expand === undefined ? storeProduct.relations : []);
