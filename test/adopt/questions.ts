import { inDatabase } from "./databases.ts";

/** A request that v1 and Tradewind are asked. */
export interface Question {
  /** "admin", "visitor" or the email of a customer. */
  as: string;
  path: string;
  query?: Record<string, unknown>;
}

type Ids = (statement: string) => Promise<string[]>;

const admin = (path: string, query?: Question["query"]): Question => ({
  as: "admin",
  path,
  ...(query && { query }),
});
const visitor = (path: string, query?: Question["query"]): Question => ({
  as: "visitor",
  path,
  ...(query && { query }),
});

/** What is read by its id, with the relations that v1 shows by default. */
const ADMIN_PATHS: Record<string, string> = {
  orders: 'select id from "order"',
  "draft-orders": "select id from draft_order",
  swaps: "select id from swap",
  "order-edits": "select id from order_edit",
  products: "select id from product where deleted_at is null",
  variants: "select id from product_variant where deleted_at is null",
  customers: "select id from customer where deleted_at is null",
  "customer-groups": "select id from customer_group",
  "gift-cards": "select id from gift_card where deleted_at is null",
  discounts: "select id from discount where deleted_at is null",
  "price-lists": "select id from price_list where deleted_at is null",
  collections: "select id from product_collection where deleted_at is null",
  regions: "select id from region where deleted_at is null",
  "shipping-options": "select id from shipping_option where deleted_at is null",
  "shipping-profiles": "select id from shipping_profile where deleted_at is null",
  "sales-channels": "select id from sales_channel where deleted_at is null",
  "tax-rates": "select id from tax_rate",
  "return-reasons": "select id from return_reason where deleted_at is null",
  notes: "select id from note where deleted_at is null",
  users: 'select id from "user" where deleted_at is null',
  "batch-jobs": "select id from batch_job where deleted_at is null",
  "publishable-api-keys": "select id from publishable_api_key",
  "payment-collections": "select id from payment_collection where deleted_at is null",
  payments: "select id from payment",
};

const WITH_CATEGORIES = { "product-categories": "select id from product_category" };
const WITH_LOCATIONS = {
  "inventory-items": "select id from inventory_item where deleted_at is null",
  "stock-locations": "select id from stock_location where deleted_at is null",
  reservations: "select id from reservation_item where deleted_at is null",
};

const STORE_PATHS: Record<string, string> = {
  carts: "select id from cart where deleted_at is null",
  orders: 'select id from "order"',
  "orders/cart": 'select cart_id from "order" where cart_id is not null',
  swaps: "select cart_id from swap where cart_id is not null",
  "order-edits": "select id from order_edit where requested_at is not null",
  "payment-collections": "select id from payment_collection where deleted_at is null",
  products: "select id from product where deleted_at is null and status = 'published'",
  variants: "select id from product_variant where deleted_at is null",
  collections: "select id from product_collection where deleted_at is null",
  regions: "select id from region where deleted_at is null",
  "gift-cards": "select code from gift_card where deleted_at is null and not is_disabled",
  "return-reasons": "select id from return_reason where deleted_at is null",
};

/** Everything that a shop is asked, from what its database holds: at most so many rows of a kind by their id. */
export const questionsFor = (databaseUrl: string, most: number): Promise<Question[]> =>
  inDatabase(databaseUrl, async (ask) => {
    const ids: Ids = async (statement) =>
      (await ask<object>(`${statement} order by 1`)).map((row) => String(Object.values(row)[0]));
    const some: Ids = async (statement) => evenlyOf(await ids(statement), most);
    const tables = new Set(
      await ids("select table_name from information_schema.tables where table_schema = 'public'"),
    );
    const adminPaths = {
      ...ADMIN_PATHS,
      ...(tables.has("product_category") && WITH_CATEGORIES),
      ...(tables.has("stock_location") && WITH_LOCATIONS),
    };
    return [
      ...(await each("/admin", adminPaths, some)).map((path) => admin(path)),
      ...(await each("/store", STORE_PATHS, some)).map((path) => visitor(path)),
      ...(await lists(ids, tables)),
      ...(await pricesOfRegions(ids)),
      ...(await ofCustomers(ids)),
    ];
  });

/** From the whole of the list. */
const evenlyOf = (all: string[], most: number): string[] => {
  const step = Math.max(1, all.length / most);
  return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
};

async function each(area: string, paths: Record<string, string>, ids: Ids): Promise<string[]> {
  const all: string[] = [];
  for (const [name, statement] of Object.entries(paths))
    all.push(...(await ids(statement)).map((id) => `${area}/${name}/${encodeURIComponent(id)}`));
  return all;
}

const ORDER_FILTERS: Record<string, unknown>[] = [
  { status: ["pending"] },
  { status: ["canceled", "archived"] },
  { payment_status: ["captured", "partially_refunded"] },
  { payment_status: ["refunded"] },
  { fulfillment_status: ["not_fulfilled"] },
  { fulfillment_status: ["shipped", "returned", "partially_returned"] },
  { email: "ada@example.com" },
  { q: "guest3@example.com" },
  { q: "Ada" },
  { currency_code: "jpy" },
  { order: "display_id", limit: 7, offset: 3 },
  { fields: "id,status,display_id,created_at,email,total", expand: "customer,shipping_address", limit: 20 },
];

/** Lists, several pages long where they are, and filtered. */
async function lists(ids: Ids, tables: Set<string>): Promise<Question[]> {
  const regions = await ids("select id from region where deleted_at is null");
  const pages = [0, 10, 20, 30].map((offset) => ({ limit: 10, offset }));
  return [
    ...[...pages, ...ORDER_FILTERS, ...regions.map((region_id) => ({ region_id }))].map((query) =>
      admin("/admin/orders", query),
    ),
    ...pages.map((query) => admin("/admin/products", query)),
    ...[{ q: "shirt" }, { status: ["draft"] }, { is_giftcard: true }, { order: "title" }].map((query) =>
      admin("/admin/products", query),
    ),
    admin("/admin/customers", { limit: 500 }),
    ...["draft-orders", "returns", "swaps", "order-edits", "gift-cards", "discounts"].flatMap((name) =>
      [{ limit: 50 }, { limit: 5, offset: 4 }].map((query) => admin(`/admin/${name}`, query)),
    ),
    ...ADMIN_LISTS.map((path) => admin(path)),
    ...(tables.has("product_category")
      ? [admin("/admin/product-categories"), visitor("/store/product-categories")]
      : []),
    ...(tables.has("stock_location")
      ? ["stock-locations", "inventory-items", "reservations"].map((name) =>
          admin(`/admin/${name}`, { limit: 500 }),
        )
      : []),
    ...STORE_LISTS.map((path) => visitor(path)),
  ];
}

const ADMIN_LISTS = [
  "/admin/batch-jobs",
  "/admin/collections",
  "/admin/currencies?limit=200",
  "/admin/variants?limit=200",
  "/admin/customer-groups",
  "/admin/discounts?is_dynamic=true",
  "/admin/invites",
  "/admin/notes",
  "/admin/notifications",
  "/admin/price-lists",
  "/admin/product-tags",
  "/admin/product-types",
  "/admin/products/tag-usage",
  "/admin/publishable-api-keys",
  "/admin/regions",
  "/admin/return-reasons",
  "/admin/sales-channels",
  "/admin/shipping-options",
  "/admin/shipping-profiles",
  "/admin/store",
  "/admin/store/payment-providers",
  "/admin/store/tax-providers",
  "/admin/tax-rates",
  "/admin/users",
  "/admin/auth",
];

const STORE_LISTS = [
  "/store/products?limit=100",
  "/store/products?limit=5&offset=3",
  "/store/products?q=mug",
  "/store/variants?limit=100",
  "/store/collections",
  "/store/product-types",
  "/store/product-tags",
  "/store/regions",
  "/store/return-reasons",
  "/store/shipping-options",
];

async function pricesOfRegions(ids: Ids): Promise<Question[]> {
  const regions = await ids("select id from region where deleted_at is null");
  return regions.flatMap((region_id) => [
    visitor("/store/products", { region_id, limit: 100 }),
    visitor("/store/variants", { region_id, limit: 100 }),
    visitor("/store/shipping-options", { region_id }),
    admin(`/admin/regions/${region_id}/fulfillment-options`),
    admin("/admin/shipping-options", { region_id }),
  ]);
}

async function ofCustomers(ids: Ids): Promise<Question[]> {
  const emails = await ids("select email from customer where has_account and deleted_at is null");
  return emails.flatMap((as) => [
    { as, path: "/store/customers/me" },
    { as, path: "/store/customers/me/orders", query: { limit: 50 } },
    { as, path: "/store/customers/me/payment-methods" },
    { as, path: "/store/products", query: { limit: 20 } },
  ]);
}
