import { withProfile } from "../products/index.ts";
import { orderTotals, refundableOf } from "../totals/index.ts";
import { type Order, taxLinesOf } from "./order.ts";

type Row = Record<string, unknown>;

function withProductProfile(variant: unknown): unknown {
  const { product } = (variant ?? {}) as { product?: Row };
  return product ? { ...(variant as Row), product: withProfile(product) } : variant;
}

/** The order with its totals, without what was read for computing them. */
export function toOrderView(order: Order): Row {
  const lines = order.items.map((line) => ({ ...line, tax_lines: taxLinesOf(order, line.tax_lines) }));
  const methods = order.shipping_methods.map((method) => ({
    ...method,
    tax_lines: taxLinesOf(order, method.tax_lines),
  }));
  const { $facts, ...shown } = order;
  const {
    lines: ofLines,
    shipping,
    whole,
  } = orderTotals({
    lines,
    shipping: methods,
    giftCardUses: $facts.gift_card_uses,
    paid: $facts.paid,
    refunded: $facts.refunded,
  });
  return {
    object: "order",
    ...shown,
    items: order.items.map((line, index) => ({
      ...line,
      ...("variant" in line ? { variant: withProductProfile(line.variant) } : {}),
      refundable: refundableOf(lines[index]!),
      ...ofLines[index],
    })),
    shipping_methods: order.shipping_methods.map((method, index) => ({ ...method, ...shipping[index] })),
    ...whole,
  };
}
