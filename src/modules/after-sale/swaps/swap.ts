import { invalid, notFound, Refusal } from "../../../kernel/refusal.ts";
import type { OrderedLine, OrderInWork, OrderSwap } from "../../orders/orders/index.ts";
import type { WantedLine } from "../../selling/carts/index.ts";
import type { TaxLine } from "../../selling/totals/index.ts";
import { defaultTax } from "../../shop/taxes/index.ts";
import type { ChosenShipping, WantedItem } from "../returns/index.ts";

/** What somebody asks for who wants to exchange goods of an order. */
export interface AskedSwap {
  orderId: string;
  returnItems: readonly WantedItem[];
  returnShipping: ChosenShipping | null;
  additionalItems: readonly WantedLine[];
  customShipping?: readonly { option_id: string; price: number }[];
  /** That of the order when absent. */
  salesChannelId?: string;
  /** What the order says when absent. */
  noNotification?: boolean;
  returnLocationId?: string;
  allowBackorder: boolean;
  /** Customers may have what is sold to them where they bought. */
  isCustomer: boolean;
  idempotencyKey: string;
}

/** A line of a swap's cart for what comes back: its price, its discount and its taxes are given back. */
export interface ReturnedLine {
  id: string;
  soldId: string;
  quantity: number;
  /** The share of these pieces in the discount, below zero; not rounded, as in the order. */
  adjustment: { id: string; amount: number } | null;
  taxes: (TaxLine & { id: string })[];
}

type NewId = (prefix: string) => string;

/** Orders of before taxes were kept by line have one rate for everything. */
const taxesOf = (
  { tax_rate }: Pick<OrderInWork, "tax_rate">,
  { tax_lines }: OrderedLine,
): readonly TaxLine[] => (tax_rate === null ? tax_lines : [defaultTax(tax_rate)]);

export function returnedLine(
  order: Pick<OrderInWork, "tax_rate">,
  { sold, quantity, newId }: { sold: OrderedLine; quantity: number; newId: NewId },
): ReturnedLine {
  const discount = sold.adjustments.reduce((sum, { amount }) => sum + amount, 0) * (quantity / sold.quantity);
  return {
    id: newId("item"),
    soldId: sold.id,
    quantity,
    adjustment: discount === 0 ? null : { id: newId("lia"), amount: -discount },
    taxes: taxesOf(order, sold).map(({ rate, name, code }) => ({ id: newId("litl"), rate, name, code })),
  };
}

/** For this, what is owed to the customer is given back once. */
export const refundPurpose = (id: string) => `swap:${id}`;

export const unknownSwap = (id: string) => notFound("Swap", id);

export const noSwapOfCart = (cartId: string) =>
  new Refusal("not_found", `Swap with cart_id: ${cartId} was not found`);

export const regionIsGone = () =>
  invalid("additional_items: the region of the order no longer exists, so nothing has a price in it");

export const unknownShippingOption = (id: string) =>
  new Refusal("not_found", `Shipping Option with ${id} was not found in the region of the order`);

/** A swap of another order is as good as none. */
export function swapOf({ swaps }: Pick<OrderInWork, "swaps">, id: string): OrderSwap {
  const swap = swaps.find((each) => each.id === id);
  if (!swap) throw unknownSwap(id);
  return swap;
}

/** Whom the shop does not want to bother with a message. */
export const toldOf = ({ id, no_notification }: Pick<OrderSwap, "id" | "no_notification">) => ({
  id,
  no_notification,
});
