import type { Extra } from "../../../graph/graph.ts";
import { rateOfUse } from "../../selling/gift-cards/index.ts";
import type { OrderFacts } from "./order.ts";

const ratesOf = (table: string, owner: string, id: string) => `coalesce((
  select json_agg(json_build_object('rate', tax.rate, 'name', tax.name, 'code', tax.code))
  from ${table} tax where tax.${owner} = ${id}), '[]'::json)`;

/** Selects lines as `OrderLine`s. `from` is the FROM clause, with the alias `line`. */
export const lineFacts = (from: string) => `coalesce((
  select json_agg(json_build_object('id', line.id, 'unit_price', line.unit_price, 'quantity', line.quantity,
    'includes_tax', line.includes_tax, 'returned_quantity', line.returned_quantity,
    'returned_unsent', line.returned_unsent,
    'tax_lines', ${ratesOf("line_item_tax_line", "item_id", "line.id")},
    'adjustments', coalesce((select json_agg(json_build_object('amount', less.amount))
      from line_item_adjustment less where less.item_id = line.id), '[]'::json)))
  from ${from}), '[]'::json)`;

const ofOrder = (row: string) => `line_item line where line.order_id = ${row}.id`;

const idsIn = (table: string, row: string) =>
  `array(select later.id from ${table} later where later.order_id = ${row}.id)`;

/** Lines of swaps and claims. */
const additional = (row: string) =>
  `line_item line where line.swap_id = any(${idsIn("swap", row)})
    or line.claim_order_id = any(${idsIn("claim_order", row)})`;

const methods = (row: string) => `coalesce((
  select json_agg(json_build_object('id', method.id, 'price', method.price, 'includes_tax', method.includes_tax,
    'tax_lines', ${ratesOf("shipping_method_tax_line", "shipping_method_id", "method.id")}))
  from shipping_method method where method.order_id = ${row}.id), '[]'::json)`;

const goodsOf = (row: string) => `'customer_id', ${row}.customer_id,
    'tax_rate', ${row}.tax_rate,
    'lines', ${lineFacts(ofOrder(row))},
    'shipping_methods', ${methods(row)},
    'gift_card_uses', coalesce((select json_agg(json_build_object('gift_card_id', used.gift_card_id,
        'amount', used.amount, 'limits_tax', used.limits_tax,
        'tax_rate', ${rateOfUse("used", `${row}.region_id`)}) order by used.created_at, used.id)
      from gift_card_transaction used where used.order_id = ${row}.id), '[]'::json)`;

// A canceled payment of a swap was never paid; canceled payments of the order itself count, as in v1.
const paymentsOf = (row: string) => `'paid', coalesce((select json_agg(paid.amount) from payment paid
      where paid.order_id = ${row}.id and (paid.canceled_at is null or paid.swap_id is null)), '[]'::json),
    'refunded', coalesce((select json_agg(back.amount) from refund back where back.order_id = ${row}.id), '[]'::json)`;

/** The input of an order's totals, independent of the selected fields: see `OrderFacts`. */
export const orderFacts: Extra<"$facts", OrderFacts> = {
  name: "$facts",
  values: [],
  sql: (row) => `json_build_object(${goodsOf(row)}, ${paymentsOf(row)},
    'additional_lines', ${lineFacts(additional(row))})`,
};

/** The same without the lines of swaps and claims. */
const factsOfOwnLines: Extra<"$own", OrderFacts> = {
  name: "$own",
  values: [],
  sql: (row) => `json_build_object(${goodsOf(row)}, ${paymentsOf(row)}, 'additional_lines', '[]'::json)`,
};

/** And without payments. */
export const factsOfGoods: Extra<"$goods", OrderFacts> = {
  name: "$goods",
  values: [],
  sql: (row) => `json_build_object(${goodsOf(row)},
    'paid', '[]'::json, 'refunded', '[]'::json, 'additional_lines', '[]'::json)`,
};

/** What the totals of a response depend on, besides lines, shipping methods and gift cards. */
export interface NeededFacts {
  /** Payments and refunds. */
  ofPayments: boolean;
  /** Lines of swaps and claims. */
  ofLaterLines: boolean;
}

/** The input of the totals that a response includes. */
export function factsFor({ ofLaterLines, ofPayments }: NeededFacts): Extra {
  if (ofLaterLines) return orderFacts;
  return ofPayments ? factsOfOwnLines : factsOfGoods;
}

/** What `factsFor` has added to a row. */
export type WithFacts<Row> = Row & { $facts?: OrderFacts; $own?: OrderFacts; $goods?: OrderFacts };
