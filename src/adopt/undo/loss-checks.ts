import { CUSTOMIZED } from "../../graph/custom-fields/declaration.ts";

/** Rows that only Tradewind understands. */
export interface LossCheck {
  code: string;
  /** Tables, as `schema.table`, or columns, as `schema.table#column`, without which there is nothing to lose. */
  needs: readonly string[];
  /** Statements of the undo: the loss happens only if one of them runs, because v1 did not have the column. */
  dropped?: readonly string[];
  /** One row for each: `name`, and `amount` with `currency` where money is meant. */
  text: string;
  what: string;
  hint: string;
}

const customized = Object.values(CUSTOMIZED);

const dropsTaxColumn = (table: string) => `alter table public."${table}" drop column "includes_tax"`;

/** The tax of goods or of shipping, as an order shows it. */
const taxOf = (part: "line_item" | "shipping_method", price: string) => `
  coalesce((select sum(round(net * rate / case when includes_tax then 100 + rate else 100 end)) from (
    select ${price} as net, part.includes_tax, (select coalesce(sum(rate), 0)::numeric
      from public.${part}_tax_line tax where tax.${part === "line_item" ? "item_id" : "shipping_method_id"} = part.id) as rate
    from public.${part} part where part.order_id = sold.id) taxed), 0)`;

const DISCOUNT = "(select coalesce(sum(amount), 0) from public.line_item_adjustment where item_id = part.id)";

const PAID = `(select sum(amount) from public.payment where payment.order_id = sold.id and canceled_at is null)`;

/** What money depends on comes first. */
export const lossChecks: readonly LossCheck[] = [
  {
    code: "waived_amounts",
    needs: ["public.payment#amount_waived"],
    text: `select '#' || sold.display_id as name, sum(amount_waived)::text as amount, payment.currency_code as currency
      from public.payment join public."order" sold on sold.id = payment.order_id
      where amount_waived > 0 and captured_at is null and payment.canceled_at is null
      group by sold.display_id, payment.currency_code order by sold.display_id`,
    what: "Goods came back before their payment was captured, and v1 would capture what they are worth as well",
    hint: "Capture these orders with Tradewind first, or refund the amounts after v1 has captured them.",
  },
  {
    code: "open_payment_operations",
    needs: ["tradewind.payment_operation"],
    text: `select coalesce('#' || sold.display_id, payment_id) || ' ' || kind as name, operation.amount::text as amount,
        payment.currency_code as currency
      from tradewind.payment_operation operation join public.payment on payment.id = payment_id
      left join public."order" sold on sold.id = coalesce(operation.order_id, payment.order_id)
      where state = 'begun' order by operation.created_at`,
    what: "It is not known whether payment services have done this",
    hint: "Start Tradewind until it knows, or look at the services yourself.",
  },
  {
    code: "prices_with_tax_of_orders",
    needs: ["public.line_item#includes_tax", "public.shipping_method#includes_tax"],
    dropped: ["line_item", "shipping_method"].map(dropsTaxColumn),
    text: `select '#' || sold.display_id as name, ${PAID}::text as amount, sold.currency_code as currency
      from public."order" sold
      where sold.canceled_at is null and (
        exists (select from public.line_item line where line.order_id = sold.id and includes_tax)
        or exists (select from public.shipping_method sent where sent.order_id = sold.id and includes_tax))
      order by sold.display_id`,
    what: "Orders whose prices include the tax: v1 adds the tax to them, and shows a higher total than was paid",
    hint: "v1 has the feature tax_inclusive_pricing switched off.",
  },
  {
    code: "prices_with_tax",
    needs: [
      "public.region#includes_tax",
      "public.currency#includes_tax",
      "public.price_list#includes_tax",
      "public.shipping_option#includes_tax",
      "public.line_item#includes_tax",
    ],
    dropped: ["region", "currency", "price_list", "shipping_option", "line_item"].map(dropsTaxColumn),
    text: `select 'region ' || name as name from public.region where includes_tax and deleted_at is null
      union all select 'currency ' || code from public.currency where includes_tax
      union all select 'price list ' || name from public.price_list where includes_tax and deleted_at is null
      union all select 'shipping option ' || name from public.shipping_option where includes_tax and deleted_at is null
      union all select 'cart ' || cart.id from public.cart where completed_at is null and deleted_at is null
        and exists (select from public.line_item line where line.cart_id = cart.id and includes_tax)`,
    what: "Prices that include the tax: v1 adds the tax to them",
    hint: "Change the prices in v1 before it sells.",
  },
  {
    code: "limited_tax_of_gift_cards",
    needs: ["public.gift_card_transaction#limits_tax"],
    text: `select '#' || sold.display_id as name, sum(used.amount)::text as amount, sold.currency_code as currency
      from public.gift_card_transaction used join public."order" sold on sold.id = used.order_id
      where limits_tax and used.tax_rate > 0 group by sold.id
      having sum(round(used.amount * used.tax_rate::numeric / 100))
        > ${taxOf("line_item", `part.unit_price * part.quantity - ${DISCOUNT}`)} + ${taxOf("shipping_method", "part.price")}
      order by sold.display_id`,
    what: "Gift cards that paid for orders, and saved no more tax than was due",
    hint: "v1 has no such limit, and shows a lower total than was paid.",
  },
  {
    code: "returned_unsent",
    needs: ["public.line_item#returned_unsent"],
    text: `select '#' || sold.display_id || ': ' || sum(returned_unsent) as name from public.line_item line
      join public."order" sold on sold.id = line.order_id where returned_unsent > 0 and sold.canceled_at is null
      group by sold.display_id order by sold.display_id`,
    what: "Pieces that were returned before they were packed, which v1 would still pack",
    hint: "Do not pack them.",
  },
  {
    code: "open_carrier_calls",
    needs: ["tradewind.carrier_call"],
    text: `select '#' || sold.display_id || ' ' || kind as name from tradewind.carrier_call call
      join public."order" sold on sold.id = call.order_id order by call.created_at`,
    what: "It is not known whether carriers have done this",
    hint: "Start Tradewind until it knows, or look at the carriers yourself.",
  },
  {
    code: "custom_fields",
    needs: customized.map((table) => `public.${table}#custom_fields`),
    text: customized
      .map(
        (table) => `(select '${table}: ' || count(*) as name from public."${table}"
        where custom_fields is not null having count(*) > 0)`,
      )
      .join(" union all "),
    what: "Values of custom fields of these rows",
    hint: "Export them before.",
  },
  {
    code: "roles",
    needs: ["tradewind.user_role"],
    text: `select email || ' (' || role.name || ')' as name from tradewind.user_role given
      join tradewind.role on role.id = given.role_id join public."user" on "user".id = given.user_id
      where role.id <> 'owner' and "user".deleted_at is null order by email`,
    what: "Users whose roles limit what they may do: in v1 everybody may do everything",
    hint: "Delete the users who must not.",
  },
];
