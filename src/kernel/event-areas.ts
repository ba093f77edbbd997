import { type ChangeableArea, type Granted, isGranted, type Permission } from "./permissions.ts";

/** The first part of the names of events, and the area that they tell about. */
const areaOf: Record<string, ChangeableArea> = {
  batch: "import-export",
  cart: "orders",
  claim: "returns",
  currency: "settings",
  customer: "customers",
  "customer-group": "customers",
  discount: "discounts",
  draft_order: "orders",
  gift_card: "gift-cards",
  "inventory-item": "stock",
  "inventory-level": "stock",
  invite: "team",
  note: "notes",
  notification: "notifications",
  order: "orders",
  "order-edit": "orders",
  "order-update-token": "orders",
  payment: "payments",
  "payment-collection": "payments",
  "price-list": "price-lists",
  product: "products",
  "product-category": "products",
  "product-collection": "products",
  "product-variant": "products",
  publishable_api_key: "keys",
  region: "settings",
  "reservation-item": "stock",
  "reservation-items": "stock",
  "return-reason": "settings",
  role: "team",
  sales_channel: "settings",
  "shipping-option": "settings",
  "shipping-profile": "settings",
  "stock-location": "stock",
  store: "settings",
  swap: "returns",
  "tax-rate": "settings",
  token_generated: "keys",
  user: "team",
  webhook: "webhooks",
};

/** The area of `order.placed` is `orders`. Events of plugins have the area `plugins`. */
export const areaOfEvent = (name: string): ChangeableArea => areaOf[name.split(".", 1)[0]!] ?? "plugins";

/**
 * What a caller needs to see an event. A caller who has the id of an open cart can read the codes of its gift cards, so events of carts
 * need the permission to see those, too.
 */
export const neededForEvent = (name: string): Permission[] => [
  `${areaOfEvent(name)}:read`,
  ...(name === "cart" || name.startsWith("cart.") ? (["gift-cards:write"] as const) : []),
];

export const maySeeEvent = (granted: Granted, name: string): boolean =>
  neededForEvent(name).every((permission) => isGranted(granted, permission));

/** The same as lists of first parts of names, for a condition in SQL: either those shown, or those hidden. */
export function visibleParts(granted: Granted): { isShown: boolean; parts: readonly string[] } {
  const isShown = !isGranted(granted, "plugins:read");
  return { isShown, parts: Object.keys(areaOf).filter((part) => maySeeEvent(granted, part) === isShown) };
}
