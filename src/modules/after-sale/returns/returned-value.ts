import type { LockedOrder, OrderedLine } from "../../orders/orders/index.ts";
import {
  goodsTotal,
  type PricedShipping,
  shippingTotals,
  valueOfPieces,
  valueOfReturns,
} from "../../selling/totals/index.ts";
import { earlierQuantities, type ItemQuantity, lineOf, refundedQuantities, sum } from "./return.ts";

/** Orders from before taxes were stored by line have one rate for all lines. */
export const withTaxesOfOrder = ({ tax_rate }: LockedOrder, line: OrderedLine): OrderedLine =>
  tax_rate === null ? line : { ...line, tax_lines: [{ rate: tax_rate, name: "default", code: "default" }] };

/**
 * The sale value of the items, with taxes and discounts. Rounding depends on earlier returns of the same lines, unless
 * `ignoresEarlierReturns` is set.
 */
export function saleValueOf(
  order: LockedOrder,
  items: readonly ItemQuantity[],
  { ignoresEarlierReturns = false }: { ignoresEarlierReturns?: boolean } = {},
): number {
  return sum(
    items.map((item) => {
      const line = lineOf(order, item);
      const before = ignoresEarlierReturns
        ? refundedQuantities(order, line)
        : earlierQuantities(order, line, item.quantity);
      return valueOfPieces(withTaxesOfOrder(order, line), { before, quantity: item.quantity });
    }),
  );
}

/**
 * The same up to what was paid for the goods of the order, and for all of them exactly that: the discount of the order is
 * rounded once, those of its lines each. Goods of swaps and claims are not among them.
 */
export function paidValueOf(
  order: LockedOrder,
  items: readonly ItemQuantity[],
  { ignoresEarlierReturns = false }: { ignoresEarlierReturns?: boolean } = {},
): number {
  const own = order.items.map((line) => {
    const quantity = sum(items.filter(({ item_id }) => item_id === line.id).map((item) => item.quantity));
    const before = ignoresEarlierReturns
      ? refundedQuantities(order, line)
      : earlierQuantities(order, line, quantity);
    return { line: withTaxesOfOrder(order, line), before, quantity };
  });
  const others = items.filter(({ item_id }) => !order.items.some(({ id }) => id === item_id));
  const paid = goodsTotal(own.map(({ line }) => line));
  const worth = (quantitiesOf: (part: (typeof own)[number]) => number[]) => {
    const isWhole = own.every((part) => sum(quantitiesOf(part)) >= part.line.quantity);
    return isWhole
      ? paid
      : Math.min(sum(own.map((part) => valueOfReturns(part.line, quantitiesOf(part)))), paid);
  };
  const added = worth(({ before, quantity }) => [...before, quantity]) - worth(({ before }) => [...before]);
  return Math.max(added, 0) + saleValueOf(order, others, { ignoresEarlierReturns });
}

/** The value of the items less the return shipping; never negative. `isExchange`: new goods take their place. */
export function refundValueOf(
  order: LockedOrder,
  items: readonly ItemQuantity[],
  { shipping, isExchange = false }: { shipping: PricedShipping | null; isExchange?: boolean },
): number {
  for (const item of items) lineOf(order, item);
  const shippingTotal = shipping ? shippingTotals(shipping).total : 0;
  const value = isExchange
    ? saleValueOf(order, items, { ignoresEarlierReturns: true })
    : paidValueOf(order, items);
  return Math.max(value - shippingTotal, 0);
}
