import { Refusal } from "../../../../kernel/refusal.ts";
import type { PaymentNews } from "../../../../providers/ports/payment.ts";
import { hearCollectionNews, isCollectionId } from "../../../orders/payment-collections/index.ts";
import { noteCaptured } from "../../../orders/payments/index.ts";
import { type CartDeps, readCart, selectedSession } from "../../../selling/carts/index.ts";
import { completeCart } from "./complete-cart.ts";

// What no repetition of the news would change.
const finalCodes = [
  "insufficient_inventory",
  "discount_usage_limit",
  "discount_disabled",
  "discount_not_started",
  "discount_expired",
  "gift_card_balance",
  "gift_card_expired",
  "goods_deleted",
  "cart_incompatible_state",
];

/**
 * A payment service tells that something happened. That is a hint, not a proof: the completion asks the provider
 * itself what the cart's own payment is worth. So a customer who paid gets the order, even if they never come back.
 */
export async function hearPaymentNews(
  deps: CartDeps,
  { providerId, news }: { providerId: string; news: PaymentNews },
): Promise<void> {
  if (news.kind !== "authorized" && news.kind !== "captured") return;
  const { resourceId } = news;
  try {
    if (isCollectionId(resourceId)) await hearCollectionNews(deps, news);
    else if (!(await isPaidElsewhere(deps, resourceId, providerId))) {
      await completeCart(deps, { cartId: resourceId, ip: null });
    }
  } catch (error) {
    if (!isFinal(error)) throw error;
    return;
  }
  if (news.kind === "captured") {
    await noteCaptured(deps, { resourceId, reference: String(news.data.id ?? "") });
  }
}

/** Nobody gets an order by a way to pay that another service speaks of. */
async function isPaidElsewhere(deps: CartDeps, cartId: string, providerId: string): Promise<boolean> {
  const cart = await readCart(deps, deps.db, cartId);
  return cart.completed_at === null && selectedSession(cart)?.provider_id !== providerId;
}

const isFinal = (error: unknown): boolean =>
  error instanceof Refusal && (error.type === "not_found" || finalCodes.includes(error.code ?? ""));
