import { hasBeforeCompletion, runBeforeCompletion } from "../../../../plugins/steps/before-completion.ts";
import type { PreparedCompletion } from "../../../../plugins/steps/prepared-completion.ts";
import {
  type CartDeps,
  findTaxes,
  readCart,
  shopCartOf,
  shopTotalsOf,
  totalsOf,
} from "../../../selling/carts/index.ts";
import { refuseOtherTotal } from "../completion.ts";
import type { CompletionRequest } from "./authorize-payment.ts";
import { refuseUnready } from "./completion-steps.ts";

/** Runs the steps of plugins before a completion, while nothing is locked. Null without any. */
export async function prepareCompletion(
  deps: CartDeps,
  { cartId, expectedTotal }: CompletionRequest,
): Promise<PreparedCompletion | null> {
  if (!hasBeforeCompletion(deps.providers)) return null;
  const cart = await readCart(deps, deps.db, cartId);
  if (cart.completed_at !== null) return null;
  const taxes = await findTaxes(deps, cart, { forced: true });
  const { total } = totalsOf(cart, taxes).whole;
  refuseOtherTotal(total, expectedTotal);
  await refuseUnready(deps, { on: deps.db, cart, taxes, total });
  return runBeforeCompletion(deps.providers, { cart: shopCartOf(cart), totals: shopTotalsOf(cart, taxes) });
}
