import { notFound, Refusal, RefusalOfPlugin } from "../../../../kernel/refusal.ts";
import { callProvider } from "../../../../providers/call-provider.ts";
import type { PaymentNews, PaymentProvider } from "../../../../providers/ports/payment.ts";
import { handleCollectionNotification, isCollectionId } from "../../../orders/payment-collections/index.ts";
import { recordExternalCapture } from "../../../orders/payments/index.ts";
import { type CartDeps, readCart, selectedSession } from "../../../selling/carts/index.ts";
import { completeCart } from "./complete-cart.ts";

// A repeated notification would get the same refusal.
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

interface WebhookRequest {
  providerId: string;
  headers: Parameters<NonNullable<PaymentProvider["webhook"]>>[0]["headers"];
  /** A buffer, if there is a body. */
  body: unknown;
}

/** Handles the webhook request of a payment service. Its plugin checks the signature, which covers the raw bytes. */
export async function handleWebhook(deps: CartDeps, request: WebhookRequest): Promise<void> {
  const { providerId, headers, body } = request;
  const provider = deps.providers.payment.find(providerId);
  if (!provider?.webhook) throw notFound("Payment provider", providerId);
  const rawBody = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  const news = await callProvider({ failure: "The news could not be read" }, () =>
    provider.webhook!({ headers, rawBody }),
  );
  await handlePaymentNotification(deps, { providerId, news });
}

/**
 * Handles a notification of a payment service. It is not trusted: the completion reads the state of the payment from the
 * provider. So a customer who paid gets the order, even if they never return to the storefront.
 */
async function handlePaymentNotification(
  deps: CartDeps,
  { providerId, news }: { providerId: string; news: PaymentNews },
): Promise<void> {
  if (news.kind !== "authorized" && news.kind !== "captured") return;
  const { resourceId } = news;
  try {
    if (isCollectionId(resourceId)) await handleCollectionNotification(deps, news);
    else if (!(await isPaidElsewhere(deps, resourceId, providerId))) {
      await completeCart(deps, { cartId: resourceId, ip: null });
    }
  } catch (error) {
    if (!isFinal(error)) throw error;
    return;
  }
  if (news.kind === "captured") {
    await recordExternalCapture(deps, { resourceId, reference: String(news.data.id ?? "") });
  }
}

/** Whether the cart is to be paid with another provider. Its notification must not place an order. */
async function isPaidElsewhere(deps: CartDeps, cartId: string, providerId: string): Promise<boolean> {
  const cart = await readCart(deps, deps.db, cartId);
  if (cart.completed_at !== null) return false;
  const selectedId = selectedSession(cart)?.provider_id;
  const selected = selectedId === undefined ? undefined : deps.providers.payment.find(selectedId);
  return (selected?.webhookId ?? selectedId) !== providerId;
}

const isFinal = (error: unknown): boolean =>
  error instanceof Refusal &&
  (error.type === "not_found" || error instanceof RefusalOfPlugin || finalCodes.includes(error.code ?? ""));
