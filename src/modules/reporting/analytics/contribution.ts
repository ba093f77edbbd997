import { totalsOfOrder } from "../../orders/orders/index.ts";
import { type ReportContribution, type ReportedOrder, reportOf } from "./report-contribution.ts";

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
export interface CountedOrder extends ReportedOrder {
  order_id: string;
  placed_at: string;
  currency_code: string;
  customer_id: string;
  country_code: string | null;
  status: string;
  payment_status: string;
  fulfillment_status: string;
  refunds: Movement[];
  /** Payments for what a swap cost more. */
  exchanges: Movement[];
}

/** Money that moved after the order was placed. */
interface Movement {
  at: string;
  amount: number;
}

interface SoldProduct {
  id: string;
  quantity: number;
  /** With taxes, less discounts. */
  amount: number;
  /** Absent if the order was last counted before there were reports. */
  discounts?: number;
  taxes?: number;
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
    products: SoldProduct[];
    refunds: Movement[];
    exchanges: Movement[];
    open_work: OpenWorkKind[];
    /** Absent for canceled orders, and for those that were last counted before there were reports. */
    report?: ReportContribution;
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

function amountsOf(
  order: CountedOrder,
): Pick<Contribution["contribution"], "amounts" | "products"> & { report: ReportContribution } {
  const totals = totalsOfOrder(order.facts);
  const { whole } = totals;
  const { products, giftCardsSold } = soldBy(order, totals);
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
    products,
    report: reportOf(order, totals),
  };
}

function soldBy({ facts, goods }: CountedOrder, { lines }: ReturnType<typeof totalsOfOrder>) {
  const quantities = new Map(facts.lines.map(({ id, quantity }) => [id, quantity]));
  const products = new Map<string, Required<SoldProduct>>();
  let giftCardsSold = 0;
  for (const { id, product_id, is_giftcard } of goods) {
    const { total, discount_total, tax_total } = lines.get(id)!;
    // A card is money that the shop owes until it is used.
    if (is_giftcard) giftCardsSold += total;
    else if (product_id !== null) {
      const none = { id: product_id, quantity: 0, amount: 0, discounts: 0, taxes: 0 };
      const sold = products.get(product_id) ?? none;
      sold.quantity += quantities.get(id)!;
      sold.amount += total;
      sold.discounts += discount_total;
      sold.taxes += tax_total;
      products.set(product_id, sold);
    }
  }
  return { products: [...products.values()], giftCardsSold };
}
