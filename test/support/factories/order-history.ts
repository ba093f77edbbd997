import type { TestShop } from "../fixtures/shop.ts";
import type { PlacedOrder } from "./orders.ts";

/** Adds to an order what can follow it, as rows of v1: a fulfillment, a return, a refund, a claim and a swap. */
export async function aHistory({ db }: TestShop, order: PlacedOrder): Promise<void> {
  const [line] = order.items;
  const run = (text: string, ...values: unknown[]) => db.run({ text, values });
  await run(
    `insert into fulfillment (id, order_id, provider_id, data, tracking_numbers)
      values ('ful_' || $1, $1, 'manual', '{}', '[]')`,
    order.id,
  );
  await run(
    "insert into fulfillment_item (fulfillment_id, item_id, quantity) values ('ful_' || $1, $2, 1)",
    order.id,
    line!.id,
  );
  await run(
    `insert into tracking_link (id, fulfillment_id, tracking_number) values ('tlink_' || $1, 'ful_' || $1, 'T1')`,
    order.id,
  );
  await run(`insert into "return" (id, order_id, refund_amount) values ('ret_' || $1, $1, 100)`, order.id);
  await run(
    "insert into return_item (return_id, item_id, quantity) values ('ret_' || $1, $2, 1)",
    order.id,
    line!.id,
  );
  await run(
    `insert into refund (id, order_id, amount, reason) values ('ref_' || $1, $1, 100, 'return')`,
    order.id,
  );
  await run(`insert into claim_order (id, order_id, type) values ('claim_' || $1, $1, 'replace')`, order.id);
  await run(
    `insert into claim_item (id, claim_order_id, item_id, variant_id, reason, quantity)
      values ('citm_' || $1, 'claim_' || $1, $2, $3, 'other', 1)`,
    order.id,
    line!.id,
    line!.variant_id,
  );
  await run(
    `insert into swap (id, order_id, fulfillment_status, payment_status)
      values ('swap_' || $1, $1, 'not_fulfilled', 'not_paid')`,
    order.id,
  );
  for (const [column, prefix] of [
    ["claim_order_id", "claim"],
    ["swap_id", "swap"],
  ]) {
    await run(
      `insert into line_item (id, ${column}, title, unit_price, quantity, variant_id)
        values ('item_${prefix}_' || $1, '${prefix}_' || $1, 'Another', 700, 2, $2)`,
      order.id,
      line!.variant_id,
    );
    await run(
      `insert into line_item_tax_line (id, item_id, rate, name, code)
        values ('litl_${prefix}_' || $1, 'item_${prefix}_' || $1, 10, 'default', 'default')`,
      order.id,
    );
  }
}
