import { rounded } from "../../../kernel/money.ts";
import { type GiftCardUse, giftCardTotals, giftCardUses, type UsableGiftCard } from "./gift-card-totals.ts";
import { type LineTotals, lineTotals, type PricedLine } from "./line-totals.ts";
import { type PricedShipping, type ShippingTotals, shippingTotals } from "./shipping-totals.ts";

export interface Goods {
  lines: readonly PricedLine[];
  shipping: readonly PricedShipping[];
}

/** What the goods and their way cost, before gift cards. */
interface GoodsTotals {
  subtotal: number;
  discount_total: number;
  raw_discount_total: number;
  shipping_total: number;
  item_tax_total: number;
  shipping_tax_total: number;
}

export interface CartTotals extends GoodsTotals {
  tax_total: number;
  gift_card_total: number;
  gift_card_tax_total: number;
  total: number;
  refunded_total: number;
  refundable_amount: number;
}

export interface OrderTotals extends CartTotals {
  paid_total: number;
}

/** The totals of every line and shipping method, in their order, and of the whole. */
export interface Calculated<Whole> {
  lines: LineTotals[];
  shipping: ShippingTotals[];
  whole: Whole;
}

const sumOf = <Part>(parts: readonly Part[], amountOf: (part: Part) => number) =>
  parts.reduce((sum, part) => sum + amountOf(part), 0);

/**
 * Rounded once for all lines that are sold: what a fixed discount spread over them comes to its full amount again.
 * What comes back has its value already, line by line.
 */
function discountOf(lines: readonly LineTotals[]): number {
  const isSold = ({ subtotal }: LineTotals) => subtotal >= 0;
  const ofSold = sumOf(lines.filter(isSold), (line) => line.raw_discount_total);
  const ofReturned = sumOf(lines, (line) => (isSold(line) ? 0 : line.discount_total));
  return rounded(ofSold) + ofReturned;
}

function goodsTotals({ lines, shipping }: Goods): Calculated<GoodsTotals> {
  const ofLines = lines.map(lineTotals);
  const ofShipping = shipping.map(shippingTotals);
  const discount = discountOf(ofLines);
  return {
    lines: ofLines,
    shipping: ofShipping,
    whole: {
      subtotal: sumOf(ofLines, (line) => line.subtotal),
      discount_total: discount,
      raw_discount_total: discount,
      shipping_total: sumOf(ofShipping, (method) => method.subtotal),
      item_tax_total: sumOf(ofLines, (line) => line.tax_total),
      shipping_tax_total: sumOf(ofShipping, (method) => method.tax_total),
    },
  };
}

export interface CartGoods extends Goods {
  giftCards: readonly UsableGiftCard[];
  /** Where gift cards are taxed when they are sold, they pay for goods without tax. */
  giftCardsTaxable: boolean;
  /** Goods come back in exchange: what they are worth more than the new ones is owed to the customer. */
  isExchange?: boolean;
}

/** Cards of a region that taxes them when they are sold pay for the goods, others also for the tax. */
export function giftCardUsesOf(cart: CartGoods): GiftCardUse[] {
  return usesFor(cart, goodsTotals(cart).whole);
}

function usesFor({ giftCards, giftCardsTaxable }: CartGoods, goods: GoodsTotals): GiftCardUse[] {
  const net = goods.subtotal + goods.shipping_total - goods.discount_total;
  const tax = goods.item_tax_total + goods.shipping_tax_total;
  return giftCardUses(giftCards, giftCardsTaxable ? net : net + tax);
}

export function cartTotals(cart: CartGoods): Calculated<CartTotals> {
  const { lines, shipping, whole: goods } = goodsTotals(cart);
  const tax = goods.item_tax_total + goods.shipping_tax_total;
  const net = goods.subtotal + goods.shipping_total - goods.discount_total;
  const cards = giftCardTotals(usesFor(cart, goods), { net, tax });
  const total = net + tax - cards.gift_card_total - cards.gift_card_tax_total;
  return {
    lines,
    shipping,
    whole: {
      tax_total: tax,
      // Discounts of single lines are rounded down and up; together they may be a cent more than the goods.
      total: cart.isExchange ? total : Math.max(total, 0),
      refunded_total: 0,
      refundable_amount: 0,
      ...goods,
      ...cards,
    },
  };
}

export interface OrderGoods extends Goods {
  /** What was taken from gift cards when the order was placed. */
  giftCardUses: readonly GiftCardUse[];
  paid: readonly number[];
  refunded: readonly number[];
}

/** An order's tax is what is due after gift cards; its total is the same as that of its cart. */
export function orderTotals(order: OrderGoods): Calculated<OrderTotals> {
  const { lines, shipping, whole: goods } = goodsTotals(order);
  const tax = goods.item_tax_total + goods.shipping_tax_total;
  const net = goods.subtotal + goods.shipping_total - goods.discount_total;
  const cards = giftCardTotals(order.giftCardUses, { net, tax });
  const taxDue = tax - cards.gift_card_tax_total;
  const paid = sumOf(order.paid, (amount) => amount);
  const refunded = sumOf(order.refunded, (amount) => amount);
  return {
    lines,
    shipping,
    whole: {
      tax_total: taxDue,
      total: Math.max(net + taxDue - cards.gift_card_total, 0),
      paid_total: paid,
      refunded_total: refunded,
      refundable_amount: paid - refunded,
      ...goods,
      ...cards,
    },
  };
}
