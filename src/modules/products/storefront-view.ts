type Row = Record<string, unknown>;

/** The id of the product's shipping profile, for storefronts that ask for shipping options by it. */
export function withProfileId(product: Row): Row {
  const profiles = product["profiles"] as { id: string }[] | undefined;
  return profiles ? { ...product, profile_id: profiles[0]?.id ?? null } : product;
}
