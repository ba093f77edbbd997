import { isNotDeletedByKey } from "../../../graph/compile.ts";
import type { Extra } from "../../../graph/graph.ts";
import { REFERENCE_DATA_VERSION } from "../../../graph/reference-data.ts";
import { HAS_STOCK_LOCATIONS } from "../../shop/store/index.ts";
import { isRateOfOption, isRateOfProduct, taxLinesWhere } from "../../shop/taxes/index.ts";
import {
  type Availability,
  availability,
  type HoldSettings,
  ofChannel,
} from "../../stock/inventory/index.ts";
import { rateOfUse } from "../gift-cards/index.ts";
import type { ById, CartFacts } from "./cart.ts";

const isoTime = (time: string) => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const ratesOf = (condition: string) => `coalesce(${taxLinesWhere(condition)}, '[]'::json)`;

const ofProduct = (row: string) => `rate.region_id = ${row}.region_id and ${isRateOfProduct("goods")}`;

const ofOption = isRateOfOption("method.shipping_option_id");

const goods = (row: string) => `line_item line
  join product_variant piece on piece.id = line.variant_id join product goods on goods.id = piece.product_id
  where line.cart_id = ${row}.id`;

// Before the completion only returned lines of swaps have stored taxes.
const returnedRates = (row: string) => `case when ${row}.type = 'swap' then coalesce((
  select json_agg(json_build_array(line.id, coalesce((select json_agg(json_build_object('id', stored.id,
      'created_at', ${isoTime("stored.created_at")}, 'updated_at', ${isoTime("stored.updated_at")},
      'rate', stored.rate, 'name', stored.name, 'code', stored.code, 'metadata', stored.metadata)
      order by stored.created_at, stored.id)
    from line_item_tax_line stored where stored.item_id = line.id), '[]'::json)))
  from line_item line where line.cart_id = ${row}.id and line.is_return), '[]'::json) else '[]'::json end`;

export type StockOfLines = ById<Availability | null>;

/** By line, the available quantity of its variant in a shop with stock locations. Used for display only. */
export const cartStock = ({ config }: { config: HoldSettings }): Extra<"$stock", StockOfLines | null> => ({
  name: "$stock",
  values: [],
  sql: (row) => {
    // Stock holds are read only if the shop uses them.
    const holder = config.stockHoldMinutes > 0 ? `${row}.id` : undefined;
    return `case when ${HAS_STOCK_LOCATIONS} then (select json_agg(json_build_array(line.id,
        ${availability("piece", ofChannel(`${row}.sales_channel_id`), holder)}))
      from line_item line join product_variant piece on piece.id = line.variant_id
      where line.cart_id = ${row}.id) end`;
  },
});

const currencyIncludesTax = (row: string) => `(select currency.includes_tax from region home
  join currency on currency.code = home.currency_code where home.id = ${row}.region_id)`;

// Guests do not prove their email, so only customers with an account get the prices of their groups.
const customerGroupIds = (row: string) => `coalesce((select json_agg(members.customer_group_id)
  from customer_group_customers members
  join customer known on known.id = members.customer_id and known.has_account
  where members.customer_id = ${row}.customer_id), '[]'::json)`;

const ownFacts = (row: string) => `'is_swap', ${row}.type = 'swap',
    'is_draft', ${row}.type = 'draft_order',
    'customer_id', ${row}.customer_id,
    'email', ${row}.email,
    'completed_at', ${row}.completed_at,
    'customer', (select json_build_object('id', buyer.id, 'email', buyer.email, 'first_name', buyer.first_name,
        'last_name', buyer.last_name, 'has_account', buyer.has_account, 'metadata', buyer.metadata)
      from customer buyer where buyer.id = ${row}.customer_id and ${isNotDeletedByKey("buyer")}),
    'currency_includes_tax', ${currencyIncludesTax(row)},
    'customer_group_ids', ${customerGroupIds(row)},
    'is_stock_by_location', ${HAS_STOCK_LOCATIONS},
    'reference_data_version', ${REFERENCE_DATA_VERSION}`;

const goodsFacts = (
  row: string,
) => `'lines', coalesce((select json_agg(json_build_array(line.id, json_build_object(
        'rates', ${ratesOf(ofProduct(row))},
        'profiles', array(select placed.profile_id from product_shipping_profile placed
          where placed.product_id = goods.id))))
      from ${goods(row)}), '[]'::json)`;

const shippingFacts = (row: string) => `'shipping_rates', coalesce((
      select json_agg(json_build_array(method.id, ${ratesOf(ofOption)}))
      from shipping_method method where method.cart_id = ${row}.id), '[]'::json),
    'custom_shipping_prices', coalesce((select json_object_agg(agreed.shipping_option_id, agreed.price)
      from custom_shipping_option agreed where agreed.cart_id = ${row}.id and agreed.deleted_at is null),
      '{}'::json)`;

const factsNamed = <Name extends string, Facts>(
  name: Name,
  facts: (row: string) => string,
): Extra<Name, Facts> => ({
  name,
  values: [],
  sql: (row) => `json_build_object(${facts(row)})`,
});

/** See `CartFacts`. */
export const cartFacts = factsNamed<"$facts", CartFacts>(
  "$facts",
  (row) => `${ownFacts(row)}, ${goodsFacts(row)}, ${shippingFacts(row)},
    'returned_rates', ${returnedRates(row)},
    'spent', coalesce((select json_agg(json_build_object('id', used.gift_card_id, 'balance', used.amount,
        'tax_rate', ${rateOfUse("used", "placed.region_id")}, 'ends_at', null))
      from gift_card_transaction used join "order" placed on placed.id = used.order_id
      where ${row}.completed_at is not null and placed.cart_id = ${row}.id), '[]'::json),
    'tax_answer', (select json_build_object('content', answer.content, 'lines', answer.lines)
      from tradewind.tax_answer answer
      where answer.cart_id = ${row}.id and answer.created_at > now() - interval '1 hour')`,
);

/** The facts that change with a section of the cart: see `cache/cart-sections-graph.ts`. */
export const factsOfSection = {
  own: factsNamed<"$own", Partial<CartFacts>>("$own", ownFacts),
  goods: factsNamed<"$goods", Partial<CartFacts>>("$goods", goodsFacts),
  shipping: factsNamed<"$shipping", Partial<CartFacts>>("$shipping", shippingFacts),
};
