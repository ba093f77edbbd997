import {
  type LineTotals,
  lineTotals,
  type OrderTotals,
  orderTotals,
  refundableOf,
  type ShippingTotals,
  type TaxLine,
} from "../../selling/totals/index.ts";
import { defaultTax } from "../../shop/taxes/index.ts";
import type { OrderFacts } from "./order.ts";

type ById<Totals> = ReadonlyMap<string, Totals>;

/** All totals of an order and of its parts. */
export interface TotalsOfOrder {
  whole: OrderTotals;
  lines: ById<LineTotals & { refundable: number }>;
  additionalLines: ById<LineTotals & { refundable: number }>;
  shippingMethods: ById<ShippingTotals>;
}

/** The rates of a line, or the one rate of an old order. */
const taxedAs =
  ({ tax_rate }: OrderFacts) =>
  <Part extends { tax_lines: readonly TaxLine[] }>(part: Part): Part =>
    tax_rate === null ? part : { ...part, tax_lines: [defaultTax(tax_rate)] };

const byId = <Part extends { id: string }, Totals>(
  parts: readonly Part[],
  totalsOf: (part: Part, index: number) => Totals,
): ById<Totals> => new Map(parts.map((part, index) => [part.id, totalsOf(part, index)]));

export function totalsOfOrder(facts: OrderFacts): TotalsOfOrder {
  const lines = facts.lines.map(taxedAs(facts));
  const methods = facts.shipping_methods.map(taxedAs(facts));
  const totals = orderTotals({
    lines,
    shipping: methods,
    giftCardUses: facts.gift_card_uses,
    paid: facts.paid,
    refunded: facts.refunded,
  });
  return {
    whole: totals.whole,
    lines: byId(lines, (line, index) => ({ refundable: refundableOf(line), ...totals.lines[index]! })),
    additionalLines: byId(facts.additional_lines.map(taxedAs(facts)), (line) => ({
      refundable: refundableOf(line),
      ...lineTotals(line),
    })),
    shippingMethods: byId(methods, (_, index) => totals.shipping[index]!),
  };
}
