import { expect, it } from "vitest";
import { tableWriters } from "../support/table-writers.ts";

/** Tables that are still written by several modules; the list becomes shorter, never longer. */
const SHARED: readonly string[] = [
  "cart",
  "claim_order",
  "customer",
  "customer_group_customers",
  "draft_order",
  "money_amount",
  "order_edit",
  "payment",
  "payment_session",
  "product",
  "product_variant",
  "product_variant_inventory_item",
  "product_variant_money_amount",
  "refund",
  "sales_channel_location",
  "swap",
  "tradewind.audit_entry",
  "tradewind.event",
  "tradewind.event_cursor",
  "user",
];

/** Files whose tables are not literals yet. */
const UNREAD: readonly string[] = [
  "providers/sync-providers.ts",
  "modules/catalogue/products/label-store.ts",
  "modules/catalogue/products/many-links-store.ts",
  "modules/catalogue/products/product-links-store.ts",
  "modules/platform/housekeeping/housekeeping-store.ts",
  "modules/selling/carts/cart-links-store.ts",
  "modules/selling/discounts/condition-resources-store.ts",
  "modules/shop/regions/region-providers-store.ts",
  "modules/shop/taxes/tax-targets-store.ts",
];

const { writers, hidden } = tableWriters();

it("the sources show which table each statement writes", () => {
  expect([...new Set(hidden.map((place) => place.split(": ")[0]!))]).toEqual(UNREAD);
});

it("each table is written by one module", () => {
  const shared = [...writers].filter(([, modules]) => modules.size > 1);
  const found = Object.fromEntries(shared.map(([table, modules]) => [table, [...modules].sort()]));
  expect(found).toEqual(
    Object.fromEntries(SHARED.map((table) => [table, found[table] ?? "one module only"])),
  );
});
