import { rounded, shareOf, taxOn } from "../../../kernel/money.ts";
import { type GiftCardUse, giftCardTotals, giftCardUses, type UsableGiftCard } from "./gift-card-totals.ts";
import { type LineTotals, lineTotals, type PricedLine, type TaxLine } from "./line-totals.ts";

/** The totals that carts and orders show. */
export const totalNames = [
  "subtotal",
  "discount_total",
  "raw_discount_total",
  "item_tax_total",
  "shipping_total",
  "shipping_tax_total",
  "tax_total",
  "gift_card_total",
  "gift_card_tax_total",
  "total",
] as const;

export interface PricedShipping {
  price: number;
  includes_tax: boolean;
  tax_lines: readonly TaxLine[];
}

export interface ShippingTotals {
  subtotal: number;
  tax_total: number;
  total: number;
  original_tax_total: number;
  original_total: number;
}

/** The taxes of all rates together are rounded once. */
export function shippingTotals({ price, includes_tax, tax_lines }: PricedShipping): ShippingTotals {
  const tax = taxOn(price, shareOf(tax_lines), includes_tax);
  const total = includes_tax ? price : price + tax;
  return {
    subtotal: total - tax,
    tax_total: tax,
    total,
    original_tax_total: tax,
    original_total: total,
  };
}

interface Goods {
  lines: readonly PricedLine[];
  shipping: readonly PricedShipping[];
}

/** The totals of lines and shipping, before gift cards. */
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

/** The totals of every line and shipping method, in order, and of the whole. */
export interface Calculated<Whole> {
  lines: LineTotals[];
  shipping: ShippingTotals[];
  whole: Whole;
}

const sumOf = <Part>(parts: readonly Part[], amountOf: (part: Part) => number) =>
  parts.reduce((sum, part) => sum + amountOf(part), 0);

/**
 * Rounded once for all sold lines, so that a fixed discount that is spread over them adds up to its full amount. Returned
 * lines are rounded line by line, as when they were sold.
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
      raw_discount_total: sumOf(ofLines, (line) => line.raw_discount_total),
      shipping_total: sumOf(ofShipping, (method) => method.subtotal),
      item_tax_total: sumOf(ofLines, (line) => line.tax_total),
      shipping_tax_total: sumOf(ofShipping, (method) => method.tax_total),
    },
  };
}

/** The total of lines without shipping. A spread discount makes it differ from the sum of their totals by rounding. */
export function goodsTotal(lines: readonly PricedLine[]): number {
  const { subtotal, discount_total, item_tax_total } = goodsTotals({ lines, shipping: [] }).whole;
  return Math.max(subtotal - discount_total + item_tax_total, 0);
}

export interface CartGoods extends Goods {
  giftCards: readonly UsableGiftCard[];
  /** If gift cards are taxed when they are sold, they pay for goods without tax. */
  giftCardsTaxable: boolean;
  /** A swap: the total may be negative, which is owed to the customer. */
  isSwap?: boolean;
}

/** Cards that were taxed when they were sold pay for goods, others for goods and tax. */
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
      // Rounding can make the sum of the line discounts a cent larger than the goods.
      total: cart.isSwap ? total : Math.max(total, 0),
      refunded_total: 0,
      refundable_amount: 0,
      ...goods,
      ...cards,
    },
  };
}

interface OrderGoods extends Goods {
  /** The gift card amounts that were used when the order was placed. */
  giftCardUses: readonly GiftCardUse[];
  paid: readonly number[];
  refunded: readonly number[];
}

/** The tax of an order is the tax after gift cards. Its total equals that of its cart. */
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
