import type { RowCheck } from "./row-check.ts";

const STAYS = "It stays so; a change of the row in Tradewind must correct it.";

const count = (table: string, condition: string) =>
  `select count(*)::int as count from ${table} where ${condition}`;

const refused = (check: Omit<RowCheck, "severity">): RowCheck => ({ severity: "warning", ...check });

const ofCatalogue: readonly RowCheck[] = [
  refused({
    code: "negative_stock",
    needs: { product_variant: [] },
    text: count("product_variant", "inventory_quantity < 0 and deleted_at is null"),
    one: "variant has",
    many: "variants have",
    message: "a stock below 0, as v1 sells more than there is. Correct it: Tradewind sells none until then.",
  }),
  refused({
    code: "negative_levels",
    needs: { inventory_level: [] },
    text: count(
      "inventory_level",
      "deleted_at is null and (stocked_quantity < reserved_quantity or stocked_quantity < 0)",
    ),
    one: "inventory level has",
    many: "inventory levels have",
    message: "more pieces reserved than there are. Tradewind reserves no more until there are enough.",
  }),
  refused({
    code: "negative_prices",
    needs: { money_amount: ["min_quantity", "max_quantity"] },
    text: count("money_amount", "deleted_at is null and (amount < 0 or min_quantity > max_quantity)"),
    one: "price is",
    many: "prices are",
    message: `below 0, or for a minimum quantity above the maximum. ${STAYS}`,
  }),
  refused({
    code: "price_list_dates",
    needs: { price_list: [] },
    text: count("price_list", "deleted_at is null and ends_at <= starts_at"),
    one: "price list ends",
    many: "price lists end",
    message: `before the start. ${STAYS}`,
  }),
  refused({
    code: "empty_titles",
    needs: { product: [] },
    text: count("product", "deleted_at is null and (title = '' or handle = '')"),
    one: "product has",
    many: "products have",
    message: `an empty title or handle. ${STAYS}`,
  }),
  refused({
    code: "category_paths",
    needs: { product_category: ["mpath"] },
    text: count(
      "product_category",
      `mpath is distinct from coalesce((select mpath from product_category parent
        where parent.id = product_category.parent_category_id), '') || id || '.'`,
    ),
    one: "category has",
    many: "categories have",
    message: "a path (mpath) that does not follow from the parents. Descendants are found by it: correct it.",
  }),
];

const ofMoney: readonly RowCheck[] = [
  refused({
    code: "discount_rules",
    needs: { discount_rule: [] },
    text: count(
      "discount_rule",
      "deleted_at is null and (value < 0 or (type = 'percentage' and value > 100))",
    ),
    one: "discount takes off",
    many: "discounts take off",
    message: `less than nothing, or more than 100 percent. ${STAYS}`,
  }),
  refused({
    code: "discount_regions",
    needs: { discount: [], discount_regions: [] },
    text: `select count(*)::int as count from discount join discount_rule rule on rule.id = rule_id and rule.type = 'fixed'
      where discount.deleted_at is null and 1 < (select count(*) from discount_regions where discount_id = discount.id)`,
    one: "discount of a fixed amount has",
    many: "discounts of a fixed amount have",
    message: `several regions, and so several currencies. ${STAYS}`,
  }),
  refused({
    code: "discount_dates",
    needs: { discount: [] },
    text: count("discount", "deleted_at is null and ends_at <= starts_at"),
    one: "discount ends",
    many: "discounts end",
    message: `before the start. ${STAYS}`,
  }),
  refused({
    code: "gift_card_balances",
    needs: { gift_card: [] },
    text: count("gift_card", "deleted_at is null and (balance > value or balance < 0)"),
    one: "gift card has",
    many: "gift cards have",
    message: `a balance above the value, or below 0. ${STAYS}`,
  }),
  refused({
    code: "tax_rates",
    needs: { tax_rate: [] },
    text: count("tax_rate", "rate < 0 or rate > 100"),
    one: "tax rate is",
    many: "tax rates are",
    message: `below 0 or above 100 percent. ${STAYS}`,
  }),
];

const ofPeople: readonly RowCheck[] = [
  refused({
    code: "api_tokens",
    needs: { user: ["api_token"] },
    text: `select count(*)::int as count from (select from "user" where api_token is not null and deleted_at is null
      group by api_token having count(*) > 1) repeated`,
    one: "API token belongs",
    many: "API tokens belong",
    message: "to several users. Give each a token of its own: tradewind token issue.",
  }),
  refused({
    code: "long_carts",
    needs: { cart: [], line_item: [] },
    text: `select count(*)::int as count from (select from line_item join cart on cart.id = cart_id
      where completed_at is null and deleted_at is null and cart.type = 'default'
      group by cart.id having count(*) > $1) long`,
    value: ({ config }) => config.cartLines,
    one: "open cart has",
    many: "open carts have",
    message: ({ config }) =>
      `more than ${config.cartLines} lines, so nothing can be added. TRADEWIND_CART_LINES changes the limit.`,
  }),
  refused({
    code: "many_addresses",
    needs: { address: ["customer_id"] },
    text: `select count(*)::int as count from (select from address where customer_id is not null and deleted_at is null
      group by customer_id having count(*) > $1) many`,
    value: ({ config }) => config.customerAddresses,
    one: "customer has",
    many: "customers have",
    message: ({ config }) =>
      `more than ${config.customerAddresses} addresses, and can add none. TRADEWIND_CUSTOMER_ADDRESSES changes the limit.`,
  }),
  ...["product", "product_variant", "customer", "order"].map((table) =>
    refused({
      code: `metadata_of_${table}`,
      needs: { [table]: ["metadata"] },
      text: count(`"${table}"`, "jsonb_typeof(metadata) <> 'object'"),
      one: `row of the table ${table} has`,
      many: `rows of the table ${table} have`,
      message: "metadata that is no object. It is shown as it is; the first keys that are sent replace it.",
    }),
  ),
];

/** Rows that Tradewind would not write. It reads them. */
export const refusedRows: readonly RowCheck[] = [...ofCatalogue, ...ofMoney, ...ofPeople];
