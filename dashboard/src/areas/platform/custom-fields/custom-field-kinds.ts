export const ENTITIES = [
  "product",
  "variant",
  "category",
  "collection",
  "customer",
  "customer_group",
  "order",
  "line_item",
  "cart",
  "region",
  "discount",
] as const;

/** A field of the type `json` needs a schema, which is declared by the API. */
export const TYPES = [
  "text",
  "long-text",
  "integer",
  "money",
  "boolean",
  "date",
  "choice",
  "choices",
  "reference",
] as const;

export const STOREFRONT_WRITES: readonly string[] = ["customer", "cart", "line_item"];

const KNOWN_TYPES = [...TYPES, "json"] as const;

export const isEntity = (name: string): name is (typeof ENTITIES)[number] =>
  (ENTITIES as readonly string[]).includes(name);

export const isType = (name: string): name is (typeof KNOWN_TYPES)[number] =>
  (KNOWN_TYPES as readonly string[]).includes(name);
