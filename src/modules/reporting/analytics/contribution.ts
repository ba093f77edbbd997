import type { OrderFacts } from "../../orders/orders/index.ts";
import { totalsOfOrder } from "../../orders/orders/index.ts";

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
