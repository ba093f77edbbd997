import type { OrderFacts } from "../../orders/orders/index.ts";
import { totalsOfOrder } from "../../orders/orders/index.ts";
import { startOfUnit, sumUnits } from "./sum-units.ts";

/** What is added up for each currency. Amounts are in the smallest unit of the currency. */
export const measures = [
  "orders",
  "canceled_orders",
  "sales",
  "discounts",
  "shipping",
  "taxes",
  "gift_cards_sold",
  "gift_cards_redeemed",
  "total",
  "refunds",
  "exchanges",
] as const;

type Measure = (typeof measures)[number];
export type Measures = Record<Measure, number>;

/** What an order waits for. */
export const openWorkKinds = ["to_capture", "to_pack", "to_ship", "requires_action"] as const;
export type OpenWorkKind = (typeof openWorkKinds)[number];

/** An order as the roll-up reads it. */
export interface CountedOrder {
  order_id: string;
  placed_at: string;
  currency_code: string;
  customer_id: string;
  country_code: string | null;
  status: string;
  payment_status: string;
  fulfillment_status: string;
  facts: OrderFacts;
  /** Of its lines, by id. */
  goods: { id: string; product_id: string | null; is_giftcard: boolean }[];
  refunds: Movement[];
  /** Payments for what a swap cost more. */
  exchanges: Movement[];
}

/** Money that moved after the order was placed. */
interface Movement {
  at: string;
  amount: number;
}

/** What an order adds to the sums, as stored. */
export interface Contribution {
  order_id: string;
  placed_at: string;
  currency_code: string;
  customer_id: string;
  is_canceled: boolean;
  contribution: {
    country_code: string | null;
    amounts: Partial<Measures>;
    products: { id: string; quantity: number; amount: number }[];
    refunds: Movement[];
    exchanges: Movement[];
    open_work: OpenWorkKind[];
  };
}

function openWorkOf({ status, payment_status, fulfillment_status }: CountedOrder): OpenWorkKind[] {
  if (status === "canceled" || status === "archived") return [];
  const holds: Record<OpenWorkKind, boolean> = {
    to_capture: payment_status === "awaiting",
    to_pack: ["not_fulfilled", "partially_fulfilled"].includes(fulfillment_status),
    to_ship: ["fulfilled", "partially_shipped"].includes(fulfillment_status),
    requires_action: [status, payment_status, fulfillment_status].includes("requires_action"),
  };
  return openWorkKinds.filter((kind) => holds[kind]);
}

/** What an order contributes. A canceled order was no sale: only its number counts. */
export function contributionOf(order: CountedOrder): Contribution {
  const { order_id, placed_at, currency_code, customer_id, country_code } = order;
  const is_canceled = order.status === "canceled";
  const nothing = { country_code, amounts: {}, products: [], refunds: [], exchanges: [], open_work: [] };
  return {
    order_id,
    placed_at,
    currency_code,
    customer_id,
    is_canceled,
    contribution: is_canceled
      ? nothing
      : {
          ...nothing,
          ...amountsOf(order),
          refunds: order.refunds,
          exchanges: order.exchanges,
          open_work: openWorkOf(order),
        },
  };
}

function amountsOf({
  facts,
  goods,
}: CountedOrder): Pick<Contribution["contribution"], "amounts" | "products"> {
  const { whole, lines } = totalsOfOrder(facts);
  const quantities = new Map(facts.lines.map(({ id, quantity }) => [id, quantity]));
  const products = new Map<string, { id: string; quantity: number; amount: number }>();
  let giftCardsSold = 0;
  for (const { id, product_id, is_giftcard } of goods) {
    const amount = lines.get(id)!.total;
    // A card is money that the shop owes until it is used.
    if (is_giftcard) giftCardsSold += amount;
    else if (product_id !== null) {
      const sold = products.get(product_id) ?? { id: product_id, quantity: 0, amount: 0 };
      sold.quantity += quantities.get(id)!;
      sold.amount += amount;
      products.set(product_id, sold);
    }
  }
  return {
    amounts: {
      sales: whole.total + whole.gift_card_total - giftCardsSold,
      discounts: whole.discount_total,
      shipping: whole.shipping_total,
      taxes: whole.tax_total,
      gift_cards_sold: giftCardsSold,
      gift_cards_redeemed: whole.gift_card_total,
      total: whole.total,
    },
    products: [...products.values()],
  };
}

export type SumRow = Measures & { unit: string; start: string; currency_code: string };

export interface RankingRow {
  subject: "product" | "country";
  unit: string;
  start: string;
  currency_code: string;
  key: string;
  orders: number;
  quantity: number;
  amount: number;
}

/** What has to be added to the stored sums. */
export interface Difference {
  sums: SumRow[];
  rankings: RankingRow[];
  openWork: { kind: OpenWorkKind; orders: number }[];
}

const nothing = Object.fromEntries(measures.map((name) => [name, 0])) as Measures;

/** Sums by key, in the order of the keys: rows are always locked in one order. */
class Sums<Row extends object> {
  private readonly rows = new Map<string, Row>();

  add(
    identity: object,
    empty: Partial<Row>,
    amounts: Partial<Record<keyof Row, number>>,
    sign: 1 | -1,
  ): void {
    const key = Object.values(identity).join(" ");
    const row = (this.rows.get(key) ?? { ...identity, ...empty }) as Record<string, number>;
    for (const [name, amount] of Object.entries(amounts) as [string, number][]) row[name]! += sign * amount;
    this.rows.set(key, row as Row);
  }

  changed(names: readonly (keyof Row)[]): Row[] {
    const found = [...this.rows].filter(([, row]) => names.some((name) => row[name] !== 0));
    return found.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  }
}

/** The sums of what orders contribute now, minus the sums of what they contributed before. */
export function differenceOf(before: readonly Contribution[], after: readonly Contribution[]): Difference {
  const sums = new Sums<SumRow>();
  const rankings = new Sums<RankingRow>();
  const openWork = new Sums<Difference["openWork"][number]>();

  const addAt = (at: string, currency_code: string, amounts: Partial<Measures>, sign: 1 | -1) => {
    for (const unit of sumUnits)
      sums.add({ unit, start: startIn(unit, at), currency_code }, nothing, amounts, sign);
  };
  const rank = (
    each: Contribution,
    ranked: Omit<RankingRow, "unit" | "start" | "currency_code">,
    sign: 1 | -1,
  ) => {
    const { subject, key, ...amounts } = ranked;
    for (const unit of ["day", "month"] as const) {
      const start = startIn(unit, each.placed_at);
      const identity = { subject, unit, start, currency_code: each.currency_code, key };
      rankings.add(identity, { orders: 0, quantity: 0, amount: 0 }, amounts, sign);
    }
  };
  const count = (each: Contribution, sign: 1 | -1) => {
    const { amounts, products, refunds, exchanges, country_code, open_work } = each.contribution;
    addAt(
      each.placed_at,
      each.currency_code,
      each.is_canceled ? { canceled_orders: 1 } : { orders: 1, ...amounts },
      sign,
    );
    if (each.is_canceled) return;
    for (const { at, amount } of refunds) addAt(at, each.currency_code, { refunds: amount }, sign);
    for (const { at, amount } of exchanges) addAt(at, each.currency_code, { exchanges: amount }, sign);
    for (const { id, quantity, amount } of products)
      rank(each, { subject: "product", key: id, orders: 1, quantity, amount }, sign);
    const amount = amounts.sales ?? 0;
    rank(each, { subject: "country", key: country_code ?? "", orders: 1, quantity: 0, amount }, sign);
    for (const kind of open_work) openWork.add({ kind }, { orders: 0 }, { orders: 1 }, sign);
  };

  for (const each of before) count(each, -1);
  for (const each of after) count(each, 1);
  return {
    sums: sums.changed(measures),
    rankings: rankings.changed(["orders", "quantity", "amount"]),
    openWork: openWork.changed(["orders"]),
  };
}

const startIn = (unit: (typeof sumUnits)[number], at: string): string =>
  new Date(startOfUnit(unit, Date.parse(at))).toISOString();
