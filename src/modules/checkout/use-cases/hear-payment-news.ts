import { inTransaction } from "../../../db/transaction.ts";
import { announce } from "../../../events/announce.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { PaymentNews } from "../../../providers/ports/payment.ts";
import type { CartDeps } from "../../carts/index.ts";
import { markCaptured } from "../../orders/index.ts";
import { completeCart } from "./complete-cart.ts";

// What no repetition of the news would change.
const finalCodes = ["insufficient_inventory", "discount_usage_limit", "gift_card_balance"];

/**
 * A payment service tells that something happened. That is a hint, not a proof: the completion asks the provider
 * itself what the cart's own payment is worth. So a customer who paid gets the order, even if they never come back.
 */
export async function hearPaymentNews(deps: CartDeps, news: PaymentNews): Promise<void> {
  if (news.kind !== "authorized" && news.kind !== "captured") return;
  try {
    await completeCart(deps, { cartId: news.resourceId, ip: null });
  } catch (error) {
    if (!isFinal(error)) throw error;
    return;
  }
  if (news.kind === "captured") await noteCaptured(deps, news);
}

const isFinal = (error: unknown): boolean =>
  error instanceof Refusal && (error.type === "not_found" || finalCodes.includes(error.code ?? ""));

/** The service took the money by itself. */
const noteCaptured = (
  { db }: CartDeps,
  { resourceId, data }: { resourceId: string; data: Record<string, unknown> },
) =>
  inTransaction(db, async (tx) => {
    const orderId = await markCaptured(tx, { cartId: resourceId, reference: String(data["id"] ?? "") });
    if (orderId) await announce(tx, "order.payment_captured", { id: orderId, no_notification: null });
  });
