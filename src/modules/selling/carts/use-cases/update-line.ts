import type { Metadata } from "../../../../kernel/metadata.ts";
import { invalid, notAllowed } from "../../../../kernel/refusal.ts";
import type { SentCustomFields } from "../../../../kernel/sent-fields.ts";
import { canTake } from "../../../stock/inventory/index.ts";
import { checkedLine, deleteLines, lineFields, updateLines } from "../../line-items/index.ts";
import type { CartResult, LockedCart } from "../cache/index.ts";
import { type CartLine, refuseReturnedLine } from "../cart.ts";
import type { CartDeps } from "../cart-deps-type.ts";
import { refuseOversized } from "../cart-limits.ts";
import { refuseMoreThanAgreed, withMetadata } from "../line.ts";
import { pricedOffer, priceFactsOfCart } from "../offer.ts";
import { lineContextOf } from "../rule-cart.ts";
import { changeLines } from "./change-lines.ts";

interface LineUpdate {
  lineId: string;
  /** 0 removes the line. */
  quantity: number;
  metadata?: Metadata;
  custom_fields?: SentCustomFields;
}

/** As in v1, the lines stay marked as shipped although the shipping methods are removed. */
export const updateLine = (deps: CartDeps, cartId: string, change: LineUpdate): Promise<CartResult> =>
  change.quantity === 0
    ? removeLine(deps, cartId, change.lineId)
    : changeLines(deps, {
        cartId,
        shipping: "removed",
        change: (locked) => saveChange(deps, locked, change),
      });

async function saveChange(deps: CartDeps, locked: LockedCart, change: LineUpdate): Promise<void> {
  const { tx, cart } = locked;
  const line = cart.items.find(({ id }) => id === change.lineId);
  if (!line) throw invalid("Could not find the line item");
  refuseReturnedLine(line);
  refuseMoreThanAgreed(line, change.quantity);
  const { quantity } = change;
  const pieces = { quantity, ...(await newPrice(deps, locked, { line, quantity })) };
  const checked = { ...pieces, custom_fields: change.custom_fields };
  const sold = checkedLine(checked, lineContextOf(deps.providers.rules, cart, { before: line }));
  const metadata = withMetadata(line, change.metadata);
  refuseOversized(cart, { field: "metadata", before: line.metadata, after: metadata }, deps.config);
  await updateLines(tx, [{ ...sold, id: line.id, metadata }]);
  await lineFields.save(tx, line.id, change.custom_fields);
}

/** Prices depend on the quantity, except where an administrator set one. */
async function newPrice(
  { providers }: CartDeps,
  locked: LockedCart,
  { line, quantity }: { line: CartLine; quantity: number },
) {
  const { unit_price, includes_tax } = line;
  if (line.variant_id === null) return { unit_price, includes_tax };
  const offer = await locked.offer(line.variant_id, quantity);
  if (!canTake(offer.$availability, quantity)) {
    throw notAllowed("Inventory doesn't cover the desired quantity", "insufficient_inventory");
  }
  if (!line.should_merge) return { unit_price, includes_tax };
  const facts = priceFactsOfCart(locked.cart, providers.rules);
  const price = pricedOffer(offer, facts, { quantity, now: Date.now() });
  return { unit_price: price.amount, includes_tax: price.includesTax };
}

/** Removing a line that is not in the cart changes nothing. */
export const removeLine = (deps: CartDeps, cartId: string, lineId: string): Promise<CartResult> =>
  changeLines(deps, {
    cartId,
    isNeeded: ({ items }) => items.some(({ id }) => id === lineId),
    change: async ({ tx, cart }) => {
      refuseReturnedLine(cart.items.find(({ id }) => id === lineId)!);
      await deleteLines(tx, [lineId]);
    },
  });
