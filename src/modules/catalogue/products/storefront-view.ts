import { storeProduct } from "./storefront-schemas.ts";

type Row = Record<string, unknown>;

/** The id of the product's shipping profile, for storefronts that ask for shipping options by it and not for chosen fields. */
export function withProfileId(product: Row, { fields }: { fields?: string }): Row {
  const profiles = product["profiles"] as { id: string }[] | undefined;
  return profiles && fields === undefined ? { ...product, profile_id: profiles[0]?.id ?? null } : product;
}

/** As in v1, a key shows the channels of each product where nothing is said about relations. */
export const withChannelsShown = <Query extends { expand?: string }>(query: Query): Query =>
  query.expand ? query : { ...query, expand: [...shownRelations(query.expand), "sales_channels"].join(",") };

const shownRelations = (expand: string | undefined) => (expand === undefined ? storeProduct.relations : []);
