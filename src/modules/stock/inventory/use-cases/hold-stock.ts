import type { Tx } from "../../../../db/database.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { type Hold, holdsAtLocations, holdsOfOwn } from "../hold.ts";
import { deleteHolds, saveHolds } from "../hold-store.ts";
import { type StockLine, sortedOut } from "../stock.ts";
import { stockOf } from "../stock-store.ts";
import { lockFreeStock } from "./lock-free-stock.ts";

interface Holding {
  cartId: string;
  lines: readonly StockLine[];
  /** Stock is held at the locations of this channel; at all when there is none. */
  salesChannelId: string | null;
  minutes: number;
  /** Where there is not enough, nothing is held; else it is refused with `insufficient_inventory`. */
  isOptional: boolean;
}

/**
 * Keeps stock for a locked cart for some minutes: exactly what its lines need, in place of what it held before.
 * A cart holds everything or nothing. What is sold without regard to stock needs no hold.
 */
export async function holdStock(tx: Tx, holding: Holding): Promise<void> {
  const { cartId, minutes, isOptional } = holding;
  try {
    await saveHolds(tx, { cartId, minutes, holds: await holdsFor(tx, holding) });
  } catch (error) {
    if (!isOptional || !(error instanceof Refusal) || error.code !== "insufficient_inventory") throw error;
    await deleteHolds(tx, cartId);
  }
}

async function holdsFor(tx: Tx, { cartId, lines, salesChannelId }: Holding): Promise<Hold[]> {
  if (lines.length === 0) return [];
  const stocks = await stockOf(tx, [...new Set(lines.map(({ variantId }) => variantId))]);
  // Of a variant that was deleted there is nothing to hold; the completion refuses it.
  const present = lines.filter(({ variantId }) => stocks.some((stock) => stock.variantId === variantId));
  const { needs: all, own } = sortedOut(present, stocks);
  const needs = all.filter(({ allowsBackorder }) => !allowsBackorder);
  const { levels, limited } = await lockFreeStock(tx, { needs, own, salesChannelId, holder: cartId });
  return [...holdsAtLocations(needs, levels), ...holdsOfOwn(own, limited)];
}

export const releaseHolds = (tx: Tx, cartId: string): Promise<void> => deleteHolds(tx, cartId);
