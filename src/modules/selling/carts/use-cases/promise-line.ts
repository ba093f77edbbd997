import type { Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { Metadata } from "../../../../kernel/metadata.ts";
import { invalid, notAllowed } from "../../../../kernel/refusal.ts";
import { canTake } from "../../../stock/inventory/index.ts";
import { deleteLines, insertCartLines, updateLines } from "../../line-items/index.ts";
import type { CartResult, CartSession } from "../cache/index.ts";
import type { Cart, CartLine } from "../cart.ts";
import { type Line, refuseHuge, withMetadata } from "../line.ts";
import { priceFactsOf, refuseShortage } from "../offer.ts";
import { handmadeLine, type PromisedLine } from "../promised-cart.ts";
import { putLine } from "./add-line.ts";
import { changeLines } from "./change-lines.ts";
import { variantLine } from "./compose-promised-cart.ts";
import type { CartDeps } from "./deps.ts";

interface Promising {
  cartId: string;
  /** What has to be right, and what else is written, in the same transaction. */
  also: (tx: Tx) => Promise<void>;
}

/** Puts what an administrator promises into a cart. What is no product leaves the shipping as it is. */
export const promiseLine = (
  deps: CartDeps,
  { cartId, also, wanted }: Promising & { wanted: PromisedLine },
): Promise<CartResult> =>
  changeLines(deps, {
    cartId,
    shipping: wanted.variant_id === undefined ? "kept" : "cleared",
    change: async (session) => {
      const { tx, cart } = session;
      await also(tx);
      const { variant_id } = wanted;
      if (variant_id === undefined) return insertPromised(tx, cart, handmadeLine(newId("item"), wanted));
      if (wanted.unit_price === undefined) {
        return putLine(deps, session, { wanted: { ...wanted, variant_id }, isAnywhere: true });
      }
      const offer = await session.offer(variant_id, wanted.quantity);
      refuseShortage(offer, wanted.quantity);
      const facts = priceFactsOf(cart);
      await insertPromised(tx, cart, variantLine(newId("item"), { ...wanted, variant_id }, { offer, facts }));
    },
  });

async function insertPromised(tx: Tx, cart: Cart, line: Line): Promise<void> {
  refuseHuge(line);
  await insertCartLines(tx, cart.id, [line]);
}

export interface PromisedLineChange {
  lineId: string;
  title?: string;
  unit_price?: number;
  /** None removes the line. */
  quantity?: number;
  metadata?: Metadata;
}

/** Changes a promised line. As in v1 its price stays, whatever the catalogue says, unless another one is set. */
export const changePromisedLine = (
  deps: CartDeps,
  { cartId, also, change }: Promising & { change: PromisedLineChange },
): Promise<CartResult> =>
  changeLines(deps, {
    cartId,
    shipping: change.quantity === 0 ? "cleared" : "removed",
    change: async (session) => {
      const { tx, cart } = session;
      await also(tx);
      const line = cart.items.find(({ id }) => id === change.lineId);
      if (!line) throw invalid("Could not find the line item");
      if (change.quantity === 0) return deleteLines(tx, [line.id]);
      await saveChange(session, line, change);
    },
  });

async function saveChange(session: CartSession, line: CartLine, change: PromisedLineChange): Promise<void> {
  const quantity = change.quantity ?? line.quantity;
  const unit_price = change.unit_price ?? line.unit_price;
  refuseHuge({ unit_price, quantity });
  if (line.variant_id !== null && quantity > line.quantity) {
    const { $availability } = await session.offer(line.variant_id, quantity);
    if (!canTake($availability, quantity)) {
      throw notAllowed("Inventory doesn't cover the desired quantity", "insufficient_inventory");
    }
  }
  const isPricedByHand = change.unit_price !== undefined && line.variant_id !== null;
  await updateLines(session.tx, [
    {
      id: line.id,
      quantity,
      unit_price,
      includes_tax: line.includes_tax,
      metadata: withMetadata(line, change.metadata),
      ...(change.title ? { title: change.title } : {}),
      ...(isPricedByHand ? { should_merge: false } : {}),
    },
  ]);
}

/** A line that is not in the cart is as good as removed. */
export const takeBackLine = (
  deps: CartDeps,
  { cartId, also, lineId }: Promising & { lineId: string },
): Promise<CartResult> =>
  changeLines(deps, {
    cartId,
    change: async ({ tx, cart }) => {
      await also(tx);
      const line = cart.items.find(({ id }) => id === lineId);
      if (line) await deleteLines(tx, [line.id]);
    },
  });
