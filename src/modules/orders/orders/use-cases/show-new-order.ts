import type { Tx } from "../../../../db/database.ts";
import type { Graph, RowFor } from "../../../../graph/graph.ts";
import { viewOf } from "../../../../graph/selection.ts";
import { withStableShape } from "../../../../kernel/with-stable-shape.ts";
import type { OrderFacts } from "../order.ts";
import { placedOrder, readingOf } from "../order-schemas.ts";
import { type ShownOrder, withTotals } from "../order-view.ts";
import { order } from "../orders-graph.ts";
import { showOrder } from "./show-order.ts";

/** What an order has that was bought without discounts and gift cards. */
const plain = viewOf({
  entity: order,
  relations: [
    "items",
    "items.tax_lines",
    "items.adjustments",
    "items.variant",
    "shipping_methods",
    "shipping_methods.tax_lines",
    "region",
    "payments",
    "shipping_address",
  ],
});

/** Nothing has happened to it yet. */
const nothing = {
  discounts: [],
  gift_cards: [],
  gift_card_transactions: [],
  refunds: [],
  claims: [],
  swaps: [],
};

/**
 * The order that this transaction places, as `placedOrder` shows it, to be asked for once it is committed. It is read in
 * one message with the commit, and only what a new order can have.
 */
export function newOrderWithCommit(
  { graph }: { graph: Graph },
  tx: Tx,
  id: string,
): () => Promise<ShownOrder> {
  const found = graph.findWithCommit(plain, id, { tx, extras: [] });
  return async () => {
    const read = await found();
    // The answer to the commit may have been lost.
    if (!read) return showOrder({ graph }, id, { view: placedOrder });
    const { showing } = readingOf(placedOrder, {}, { isList: false });
    return withTotals(withStableShape(read, nothing), factsOf(read), showing);
  };
}

function factsOf(row: RowFor<typeof plain>): OrderFacts {
  const { customer_id, tax_rate, items, shipping_methods, payments } = row;
  return {
    customer_id,
    tax_rate,
    lines: items,
    additional_lines: [],
    shipping_methods,
    paid: payments.map(({ amount }) => amount),
    refunded: [],
    gift_card_uses: [],
  };
}
