import type { CompletionInput } from "../../../plugins/ports/rules.ts";
import type { Rules } from "../../../plugins/rules/rules.ts";
import { type PreparedCompletion, seenAs } from "../../../plugins/steps/prepared-completion.ts";
import { type Cart, type CartTaxes, shopCartOf, shopTotalsOf } from "../../selling/carts/index.ts";

interface Completing {
  cart: Cart;
  taxes: CartTaxes;
  prepared?: PreparedCompletion | null;
}

const inputOf = (cart: Cart, taxes: CartTaxes) => ({
  cart: shopCartOf(cart),
  totals: shopTotalsOf(cart, taxes),
});

/** The rules of plugins for every order and every confirmed swap. */
export const refuseByCompletionRules = (
  rules: Rules,
  kind: CompletionInput["kind"],
  { cart, taxes, prepared }: Completing,
): void =>
  rules.decide(
    "completion",
    () => ({ ...inputOf(cart, taxes), kind, data: null }),
    (plugin) => ({ data: prepared?.data.get(plugin) ?? null }),
  );

/** Whether the cart has changed since the steps of plugins saw it. */
export const isOutdated = (prepared: PreparedCompletion | null, cart: Cart, taxes: CartTaxes): boolean =>
  prepared !== null && prepared.seen !== seenAs(inputOf(cart, taxes));
