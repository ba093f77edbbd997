import { storeProduct } from "./storefront-schemas.ts";

type Row = Record<string, unknown>;

/** The id of the product's shipping profile, for storefronts that ask for shipping options by it. */
export function withProfileId(product: Row): Row {
  const profiles = product["profiles"] as { id: string }[] | undefined;
  return profiles ? { ...product, profile_id: profiles[0]?.id ?? null } : product;
}

/** What is asked for, and the channels of each product. */
export const withChannelsAsked = <Query extends { expand?: string }>(query: Query): Query => ({
  ...query,
  expand: `${query.expand ?? storeProduct.relations.join(",")},sales_channels`,
});

/** As in v1, of the channels that sell a product a key shows its own. */
export const withChannelsAmong =
  (channels: readonly string[]) =>
  (product: Row): Row => {
    const all = (product["sales_channels"] ?? []) as { id: string }[];
    return { ...product, sales_channels: all.filter(({ id }) => channels.includes(id)) };
  };
