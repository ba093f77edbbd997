import { isDeepStrictEqual } from "node:util";
import type { Connection, Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { Metadata } from "../../../../kernel/metadata.ts";
import type { PreparedCompletion } from "../../../../plugins/steps/prepared-completion.ts";
import type { LinesOwner, MovedLines } from "../../../orders/orders/index.ts";
import { copyAddresses } from "../../../people/addresses/index.ts";
import {
  type AuthorizedSession,
  type Cart,
  type CartAddress,
  type CartDeps,
  type CartTaxes,
  countedAdjustments,
  goodsOf,
  isFreeShipping,
  isSold,
  refuseByCartRules,
  selectedSession,
  totalsOf,
} from "../../../selling/carts/index.ts";
import { replaceDiscountAdjustments } from "../../../selling/line-items/index.ts";
import { lineTotals } from "../../../selling/totals/index.ts";
import { variantsWithoutShipping } from "../../../stock/inventory/index.ts";
import {
  boughtGiftCards,
  isSent,
  refuseDeletedGoods,
  refuseIncomplete,
  refuseUnsendable,
  taxRowsOf,
} from "../completion.ts";

interface ReadinessCheck {
  on: Connection;
  cart: Cart;
  taxes: CartTaxes;
  total: number;
}

/** Checks that the cart of a customer can become an order. Draft orders need less. */
export async function refuseUnready(
  { config, providers }: CartDeps,
  { on, cart, taxes, total }: ReadinessCheck,
): Promise<void> {
  refuseIncomplete(cart, total);
  refuseDeletedGoods(cart);
  if (config.requireShipping === "on") await refuseUnsent(on, cart);
  refuseByCartRules(providers.rules, cart, taxes);
}

/** Goods without a shipping method or an address could never be sent. */
export async function refuseUnsent(on: Connection, cart: Cart): Promise<void> {
  const variantIds = cart.items.filter(isSent).map(({ variant_id }) => variant_id!);
  refuseUnsendable(cart, await variantsWithoutShipping(on, variantIds));
}

export interface Paid {
  /** The authorized amount; 0 or less if there was nothing to pay. */
  amount: number;
  session:
    | (AuthorizedSession & {
        /** The data of the session when it was authorized. */ authorizedData: Metadata;
      })
    | null;
}

export interface PaidCart {
  paid: Paid;
  prepared: PreparedCompletion | null;
}

/** Whether the payment is still valid for the cart. */
export function isPaid(cart: Cart, taxes: CartTaxes, { amount, session }: Paid): boolean {
  if (totalsOf(cart, taxes).whole.total !== amount) return false;
  if (session === null) return true;
  const selected = selectedSession(cart);
  if (selected?.id !== session.sessionId || selected.status === "canceled") return false;
  // If the cart was changed and changed back, the provider has started another payment with other data.
  return isDeepStrictEqual(selected.data, session.authorizedData);
}

/** Deletes adjustments of replaced discounts, which must not count for the order. */
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

export function linesFrom(owner: LinesOwner, cart: Cart, taxes: CartTaxes): MovedLines {
  const rows = taxRowsOf(cart, taxes);
  return {
    owner,
    cartId: cart.id,
    lineTaxes: rows.lines,
    shippingTaxes: rows.shipping,
    isShippingFree: cart.discounts.some(isFreeShipping),
  };
}

export const paymentFrom = (cart: Cart, { amount, session }: Paid) =>
  session && {
    id: newId("pay"),
    amount,
    providerId: selectedSession(cart)!.provider_id,
    data: session.data,
  };

export function cardsOf(cart: Cart, taxes: CartTaxes) {
  const lines = goodsOf(cart, taxes).lines;
  const netUnitPrice = (lineId: string) => {
    const index = cart.items.findIndex(({ id }) => id === lineId);
    const { quantity, unit_price, includes_tax } = cart.items[index]!;
    return includes_tax ? Math.round(lineTotals(lines[index]!).subtotal / quantity) : unit_price;
  };
  return boughtGiftCards(cart, taxes, netUnitPrice);
}

/**
 * Copies addresses of the customer's address book, so that later changes of the book do not change the order. Returns a
 * function that maps the id of the cart's address to that of the order's.
 */
export async function copyBookAddresses(
  tx: Tx,
  addresses: readonly (CartAddress | null)[],
): Promise<(id: string | null) => string | null> {
  const copies = new Map<string, string>();
  for (const address of addresses) {
    if (address && address.customer_id !== null) copies.set(address.id, newId("addr"));
  }
  await copyAddresses(
    tx,
    [...copies].map(([original, id]) => ({ id, original })),
  );
  return (id) => (id === null ? null : (copies.get(id) ?? id));
}
