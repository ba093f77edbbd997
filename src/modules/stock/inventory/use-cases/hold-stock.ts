import type { Tx } from "../../../../db/database.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { type Hold, holdsAtLocations, holdsOfVariants } from "../hold.ts";
import { deleteHolds, saveHolds } from "../hold-store.ts";
import { partitionLines, type StockLine } from "../stock.ts";
import { stockOf } from "../stock-store.ts";
import { lockAvailableStock } from "./reserve-stock.ts";

interface HoldRequest {
  cartId: string;
  lines: readonly StockLine[];
  /** Stock is held at the locations of this channel; at all locations if null. */
  salesChannelId: string | null;
  minutes: number;
  /** If true and there is not enough stock, nothing is held; otherwise it is refused with `insufficient_inventory`. */
  isOptional: boolean;
}

/**
 * Holds stock for a locked cart for some minutes: exactly what its lines need. Replaces its previous holds. A cart holds everything
 * or nothing. Unlimited stock needs no hold.
 */
export async function holdStock(tx: Tx, request: HoldRequest): Promise<void> {
  const { cartId, minutes, isOptional } = request;
  try {
    await saveHolds(tx, { cartId, minutes, holds: await holdsFor(tx, request) });
  } catch (error) {
    if (!isOptional || !(error instanceof Refusal) || error.code !== "insufficient_inventory") throw error;
    await deleteHolds(tx, cartId);
  }
}

async function holdsFor(tx: Tx, { cartId, lines, salesChannelId }: HoldRequest): Promise<Hold[]> {
  if (lines.length === 0) return [];
  const stocks = await stockOf(tx, [...new Set(lines.map(({ variantId }) => variantId))]);
  // A deleted variant has no stock to hold; the completion refuses it.
  const present = lines.filter(({ variantId }) => stocks.some((stock) => stock.variantId === variantId));
  const { needs: all, own } = partitionLines(present, stocks);
  const needs = all.filter(({ allowsBackorder }) => !allowsBackorder);
  const { levels, limited } = await lockAvailableStock(tx, { needs, own, salesChannelId, holder: cartId });
  return [...holdsAtLocations(needs, levels), ...holdsOfVariants(own, limited)];
}

export const releaseHolds = (tx: Tx, cartId: string): Promise<void> => deleteHolds(tx, cartId);
