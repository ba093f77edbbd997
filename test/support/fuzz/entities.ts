/** Where things of a shop are found: their table, and which other things a row belongs to. */
export interface Source {
  /** Something that may stand behind `from`, with the alias `it`. */
  from: string;
  /** The column by which the API names the row; its id by default. */
  value?: string;
  links?: Record<string, string>;
}

const table = (name: string, links: Record<string, string> = {}): Source => ({ from: `${name} it`, links });

const ofExchange = { order: "order_id", swap: "swap_id", claim: "claim_order_id" };

/** By the name that paths and properties use. */
export const sources: Record<string, Source> = {
  order: table('"order"', {
    cart: "cart_id",
    customer: "customer_id",
    region: "region_id",
    draft_order: "draft_order_id",
    sales_channel: "sales_channel_id",
  }),
  cart: table("cart", {
    customer: "customer_id",
    region: "region_id",
    shipping_address: "shipping_address_id",
    sales_channel: "sales_channel_id",
  }),
  line_item: table("line_item", {
    ...ofExchange,
    cart: "cart_id",
    order_edit: "order_edit_id",
    variant: "variant_id",
  }),
  fulfillment: table("fulfillment", ofExchange),
  return: table('"return"', ofExchange),
  swap: table("swap", { order: "order_id", cart: "cart_id" }),
  claim: table("claim_order", { order: "order_id" }),
  claim_item: table("claim_item", { claim: "claim_order_id" }),
  claim_image: table("claim_image", { claim_item: "claim_item_id" }),
  claim_tag: table("claim_tag"),
  order_edit: table("order_edit", { order: "order_id", payment_collection: "payment_collection_id" }),
  change: table("order_item_change", { order_edit: "order_edit_id", line_item: "line_item_id" }),
  payment_collection: {
    from: `payment_collection it join order_edit on order_edit.payment_collection_id = it.id
      and coalesce(order_edit.canceled_at, order_edit.confirmed_at, order_edit.declined_at) is null`,
    links: { region: "it.region_id" },
  },
  payment_session: {
    from: "payment_session it left join payment_collection_sessions pcs on pcs.payment_session_id = it.id",
    links: { cart: "it.cart_id", payment_collection: "pcs.payment_collection_id" },
  },
  payment: table("payment", { order: "order_id", cart: "cart_id", swap: "swap_id" }),
  refund: table("refund", { order: "order_id" }),
  shipping_method: table("shipping_method", { ...ofExchange, cart: "cart_id" }),
  draft_order: table("draft_order", { cart: "cart_id", order: "order_id" }),
  product: table("product", { product_collection: "collection_id", product_type: "type_id" }),
  variant: table("product_variant", { product: "product_id" }),
  product_option: table("product_option", { product: "product_id" }),
  price: {
    from: "money_amount it left join product_variant_money_amount pvma on pvma.money_amount_id = it.id",
    links: { variant: "pvma.variant_id", price_list: "it.price_list_id", region: "it.region_id" },
  },
  product_tag: table("product_tag"),
  product_type: table("product_type"),
  product_collection: table("product_collection"),
  product_category: table("product_category"),
  price_list: table("price_list"),
  discount: table("discount", { discount_rule: "rule_id" }),
  discount_rule: table("discount_rule"),
  discount_condition: {
    from: "discount_condition it join discount on discount.rule_id = it.discount_rule_id",
    links: { discount: "discount.id" },
  },
  discount_code: { from: "discount it", value: "it.code", links: { discount: "it.parent_discount_id" } },
  gift_card: table("gift_card", { region: "region_id", order: "order_id" }),
  gift_card_code: { from: "gift_card it", value: "it.code" },
  region: table("region"),
  country: { from: "country it", value: "it.iso_2", links: { region: "region_id" } },
  currency: { from: "currency it", value: "it.code" },
  shipping_option: table("shipping_option", { region: "region_id", shipping_profile: "profile_id" }),
  requirement: table("shipping_option_requirement", { shipping_option: "shipping_option_id" }),
  shipping_profile: table("shipping_profile"),
  tax_rate: table("tax_rate", { region: "region_id" }),
  customer: table("customer"),
  email: { from: "customer it", value: "it.email", links: { customer: "it.id" } },
  user_email: { from: '"user" it', value: "it.email" },
  customer_group: table("customer_group"),
  address: table("address", { customer: "customer_id" }),
  stock_address: table("stock_location_address"),
  user: table('"user"'),
  invite: table("invite"),
  webhook: table("tradewind.webhook"),
  delivery: table("tradewind.webhook_delivery", { webhook: "webhook_id" }),
  event: table("tradewind.event"),
  job: { from: "graphile_worker._private_jobs it", value: "it.id::text" },
  inventory_item: table("inventory_item"),
  reservation: table("reservation_item", { inventory_item: "inventory_item_id", line_item: "line_item_id" }),
  stock_location: {
    from: "stock_location it left join inventory_level on inventory_level.location_id = it.id",
    links: { inventory_item: "inventory_level.inventory_item_id" },
  },
  sales_channel: table("sales_channel"),
  publishable_key: table("publishable_api_key"),
  note: table("note", { order: "resource_id" }),
  notification: table("notification"),
  batch_job: table("batch_job"),
  return_reason: table("return_reason"),
  app: { from: "oauth it", value: "it.application_name" },
  order_tag: table("tradewind.order_tag"),
  customer_tag: table("tradewind.customer_tag"),
  segment: table("tradewind.segment"),
  saved_view: table("tradewind.saved_view", { user: "user_id" }),
  mail: table("tradewind.mail", { order: "order_id", customer: "customer_id" }),
  media: table("tradewind.media"),
  paper: table("tradewind.order_paper", { order: "order_id", refund: "refund_id" }),
  stock_count: table("tradewind.stock_count", { stock_location: "location_id" }),
  stock_transfer: table("tradewind.stock_transfer", { stock_location: "to_location_id" }),
  custom_field: table("tradewind.custom_field"),
  role: table("tradewind.role"),
  abandoned_cart: {
    from: "cart it",
    links: { customer: "it.customer_id", region: "it.region_id" },
  },
  payment_provider: table("payment_provider"),
  fulfillment_provider: table("fulfillment_provider"),
  tax_provider: table("tax_provider"),
};

/** Parts of a path, and other names, that are not called like what they stand for. */
const otherNames: Record<string, string> = {
  collection: "product_collection",
  category: "product_category",
  parent_category: "product_category",
  publishable_api_key: "publishable_key",
  location: "stock_location",
  return_location: "stock_location",
  item: "line_item",
  line: "line_item",
  session: "payment_session",
  condition: "discount_condition",
  claim_order: "claim",
  profile: "shipping_profile",
  reason: "return_reason",
  parent_return_reason: "return_reason",
  return_shipping_option: "shipping_option",
  billing_address: "address",
  shipping_address: "address",
  default_sales_channel: "sales_channel",
  type: "product_type",
  group: "customer_group",
  tag: "product_tag",
  rule: "discount_rule",
  resource: "product",
  application_name: "app",
  country_code: "country",
  origin_country: "country",
  currency_code: "currency",
  default_currency_code: "currency",
  entity: "order",
  created_by: "user",
  iso_2: "country",
};

export const singular = (name: string) =>
  name
    .replace(/addresses$/, "address")
    .replace(/ies$/, "y")
    .replace(/([^s])s$/, "$1");

/** Where the same name means different things. */
const byPath: [RegExp, string, string][] = [
  [/^\/hooks\//, "resource", "cart"],
  [/^\/admin\/products\//, "option", "product_option"],
  [/\/payment-(sessions|providers)/, "provider", "payment_provider"],
  [/\/fulfillment-providers/, "provider", "fulfillment_provider"],
  [/^\/admin\/shipping-options/, "provider", "fulfillment_provider"],
  [/./, "provider", "payment_provider"],
  [/./, "option", "shipping_option"],
  [/gift-cards/, "code", "gift_card_code"],
  [/confirm$/, "gift_card", "gift_card_code"],
  [/currencies/, "code", "currency"],
  [/./, "code", "discount_code"],
  [/^\/admin\/stock-locations/, "address", "stock_address"],
  [/order-(tags|assignees)/, "tag", "order_tag"],
  [/customer-tags|segments/, "tag", "customer_tag"],
  [/segments/, "group", "customer_group"],
  [/^\/admin\/uploads/, "upload", "media"],
  [/stock-(counts|transfers)/, "location", "stock_location"],
  [/stock-(counts|transfers)/, "item", "inventory_item"],
  [/claims\//, "image", "claim_image"],
  [/claims\//, "tag", "claim_tag"],
];

/** What a property or parameter of this name holds the id of; undefined when it is just a text. */
export function entityNamed(name: string, path: string): string | undefined {
  const of = singular(name)
    .replace(/_ids?$/, "")
    .replaceAll("-", "_");
  const special = byPath.find(([pattern, each]) => each === of && pattern.test(path));
  const entity = special?.[2] ?? otherNames[of] ?? of;
  return Object.hasOwn(sources, entity) ? entity : undefined;
}

/** The part of the path before `{id}` shows its entity. */
export function entityInPath(name: string, path: string): string | undefined {
  if (name !== "id") return entityNamed(name, path);
  return entityNamed(path.split("/{id}")[0]!.split("/").at(-1)!, path);
}
