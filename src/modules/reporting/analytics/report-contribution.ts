import type { OrderFacts, totalsOfOrder } from "../../orders/orders/index.ts";
import { sharesOf, type TaxLine, valueOfPieces } from "../../selling/totals/index.ts";
import { defaultTax } from "../../shop/taxes/index.ts";

/** What reports read of an order, besides its facts. */
export interface ReportedOrder {
  region_id: string;
  facts: OrderFacts;
  goods: ReportedLine[];
  /** The discounts that the order was placed with. A dynamic code counts as the discount that it was made from. */
  codes: string[];
  /** Received pieces of its lines, in the order in which they came. */
  returned: ReturnedPieces[];
}

interface ReportedLine {
  id: string;
  product_id: string | null;
  is_giftcard: boolean;
  /** What each discount takes off. Not rounded. */
  codes: { id: string | null; amount: number }[];
}

interface ReturnedPieces {
  at: string;
  item_id: string;
  quantity: number;
  reason_id: string | null;
}

/** An amount and its tax at one rate; without a rate, what was not taxed. */
interface Taxed {
  rate: number | null;
  name: string;
  net: number;
  taxes: number;
}

interface ReportedReturn {
  at: string;
  product_id: string | null;
  reason_id: string | null;
  quantity: number;
  /** What the pieces were sold for, with taxes. */
  amount: number;
  by_rate: Taxed[];
}

/** What an order adds to the reports, as stored. */
export interface ReportContribution {
  region_id: string;
  /** Pieces, without gift cards. */
  quantity: number;
  /** Goods and shipping without taxes. Gift cards only if they are taxed. */
  net: number;
  /** Of lines without a product. */
  others: { quantity: number; amount: number; discounts: number; taxes: number };
  by_rate: Taxed[];
  by_code: { id: string; amount: number }[];
  returns: ReportedReturn[];
}

type Totals = ReturnType<typeof totalsOfOrder>;

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

const rateOf = ({ rate, name }: { rate: number | null; name: string }) => JSON.stringify([rate, name]);

/** The same rates together, always in the same order. */
function byRate(parts: readonly Taxed[]): Taxed[] {
  const found = new Map<string, Taxed>();
  for (const part of parts) {
    const known = found.get(rateOf(part)) ?? { ...part, net: 0, taxes: 0 };
    found.set(rateOf(part), { ...known, net: known.net + part.net, taxes: known.taxes + part.taxes });
  }
  return [...found.values()].sort((a, b) => (rateOf(a) < rateOf(b) ? -1 : 1));
}

/** An amount and its tax, at each of its rates. The net amount counts at every rate, the taxes are divided. */
function taxedAt(lines: readonly TaxLine[], { net, taxes }: { net: number; taxes: number }): Taxed[] {
  if (lines.length === 0) return [{ rate: null, name: "", net, taxes }];
  const rates = [...lines].sort((a, b) => (rateOf(a) < rateOf(b) ? -1 : 1));
  const shares = sharesOf(
    taxes,
    rates.map(({ rate }) => rate),
  );
  return rates.map(({ rate, name }, index) => ({ rate, name, net, taxes: shares[index]! }));
}

const taxLinesOf = ({ tax_rate }: OrderFacts, part: { tax_lines: readonly TaxLine[] }) =>
  tax_rate === null ? part.tax_lines : [defaultTax(tax_rate)];

/** Gift cards that were taxed when they were sold pay for goods without tax: less is due, at every rate. */
function lessCards(parts: readonly Taxed[], cardTax: number): Taxed[] {
  const shares = sharesOf(
    cardTax,
    parts.map(({ taxes }) => taxes),
  );
  return parts.map((part, index) => ({ ...part, taxes: part.taxes - shares[index]! }));
}

/** Sold goods and shipping with their taxes. A gift card that is not taxed is neither sold nor taxed. */
function soldParts({ facts, goods }: ReportedOrder, totals: Totals) {
  const cards = new Set(goods.filter(({ is_giftcard }) => is_giftcard).map(({ id }) => id));
  const lines = facts.lines.map((line) => {
    const { subtotal, discount_total, tax_total } = totals.lines.get(line.id)!;
    return {
      id: line.id,
      rates: taxLinesOf(facts, line),
      net: subtotal - discount_total,
      taxes: tax_total,
    };
  });
  const shipping = facts.shipping_methods.map((method) => {
    const { subtotal, tax_total } = totals.shippingMethods.get(method.id)!;
    return { id: method.id, rates: taxLinesOf(facts, method), net: subtotal, taxes: tax_total };
  });
  return [...lines, ...shipping].filter(({ id, taxes }) => taxes !== 0 || !cards.has(id));
}

/** What each discount took off. Rounded once for the order, as its `discount_total` is. */
function codesOf({ goods, codes }: ReportedOrder, discountTotal: number): ReportContribution["by_code"] {
  const raw = new Map(codes.map((id) => [id, 0]));
  for (const { id, amount } of goods.flatMap((line) => line.codes))
    raw.set(id ?? "", (raw.get(id ?? "") ?? 0) + amount);
  const ids = [...raw.keys()].sort();
  const shares = sharesOf(
    discountTotal,
    ids.map((id) => raw.get(id)!),
  );
  return ids.map((id, index) => ({ id, amount: shares[index]! }));
}

function returnsOf({ facts, goods, returned }: ReportedOrder, totals: Totals): ReportedReturn[] {
  const lines = new Map(facts.lines.map((line) => [line.id, line]));
  const products = new Map(goods.map((line) => [line.id, line]));
  const before = new Map<string, number[]>();
  return returned.flatMap(({ item_id, ...pieces }) => {
    const line = lines.get(item_id);
    if (!line || products.get(item_id)?.is_giftcard) return [];
    const earlier = before.get(item_id) ?? [];
    before.set(item_id, [...earlier, pieces.quantity]);
    const rates = taxLinesOf(facts, line);
    const amount = valueOfPieces(
      { ...line, tax_lines: rates },
      { before: earlier, quantity: pieces.quantity },
    );
    const all = { quantity: line.quantity, tax: totals.lines.get(item_id)!.tax_total };
    const taxes = Math.min(taxOfPieces(all, earlier, pieces.quantity), amount);
    return {
      ...pieces,
      product_id: products.get(item_id)?.product_id ?? null,
      amount,
      by_rate: byRate(taxedAt(rates, { net: amount - taxes, taxes })),
    };
  });
}

/** The tax of pieces of a line, so that all pieces have the tax of the line. */
function taxOfPieces(
  line: { quantity: number; tax: number },
  earlier: readonly number[],
  quantity: number,
): number {
  const until = (pieces: number) => Math.min(pieces, line.quantity);
  const [from, to] = [until(sum(earlier)), until(sum(earlier) + quantity)];
  return sharesOf(line.tax, [from, to - from, line.quantity - to])[1]!;
}

/** What an order adds to the reports. */
export function reportOf(order: ReportedOrder, totals: Totals): ReportContribution {
  const parts = soldParts(order, totals);
  const sold = order.facts.lines.filter((line) => !order.goods.find(({ id }) => id === line.id)?.is_giftcard);
  const others = sold.filter((line) => !order.goods.find(({ id }) => id === line.id)?.product_id);
  const ofOthers = others.map(({ id }) => totals.lines.get(id)!);
  return {
    region_id: order.region_id,
    quantity: sum(sold.map(({ quantity }) => quantity)),
    net: sum(parts.map(({ net }) => net)),
    others: {
      quantity: sum(others.map(({ quantity }) => quantity)),
      amount: sum(ofOthers.map(({ total }) => total)),
      discounts: sum(ofOthers.map(({ discount_total }) => discount_total)),
      taxes: sum(ofOthers.map(({ tax_total }) => tax_total)),
    },
    by_rate: lessCards(
      byRate(parts.flatMap(({ rates, ...part }) => taxedAt(rates, part))),
      totals.whole.gift_card_tax_total,
    ),
    by_code: codesOf(order, totals.whole.discount_total),
    returns: returnsOf(order, totals),
  };
}
