import { isDeepStrictEqual } from "node:util";
import type { Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { Metadata } from "../../../../kernel/metadata.ts";
import type { LinesOwner, MovedLines } from "../../../orders/orders/index.ts";
import {
  type Authorized,
  type Cart,
  type CartTaxes,
  countedAdjustments,
  goodsOf,
  isFreeShipping,
  isSold,
  selectedSession,
  totalsOf,
} from "../../../selling/carts/index.ts";
import { replaceDiscountAdjustments } from "../../../selling/line-items/index.ts";
import { lineTotals } from "../../../selling/totals/index.ts";
import { boughtGiftCards, keptTaxes } from "../completion.ts";

export interface Paid {
  /** What the payment was authorized for; nothing, or less, where there was nothing to pay. */
  amount: number;
  session:
    | (Authorized & { /** What the session held when its authorization was asked for. */ asked: Metadata })
    | null;
}

/** Whether the cart is still what was paid for. */
export function isPaid(cart: Cart, taxes: CartTaxes, { amount, session }: Paid): boolean {
  if (totalsOf(cart, taxes).whole.total !== amount) return false;
  if (session === null) return true;
  const selected = selectedSession(cart);
  if (selected?.id !== session.sessionId || selected.status === "canceled") return false;
  // Somebody may have changed the cart and changed it back: then the provider has begun another payment meanwhile.
  return isDeepStrictEqual(selected.data, session.asked);
}

/** Discounts that were replaced may have left amounts at the lines, which must not be counted later on. */
export async function dropStaleAdjustments(tx: Tx, cart: Cart): Promise<void> {
  const sold = cart.items.filter(isSold);
  const counted = sold.flatMap((line) =>
    countedAdjustments(cart, line).flatMap(({ discount_id, amount }) =>
      discount_id === null ? [] : [{ id: newId("lia"), item_id: line.id, discount_id, amount }],
    ),
  );
  const all = sold.flatMap(({ adjustments }) =>
    adjustments.filter(({ discount_id }) => discount_id !== null),
  );
  if (all.length > counted.length) await replaceDiscountAdjustments(tx, cart.id, counted);
}

/** What of a cart becomes part of its order or swap. */
export function linesFrom(owner: LinesOwner, cart: Cart, taxes: CartTaxes): MovedLines {
  const kept = keptTaxes(cart, taxes);
  return {
    owner,
    cartId: cart.id,
    lineTaxes: kept.lines,
    shippingTaxes: kept.shipping,
    isShippingFree: cart.discounts.some(isFreeShipping),
  };
}

/** The payment of a cart, with the id it gets. */
export const paymentFrom = (cart: Cart, { amount, session }: Paid) =>
  session && {
    id: newId("pay"),
    amount,
    providerId: selectedSession(cart)!.provider_id,
    data: session.data,
  };

/** The gift cards that were bought with a cart. */
export function cardsOf(cart: Cart, taxes: CartTaxes) {
  const lines = goodsOf(cart, taxes).lines;
  const netUnitPrice = (lineId: string) => {
    const index = cart.items.findIndex(({ id }) => id === lineId);
    const { quantity, unit_price, includes_tax } = cart.items[index]!;
    return includes_tax ? Math.round(lineTotals(lines[index]!).subtotal / quantity) : unit_price;
  };
  return boughtGiftCards(cart, taxes, netUnitPrice);
}
