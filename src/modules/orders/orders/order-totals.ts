import {
  type LineTotals,
  lineTotals,
  type OrderTotals,
  orderTotals,
  refundableOf,
  type ShippingTotals,
  type TaxLine,
  totalNames,
} from "../../selling/totals/index.ts";
import { defaultTax } from "../../shop/taxes/index.ts";
import type { OrderFacts, OrderLine } from "./order.ts";

type ById<Totals> = ReadonlyMap<string, Totals>;

/** All totals of an order and of its parts. */
interface TotalsOfOrder {
  whole: OrderTotals;
  lines: ById<LineTotals & { refundable: number }>;
  additionalLines: ById<LineTotals & { refundable: number }>;
  shippingMethods: ById<ShippingTotals>;
}

/** Orders from before taxes were stored by line have one rate for everything. */
const taxedAs =
  ({ tax_rate }: OrderFacts) =>
  <Part extends { tax_lines: readonly TaxLine[] }>(part: Part): Part =>
    tax_rate === null ? part : { ...part, tax_lines: [defaultTax(tax_rate)] };

const byId = <Part extends { id: string }, Totals>(
  parts: readonly Part[],
  totalsOf: (part: Part, index: number) => Totals,
): ById<Totals> => new Map(parts.map((part, index) => [part.id, totalsOf(part, index)]));

/** The totals that the business reckons with. Responses show those of `shownTotalsOfOrder`. */
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

export function shownTotalsOfOrder(facts: OrderFacts, { isList }: { isList: boolean }): TotalsOfOrder {
  const totals = totalsOfOrder(facts);
  const { tax_rate: rate } = facts;
  if (rate === null) return totals;
  const shown = (lines: readonly OrderLine[], ofLines: TotalsOfOrder["lines"]) =>
    byId(lines, (line) => {
      const known = ofLines.get(line.id)!;
      const { refundable, ...others } = shownByV1(rate, line, known);
      return { ...others, refundable: isList ? known.refundable : refundable };
    });
  return {
    ...totals,
    lines: shown(facts.lines, totals.lines),
    additionalLines: shown(facts.additional_lines, totals.additionalLines),
  };
}

/**
 * As v1 shows the lines of an order with one rate: `total` does not subtract the discount, and `refundable` subtracts that of
 * the whole line, even if some pieces were returned (not in a list). The totals of the order, and what a return is worth, do not depend on it.
 */
function shownByV1(
  taxRate: number,
  line: OrderLine,
  totals: LineTotals & { refundable: number },
): LineTotals & { refundable: number } {
  const net = totals.subtotal / line.quantity;
  const left = net * (line.quantity - (line.returned_quantity ?? 0)) - totals.raw_discount_total;
  return {
    ...totals,
    total: totals.total + (taxRate === 0 ? 0 : totals.discount_total),
    refundable: Math.round(left * (1 + taxRate / 100)),
  };
}

export const paymentTotals = ["paid_total", "refunded_total", "refundable_amount"] as const;

/** The totals of a whole order. */
export const orderTotalNames = [...totalNames, ...paymentTotals] as const;

const totals = new Set<string>([...orderTotalNames, "refundable", "original_total", "original_tax_total"]);

/** True for `total` and for `items.refundable`. */
export const isTotal = (field: string): boolean => totals.has(field.split(".").at(-1)!);

type IsShown = (name: string) => boolean;

/** The totals that a response includes. */
export interface ShownTotals {
  isList: boolean;
  ofOrder: IsShown;
  ofLines: IsShown;
  ofAdditionalLines: IsShown;
  ofShippingMethods: IsShown;
}

interface TotalsRequest {
  /** The selected fields, or the default fields. */
  fields: readonly string[];
  /** The included relations. */
  relations: ReadonlySet<string>;
  isList: boolean;
  /** Whether the request has `fields` or `expand`. Without them a single order includes its discount before rounding. */
  isChosen?: boolean;
  /** Whether lines and lists include discounts before rounding even where v1 usually omits them. */
  alwaysRaw?: boolean;
}

const RAW = "raw_discount_total";

/** If a list selects one of these, v1 computes the totals of the lines and includes them. */
const computedFromLines = ["total", "subtotal"];

/**
 * As in v1: a list has the totals that `fields` names, or all if it names none. A single order always has all totals. If
 * `fields` names totals of lines, the lines have no discount before rounding.
 */
export function shownTotals({
  fields,
  relations,
  isList,
  isChosen = false,
  alwaysRaw = false,
}: TotalsRequest): ShownTotals {
  const named = new Set(fields.filter(isTotal));
  const isNamed =
    (...parts: string[]): IsShown =>
    (name) =>
      parts.some((part) => named.has(`${part}${name}`));
  const ofNamed = {
    isList,
    ofOrder: isNamed(""),
    ofLines: isNamed("items."),
    ofAdditionalLines: isNamed("swaps.additional_items.", "claims.additional_items."),
    ofShippingMethods: isNamed("shipping_methods."),
  };
  const isOfLine = [...named].some((name) => name.startsWith("items."));
  const ofWholeLines: IsShown = (name) => name !== RAW || alwaysRaw || !isOfLine;
  if (isList && named.size > 0) {
    const isComputed = relations.has("items") && computedFromLines.some((name) => named.has(name));
    if (!isComputed) return ofNamed;
    return {
      ...ofNamed,
      ofLines: (name) => (name === "refundable" ? ofNamed.ofLines(name) : ofWholeLines(name)),
    };
  }
  return {
    isList,
    ofOrder: (name) => name !== RAW || alwaysRaw || named.has(RAW) || !(isList || isChosen),
    ofLines: relations.has("items") ? ofWholeLines : ofNamed.ofLines,
    ofAdditionalLines:
      relations.has("swaps") || relations.has("claims")
        ? (name) => name === "refundable" || relations.has("returnable_items")
        : ofNamed.ofAdditionalLines,
    ofShippingMethods: relations.has("shipping_methods") ? () => true : ofNamed.ofShippingMethods,
  };
}
