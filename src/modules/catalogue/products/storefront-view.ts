import { storeProduct } from "./storefront-schemas.ts";

/** Adds the shipping profile's id, with which storefronts find shipping options, unless the request selects fields. */
export function withProfileId<Product extends { profiles?: { id: string }[] }>(
  product: Product,
  { fields }: { fields?: string },
): Product & { profile_id?: string | null } {
  const { profiles } = product;
  return profiles && fields === undefined ? { ...product, profile_id: profiles[0]?.id ?? null } : product;
}

/** As in v1, responses for a key contain the channels of each product by default. */
export const withChannelsShown = <Query extends { expand?: string }>(query: Query): Query =>
  query.expand ? query : { ...query, expand: [...shownRelations(query.expand), "sales_channels"].join(",") };

const shownRelations = (expand: string | undefined) => (expand === undefined ? storeProduct.relations : []);
