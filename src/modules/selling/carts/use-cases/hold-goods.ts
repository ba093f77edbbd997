import type { Tx } from "../../../../db/database.ts";
import { holdStock, releaseHolds } from "../../../stock/inventory/index.ts";
import { type Cart, stockLinesOf } from "../cart.ts";
import type { CartDeps } from "./deps.ts";

/** Why sessions change: the customer pays or ceases to, or an open payment follows the cart. */
export type Occasion = "paying" | "leaving" | "following";

interface Held {
  cart: Cart;
  /** As they are from now on. */
  sessions: Cart["payment_sessions"];
  total: number;
  occasion: Occasion;
}

/**
 * In shops that hold stock, a cart holds its goods while it has payment sessions; one that costs nothing has none, and
 * holds them from when they are asked for. Only who pays is refused for want of stock.
 */
export async function holdGoods({ config }: CartDeps, tx: Tx, held: Held): Promise<void> {
  if (config.stockHoldMinutes === 0) return;
  const { cart, sessions, total, occasion } = held;
  const isFree = total <= 0 && occasion !== "leaving";
  if (sessions.length === 0 && !isFree) return releaseHolds(tx, cart.id);
  await holdStock(tx, {
    cartId: cart.id,
    lines: stockLinesOf(cart),
    salesChannelId: cart.sales_channel_id,
    minutes: config.stockHoldMinutes,
    // A swap may have been promised whatever the stock is: its completion knows.
    isOptional: occasion !== "paying" || cart.$facts.is_exchange,
  });
}

export async function releaseGoods({ config }: CartDeps, tx: Tx, cartId: string): Promise<void> {
  if (config.stockHoldMinutes > 0) await releaseHolds(tx, cartId);
}
