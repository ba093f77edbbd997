import type { Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { Metadata } from "../../../../kernel/metadata.ts";
import { type Granted, requirePermission } from "../../../../kernel/permissions.ts";
import { invalid, notAllowed } from "../../../../kernel/refusal.ts";
import type { SentCustomFields } from "../../../../kernel/sent-fields.ts";
import { canTake } from "../../../stock/inventory/index.ts";
import {
  checkedLine,
  deleteLines,
  insertCartLines,
  lineFields,
  updateLines,
} from "../../line-items/index.ts";
import type { CartResult, LockedCart } from "../cache/index.ts";
import type { CartLine } from "../cart.ts";
import type { CartDeps } from "../cart-deps-type.ts";
import { customLine, type DraftLine, refuseUntaxed } from "../draft-cart.ts";
import { exceedsAgreed, withMetadata } from "../line.ts";
import { priceFactsOfCart, refuseOfferShortage } from "../offer.ts";
import { lineContextOf } from "../rule-cart.ts";
import { putLine } from "./add-line.ts";
import { changeLines } from "./change-lines.ts";
import { variantLine } from "./compose-draft-cart.ts";

interface DraftCartChange {
  cartId: string;
  /** Checks and writes of the caller, in the same transaction. */
  also: (tx: Tx) => Promise<void>;
}

/** Adds a line that an administrator entered. A line without a variant leaves the shipping methods unchanged. */
export const addDraftCartLine = (
  deps: CartDeps,
  { cartId, also, line }: DraftCartChange & { line: DraftLine },
): Promise<CartResult> =>
  changeLines(deps, {
    cartId,
    shipping: line.variant_id === undefined ? "unchanged" : "cleared",
    change: async (locked) => {
      const { tx, cart } = locked;
      await also(tx);
      refuseUntaxed(line);
      const { variant_id } = line;
      const { rules } = deps.providers;
      if (variant_id === undefined) {
        const custom = customLine(newId("item"), line, lineContextOf(rules, cart));
        return insertCartLines(tx, cart.id, [custom]);
      }
      if (line.unit_price === undefined) {
        return putLine(deps, locked, { requested: { ...line, variant_id }, isAdmin: true });
      }
      const offer = await locked.offer(variant_id, line.quantity);
      refuseOfferShortage(offer, line.quantity);
      const facts = priceFactsOfCart(cart, rules);
      const context = lineContextOf(rules, cart, { offer });
      const added = variantLine(newId("item"), { ...line, variant_id }, { offer, facts, context });
      await insertCartLines(tx, cart.id, [added]);
    },
  });

export interface DraftLineChange {
  lineId: string;
  /** What the user who changes the line may do. */
  granted: Granted;
  title?: string;
  unit_price?: number;
  /** 0 removes the line. */
  quantity?: number;
  metadata?: Metadata;
  custom_fields?: SentCustomFields;
}

/** As in v1, the price changes only if one is sent, even if the catalogue has another price. */
export const updateDraftCartLine = (
  deps: CartDeps,
  { cartId, also, change }: DraftCartChange & { change: DraftLineChange },
): Promise<CartResult> =>
  changeLines(deps, {
    cartId,
    shipping: change.quantity === 0 ? "cleared" : "removed",
    change: async (locked) => {
      const { tx, cart } = locked;
      await also(tx);
      const line = cart.items.find(({ id }) => id === change.lineId);
      if (!line) throw invalid("Could not find the line item");
      if (change.quantity === 0) return deleteLines(tx, [line.id]);
      refuseMoreAtAgreedPrice(line, change);
      await saveChange(deps, locked, { line, change });
    },
  });

/** To give more pieces at a price that was set by hand is to set it again. */
function refuseMoreAtAgreedPrice(
  line: CartLine,
  { quantity = line.quantity, granted }: DraftLineChange,
): void {
  if (exceedsAgreed(line, quantity)) requirePermission(granted, "payments:write");
}

async function saveChange(
  { providers }: CartDeps,
  locked: LockedCart,
  { line, change }: { line: CartLine; change: DraftLineChange },
): Promise<void> {
  const { quantity: pieces = line.quantity, unit_price = line.unit_price } = change;
  const context = lineContextOf(providers.rules, locked.cart, { before: line });
  const sold = checkedLine({ quantity: pieces, unit_price }, context);
  const { quantity } = sold;
  if (line.variant_id !== null && quantity > line.quantity) {
    const { $availability } = await locked.offer(line.variant_id, quantity);
    if (!canTake($availability, quantity)) {
      throw notAllowed("Inventory doesn't cover the desired quantity", "insufficient_inventory");
    }
  }
  const hasManualPrice = change.unit_price !== undefined && line.variant_id !== null;
  await updateLines(locked.tx, [
    {
      ...sold,
      id: line.id,
      includes_tax: line.includes_tax,
      metadata: withMetadata(line, change.metadata),
      ...(change.title ? { title: change.title } : {}),
      ...(hasManualPrice ? { should_merge: false } : {}),
    },
  ]);
  await lineFields.save(locked.tx, line.id, change.custom_fields);
}

/** A line that is not in the cart counts as removed. */
export const removeDraftCartLine = (
  deps: CartDeps,
  { cartId, also, lineId }: DraftCartChange & { lineId: string },
): Promise<CartResult> =>
  changeLines(deps, {
    cartId,
    change: async ({ tx, cart }) => {
      await also(tx);
      const line = cart.items.find(({ id }) => id === lineId);
      if (line) await deleteLines(tx, [line.id]);
    },
  });
