import type pg from "pg";

/** Invariants of a shop: statements that find rows which break a rule. */
const rules: Record<string, string> = {
  "no more is reserved than is stocked, unless backorders were promised":
    "select id from inventory_level where stocked_quantity < 0 or reserved_quantity < 0",
  "a cart becomes one order at most": `select cart_id from "order" where cart_id is not null group by 1 having count(*) > 1`,
  "a cart that became an order is completed": `select cart.id from cart join "order" sold on sold.cart_id = cart.id
    where cart.completed_at is null`,
  "no payment gives back more than it took":
    "select id from payment where amount_refunded < 0 or amount_refunded > amount",
  "no payment is given back before it was taken":
    "select id from payment where amount_refunded > 0 and captured_at is null",
  "refunds of an order are not above what was paid": `select sold.id from "order" sold
    where (select coalesce(sum(amount), 0) from refund where order_id = sold.id) >
      (select coalesce(sum(amount), 0) from payment where order_id = sold.id and captured_at is not null)
      + (select coalesce(sum(payment.amount), 0) from payment join swap on swap.id = payment.swap_id where swap.order_id = sold.id)`,
  "gift cards hold between nothing and their value":
    "select id from gift_card where balance < 0 or balance > value",
  "no code is used more often than allowed":
    "select id from discount where usage_limit is not null and usage_count > usage_limit",
  "not more is fulfilled than was bought": `select id from line_item
    where fulfilled_quantity > quantity or returned_quantity > quantity or shipped_quantity > coalesce(fulfilled_quantity, 0)`,
  "no handle of a product is there twice":
    "select handle from product where deleted_at is null and handle is not null group by 1 having count(*) > 1",
  "emails of accounts are there once": `select email from customer where deleted_at is null and has_account group by 1
    having count(*) > 1`,
  "emails are in lower case": "select id from customer where email <> lower(email)",
  "a region's country is in one region": "select iso_2 from country group by 1 having count(*) > 1",
  "not more of a line is refunded by lines than was bought": `select line.id from line_item line
    join tradewind.line_refund_piece piece on piece.line_item_id = line.id
    join tradewind.line_refund made on made.operation_key = piece.operation_key
    where exists (select from tradewind.payment_operation moved
      where moved.purpose = made.operation_key and moved.state <> 'refused')
    group by line.id having sum(piece.quantity) > line.quantity`,
  "the last number of papers is that of the last paper": `select numbers.kind from tradewind.paper_number numbers
    where last <> coalesce((select max(number) from tradewind.order_paper paper where paper.kind = numbers.kind), 0)`,
  "a segment counts its members": `select segment.id from tradewind.segment where members <>
    (select count(*) from customer_group_customers where customer_group_id = segment.id)`,
  "every order has its event": `select id from "order" sold where cart_id is not null and not exists (select 
      from tradewind.event where entity_id = sold.id)`,
};

/** The rules that do not hold, with what breaks them. */
export async function brokenRules(client: pg.Client): Promise<string[]> {
  const broken: string[] = [];
  for (const [rule, text] of Object.entries(rules)) {
    const { rows } = await client.query(`${text} limit 5`);
    if (rows.length > 0) broken.push(`${rule}: ${JSON.stringify(rows)}`);
  }
  return broken;
}
