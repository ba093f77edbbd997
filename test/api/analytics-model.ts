import type { TestShop } from "../support/fixtures/shop.ts";

/** An order as the API shows it, with all that the figures depend on. */
interface ShownOrder {
  id: string;
  status: string;
  currency_code: string;
  customer_id: string;
  created_at: string;
  total: number;
  gift_card_total: number;
  discount_total: number;
  shipping_total: number;
  tax_total: number;
  shipping_address: { country_code: string } | null;
  items: { is_giftcard: boolean; total: number; quantity: number; variant: { product_id: string } | null }[];
  refunds: { amount: number; created_at: string }[];
  payments: { amount: number; swap_id: string | null; canceled_at: string | null; created_at: string }[];
}

/** Every order, with the totals of the one totals calculator. */
export async function readAllOrders({ admin, db }: Pick<TestShop, "admin" | "db">): Promise<ShownOrder[]> {
  const ids = await db.run<{ id: string }>({ text: 'select id from "order" order by id', values: [] });
  const answers = await Promise.all(ids.map(({ id }) => admin.get(`/admin/orders/${id}`)));
  return answers.map(({ body }) => body.order);
}

interface ModelPeriod {
  from: string;
  to: string;
  timezone: string;
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** The day of a moment for people in a time zone. */
export const dayIn = (timezone: string, moment: string): string =>
  new Date(moment).toLocaleDateString("sv-SE", { timeZone: timezone });

/** The figures of a period by going through all orders, one after the other. */
export class SlowAnalytics {
  private readonly counted: ShownOrder[];

  constructor(
    private readonly orders: readonly ShownOrder[],
    private readonly period: ModelPeriod,
  ) {
    this.counted = orders.filter(({ status }) => status !== "canceled");
  }

  private isIn = (moment: string): boolean => {
    const day = dayIn(this.period.timezone, moment);
    return day >= this.period.from && day <= this.period.to;
  };

  private placed = (currency: string) =>
    this.counted.filter((order) => order.currency_code === currency && this.isIn(order.created_at));

  figures(currency: string) {
    const placed = this.placed(currency);
    const all = this.counted.filter((order) => order.currency_code === currency);
    const cardsSold = (order: ShownOrder) =>
      sum(order.items.filter((item) => item.is_giftcard).map(({ total }) => total));
    const salesOf = (order: ShownOrder) => order.total + order.gift_card_total - cardsSold(order);
    const sales = sum(placed.map(salesOf));
    const refunds = sum(
      all.flatMap((order) =>
        order.refunds.filter((each) => this.isIn(each.created_at)).map(({ amount }) => amount),
      ),
    );
    const exchanges = sum(
      all.flatMap((order) =>
        order.payments
          .filter((each) => each.swap_id !== null && each.canceled_at === null && this.isIn(each.created_at))
          .map(({ amount }) => amount),
      ),
    );
    return {
      orders: placed.length,
      canceled_orders: this.orders.filter(
        (order) =>
          order.status === "canceled" && order.currency_code === currency && this.isIn(order.created_at),
      ).length,
      sales,
      refunds,
      exchanges,
      revenue: sales + exchanges - refunds,
      average_order: placed.length === 0 ? null : Math.round(sales / placed.length),
      discounts: sum(placed.map((order) => order.discount_total)),
      shipping: sum(placed.map((order) => order.shipping_total)),
      taxes: sum(placed.map((order) => order.tax_total)),
      gift_cards_sold: sum(placed.map(cardsSold)),
      gift_cards_redeemed: sum(placed.map((order) => order.gift_card_total)),
      total: sum(placed.map(({ total }) => total)),
    };
  }

  customers() {
    const ids = new Set(
      this.counted.filter((order) => this.isIn(order.created_at)).map((each) => each.customer_id),
    );
    const isBefore = (order: ShownOrder) => dayIn(this.period.timezone, order.created_at) < this.period.from;
    const returning = [...ids].filter((id) =>
      this.counted.some((order) => order.customer_id === id && isBefore(order)),
    ).length;
    return { new: ids.size - returning, returning };
  }

  products(currency: string) {
    const found = new Map<string, { product_id: string; orders: number; quantity: number; amount: number }>();
    for (const order of this.placed(currency)) {
      const seen = new Set<string>();
      for (const { is_giftcard, variant, quantity, total } of order.items) {
        if (is_giftcard || !variant) continue;
        const { product_id } = variant;
        const known = found.get(product_id) ?? { product_id, orders: 0, quantity: 0, amount: 0 };
        found.set(product_id, {
          product_id,
          orders: known.orders + (seen.has(product_id) ? 0 : 1),
          quantity: known.quantity + quantity,
          amount: known.amount + total,
        });
        seen.add(product_id);
      }
    }
    return [...found.values()].sort(
      (a, b) => b.amount - a.amount || b.quantity - a.quantity || (a.product_id < b.product_id ? -1 : 1),
    );
  }

  countries(currency: string): Map<string, number> {
    const found = new Map<string, number>();
    for (const { shipping_address } of this.placed(currency)) {
      const code = shipping_address!.country_code;
      found.set(code, (found.get(code) ?? 0) + 1);
    }
    return found;
  }
}
