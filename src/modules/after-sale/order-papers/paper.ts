import { notAllowed, notFound } from "../../../kernel/refusal.ts";
import { totalsOfOrder } from "../../orders/orders/index.ts";
import { scaledParts, type TaxedPart, type TaxLine, taxesByRate } from "../../selling/totals/index.ts";
import { defaultTax } from "../../shop/taxes/index.ts";
import type { ShownLineRefund } from "../line-refunds/index.ts";
import type { PaperContent, PaperLine, Seller } from "./paper-content.ts";
import type { PaperOrder } from "./paper-order-store.ts";

/** Orders from before taxes were stored by line have one rate for everything. */
const ratesOf = ({ tax_rate }: PaperOrder, { tax_lines }: { tax_lines: readonly TaxLine[] }) =>
  tax_rate === null ? tax_lines : [defaultTax(tax_rate)];

const isText = (text: string | null | undefined): text is string => !!text;

function lineOf(
  order: PaperOrder,
  item: PaperOrder["items"][number],
  quantity: number,
  net: number,
): PaperLine {
  return {
    title: item.title,
    description: item.description,
    sku: item.variant?.sku ?? null,
    quantity,
    net,
    rates: ratesOf(order, item).map(({ rate }) => rate),
  };
}

/** The lines and the shipping with their taxes, after discounts. */
function partsOf(order: PaperOrder): TaxedPart[] {
  const totals = totalsOfOrder(order.$facts);
  const lines = order.items.map((item) => {
    const { subtotal, discount_total, tax_total: tax } = totals.lines.get(item.id)!;
    return { net: subtotal - discount_total, tax, tax_lines: ratesOf(order, item) };
  });
  const shipping = order.shipping_methods.map((method) => {
    const { subtotal: net, tax_total: tax } = totals.shippingMethods.get(method.id)!;
    return { net, tax, tax_lines: ratesOf(order, method) };
  });
  return [...lines, ...shipping];
}

const shippingNames = ({ shipping_methods }: PaperOrder) =>
  shipping_methods.map(({ shipping_option }) => shipping_option?.name).filter(isText);

const head = (order: PaperOrder, seller: Seller) => ({
  currency_code: order.currency_code,
  order_number: order.number === String(order.display_id) ? order.display_id : order.number,
  ordered_at: String(order.created_at),
  seller,
});

/** What was sold, as the order is now. */
export function invoiceOf(order: PaperOrder, seller: Seller): PaperContent {
  if (order.status === "canceled") throw notAllowed("A canceled order gets no invoice");
  const { lines, whole } = totalsOfOrder(order.$facts);
  const cards = whole.gift_card_total + whole.gift_card_tax_total;
  return {
    ...head(order, seller),
    lines: order.items.map((item) => lineOf(order, item, item.quantity, lines.get(item.id)!.subtotal)),
    shipping: { names: shippingNames(order), net: whole.shipping_total },
    discount: { codes: order.discounts.map(({ code }) => code), net: whole.discount_total },
    taxes: taxesByRate(partsOf(order)),
    total: whole.total + cards,
    gift_cards: cards,
    payments: order.payments
      .filter(({ canceled_at }) => canceled_at === null)
      .map(({ provider_id, captured_at, amount }) => ({
        provider_id,
        captured_at: captured_at === null ? null : String(captured_at),
        amount,
      })),
    credit: null,
  };
}

interface Credit {
  refundId: string;
  /** If the refund was for pieces. */
  pieces: ShownLineRefund | null;
  invoiceNumber: string | null;
}

/** A share of the whole order. */
function partsOfAmount(order: PaperOrder, amount: number): TaxedPart[] {
  const parts = partsOf(order);
  const total = parts.reduce((sum, { net, tax }) => sum + net + tax, 0);
  return scaledParts(parts, total === 0 ? 0 : amount / total);
}

function partsOfPieces(order: PaperOrder, pieces: ShownLineRefund): TaxedPart[] {
  const goods = pieces.lines.flatMap((line) => {
    const item = order.items.find(({ id }) => id === line.item_id);
    return item ? [{ net: line.amount - line.tax, tax: line.tax, tax_lines: ratesOf(order, item) }] : [];
  });
  const [method] = order.shipping_methods;
  const shipping = {
    net: pieces.shipping_amount - pieces.shipping_tax,
    tax: pieces.shipping_tax,
    tax_lines: method ? ratesOf(order, method) : [],
  };
  return pieces.shipping_amount > 0 ? [...goods, shipping] : goods;
}

/**
 * The parts of a refund, and what they come to. Pieces can be worth more than the money that goes back: gift cards paid a part,
 * or an earlier refund had an amount of its own.
 */
function creditOf(order: PaperOrder, amount: number, pieces: ShownLineRefund | null) {
  if (!pieces) return { parts: partsOfAmount(order, amount), total: amount, giftCards: 0, before: 0 };
  const parts = partsOfPieces(order, pieces);
  const total = parts.reduce((sum, { net, tax }) => sum + net + tax, 0);
  const { gift_card_total, gift_card_tax_total } = totalsOfOrder(order.$facts).whole;
  const giftCards = Math.min(total - amount, gift_card_total + gift_card_tax_total);
  return { parts, total, giftCards, before: total - amount - giftCards };
}

/** What went back with a refund. */
export function creditNoteOf(order: PaperOrder, seller: Seller, credit: Credit): PaperContent {
  const { refundId, pieces, invoiceNumber } = credit;
  const refund = order.refunds.find(({ id }) => id === refundId);
  if (!refund) throw notFound("Refund", refundId);
  const lines = (pieces?.lines ?? []).flatMap(({ item_id, quantity, amount, tax }) => {
    const item = order.items.find(({ id }) => id === item_id);
    return item ? [lineOf(order, item, quantity, amount - tax)] : [];
  });
  const shippingNet = pieces ? pieces.shipping_amount - pieces.shipping_tax : 0;
  const { parts, total, giftCards, before } = creditOf(order, refund.amount, pieces);
  return {
    ...head(order, seller),
    lines,
    shipping: { names: shippingNet > 0 ? shippingNames(order) : [], net: shippingNet },
    discount: { codes: [], net: 0 },
    taxes: taxesByRate(parts),
    total,
    gift_cards: giftCards,
    payments: [],
    credit: { invoice_number: invoiceNumber, note: refund.note, refunded_before: before },
  };
}
