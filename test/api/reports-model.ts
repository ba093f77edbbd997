import { valueOfPieces } from "../../src/modules/selling/totals/index.ts";
import type { TestShop } from "../support/fixtures/shop.ts";
import { dayIn } from "./analytics-model.ts";

interface ShownLine {
  id: string;
  is_giftcard: boolean;
  unit_price: number;
  quantity: number;
  includes_tax: boolean;
  total: number;
  subtotal: number;
  discount_total: number;
  tax_total: number;
  variant: { product_id: string } | null;
  tax_lines: { rate: number; name: string; code: string | null }[];
  adjustments: { amount: number; discount_id: string | null }[];
}

interface ShownReturn {
  received_at: string | null;
  items: { item_id: string; received_quantity: number; reason_id: string | null }[];
}

/** An order as the API shows it, with all that reports depend on. */
interface ReportedOrder {
  id: string;
  status: string;
  currency_code: string;
  region_id: string;
  customer_id: string;
  created_at: string;
  total: number;
  gift_card_total: number;
  discount_total: number;
  tax_total: number;
  shipping_total: number;
  items: ShownLine[];
  discounts: { id: string }[];
  refunds: { amount: number; created_at: string }[];
  payments: { amount: number; swap_id: string | null; canceled_at: string | null; created_at: string }[];
  returns: ShownReturn[];
  swaps: { return_order: ShownReturn | null }[];
  claims: { return_order: ShownReturn | null }[];
}

export async function readReportedOrders({ admin, db }: Pick<TestShop, "admin" | "db">) {
  const ids = await db.run<{ id: string }>({ text: 'select id from "order" order by id', values: [] });
  const answers = await Promise.all(ids.map(({ id }) => admin.get(`/admin/orders/${id}`)));
  return answers.map(({ body }): ReportedOrder => body.order);
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

const goodsOf = ({ items }: ReportedOrder) => items.filter(({ is_giftcard }) => !is_giftcard);

const salesOf = (order: ReportedOrder) =>
  order.total +
  order.gift_card_total -
  sum(order.items.filter(({ is_giftcard }) => is_giftcard).map(({ total }) => total));

type Figures = Record<string, number>;

/** Adds up figures by key, and leaves out what is 0 throughout. */
class Sums {
  private readonly found = new Map<string, Figures>();

  add(key: string, figures: Figures): void {
    const known = this.found.get(key) ?? {};
    for (const [name, value] of Object.entries(figures)) known[name] = (known[name] ?? 0) + value;
    this.found.set(key, known);
  }

  byKey = () =>
    Object.fromEntries([...this.found].filter(([, row]) => Object.values(row).some((value) => value !== 0)));
}

/** Reports by going through all orders of a currency, one after the other. */
export class SlowReports {
  private readonly orders: ReportedOrder[];

  constructor(
    all: readonly ReportedOrder[],
    private readonly asked: { from: string; to: string; timezone: string; currency: string },
  ) {
    this.orders = all.filter(
      ({ status, currency_code }) => status !== "canceled" && currency_code === asked.currency,
    );
  }

  private isIn = (moment: string): boolean => {
    const day = dayIn(this.asked.timezone, moment);
    return day >= this.asked.from && day <= this.asked.to;
  };

  private placed = () => this.orders.filter(({ created_at }) => this.isIn(created_at));

  /** What came back in the period, with its value. */
  private returned(order: ReportedOrder) {
    const all = [
      ...order.returns,
      ...[...order.swaps, ...order.claims].flatMap(({ return_order }) =>
        return_order ? [return_order] : [],
      ),
    ].filter(({ received_at }) => received_at !== null);
    const before = new Map<string, number[]>();
    return all
      .sort((a, b) => (a.received_at! < b.received_at! ? -1 : 1))
      .flatMap(({ received_at, items }) =>
        items.flatMap(({ item_id, received_quantity: quantity, reason_id }) => {
          const line = order.items.find(({ id }) => id === item_id);
          if (!line) return [];
          const earlier = before.get(item_id) ?? [];
          before.set(item_id, [...earlier, quantity]);
          const amount = valueOfPieces(line, { before: earlier, quantity });
          return [{ received_at: received_at!, line, quantity, amount, reason_id }];
        }),
      )
      .filter(({ received_at }) => this.isIn(received_at));
  }

  products(keyOf: (productId: string, regionId: string) => string) {
    const sums = new Sums();
    for (const order of this.orders) {
      const seen = new Set<string>();
      for (const line of this.isIn(order.created_at) ? goodsOf(order) : []) {
        const key = keyOf(line.variant!.product_id, order.region_id);
        sums.add(key, {
          orders: seen.has(key) ? 0 : 1,
          quantity: line.quantity,
          sales: line.total,
          discounts: line.discount_total,
          taxes: line.tax_total,
        });
        seen.add(key);
      }
      for (const { line, quantity, amount } of this.returned(order))
        sums.add(keyOf(line.variant!.product_id, order.region_id), {
          returned_quantity: quantity,
          returned_sales: amount,
        });
    }
    return sums.byKey();
  }

  /** What was sold in all, or by region. */
  places(keyOf: (order: ReportedOrder) => string) {
    const sums = new Sums();
    for (const order of this.orders) {
      const key = keyOf(order);
      if (this.isIn(order.created_at))
        sums.add(key, {
          orders: 1,
          quantity: sum(goodsOf(order).map(({ quantity }) => quantity)),
          sales: salesOf(order),
          discounts: order.discount_total,
          shipping: order.shipping_total,
          taxes: order.tax_total,
        });
      const moved = (list: { amount: number; created_at: string }[]) =>
        sum(list.filter(({ created_at }) => this.isIn(created_at)).map(({ amount }) => amount));
      sums.add(key, {
        refunds: moved(order.refunds),
        exchanges: moved(order.payments.filter(({ swap_id, canceled_at }) => swap_id && !canceled_at)),
      });
      for (const { quantity, amount } of this.returned(order))
        sums.add(key, { returned_quantity: quantity, returned_sales: amount });
    }
    return sums.byKey();
  }

  codes() {
    const sums = new Sums();
    for (const order of this.placed())
      for (const { id } of order.discounts)
        sums.add(id, { orders: 1, discounts: order.discount_total, sales: salesOf(order) });
    return sums.byKey();
  }

  /** Every line of these orders has the one rate of its region. */
  taxesByRate() {
    const sums = new Sums();
    for (const order of this.placed()) {
      const [rate] = order.items[0]!.tax_lines;
      sums.add(String(rate!.rate), { taxes: order.tax_total });
    }
    return sums.byKey();
  }

  reasons() {
    const sums = new Sums();
    for (const order of this.orders)
      for (const { quantity, amount, reason_id } of this.returned(order))
        sums.add(reason_id ?? "", { returned_quantity: quantity, returned_sales: amount });
    return sums.byKey();
  }

  customers() {
    const sums = new Sums();
    for (const order of this.orders)
      sums.add(order.customer_id, {
        orders: 1,
        sales: salesOf(order),
        refunds: sum(order.refunds.map(({ amount }) => amount)),
        orders_in_period: this.isIn(order.created_at) ? 1 : 0,
        sales_in_period: this.isIn(order.created_at) ? salesOf(order) : 0,
        refunds_in_period: sum(
          order.refunds.filter(({ created_at }) => this.isIn(created_at)).map(({ amount }) => amount),
        ),
      });
    return sums.byKey();
  }
}
