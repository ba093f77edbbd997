import { Refusal } from "../../../../kernel/refusal.ts";
import { CartResult } from "../cache/index.ts";
import type { CartDeps } from "./deps.ts";
import { preparePaymentSessions } from "./payment-sessions.ts";

/**
 * Lets open payments follow a cart that was changed. The change stands, even where a provider cannot be reached now:
 * nothing is authorized before the amounts agree.
 */
export async function syncPaymentSessions(deps: CartDeps, cartId: string): Promise<CartResult> {
  try {
    return await preparePaymentSessions(deps, cartId, "following");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return new CartResult(cartId);
  }
}
