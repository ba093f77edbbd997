/** Areas of permissions that have a name in the languages of the dashboard. */
export const AREAS = [
  "orders",
  "payments",
  "fulfillments",
  "returns",
  "notes",
  "notifications",
  "customers",
  "personal-data",
  "products",
  "price-lists",
  "discounts",
  "gift-cards",
  "stock",
  "settings",
  "keys",
  "team",
  "webhooks",
  "jobs",
  "import-export",
  "uploads",
  "plugins",
  "analytics",
  "audit",
  "events",
] as const;

export type Area = (typeof AREAS)[number];
