import { createHash } from "node:crypto";
import { inSideTransaction } from "../../../../db/transaction.ts";
import { invalid } from "../../../../kernel/refusal.ts";
import { callProvider } from "../../../../providers/call-provider.ts";
import type { TaxCalculation, TaxLines } from "../../../../providers/ports/tax.ts";
import { areTaxesShown, type Cart, refuseDeletedRegion } from "../cart.ts";
import { ratesOf } from "../cart-taxes.ts";
import { type CartTaxes, noTaxes } from "../cart-totals.ts";
import { readStoredTaxes } from "../stored-taxes-store.ts";
import { saveTaxAnswer } from "../tax-answer-store.ts";
import { taxCalculationOf, taxesFromAnswer } from "../tax-calculation.ts";
import type { CartDeps } from "./deps.ts";

/**
 * The taxes of a cart. Regions that do not tax by themselves show none until they are asked for (`forced`): by the taxes
 * route, the payment and the completion. Once such a cart is completed it shows the taxes of its order.
 */
export async function findTaxes(
  deps: CartDeps,
  cart: Cart,
  { forced }: { forced: boolean },
): Promise<CartTaxes> {
  if (!areTaxesShown(cart)) {
    if (cart.$facts.completed_at !== null) return readStoredTaxes(deps.db, cart.id);
    if (!forced) return noTaxes;
  }
  return knownTaxes(deps, cart) ?? askedTaxes(deps, cart);
}

/** The taxes as far as nobody outside has to be asked; null where that is needed. */
export function knownTaxes({ providers }: Pick<CartDeps, "providers">, cart: Cart): CartTaxes | null {
  refuseDeletedRegion(cart);
  if (cart.region.tax_provider_id === null) return ratesOf(cart);
  const { content } = questionFor(providers, cart);
  const known = cart.$facts.tax_answer;
  return known?.content === content ? taxesFromAnswer(cart, known.lines as TaxLines) : null;
}

/** One call for everything in the cart; the answer holds while the cart has the same content. */
async function askedTaxes({ db, providers }: CartDeps, cart: Cart): Promise<CartTaxes> {
  const { provider, calculation, content } = questionFor(providers, cart);
  const lines = await callProvider({ failure: "The taxes could not be calculated" }, async () =>
    readable(await provider.taxLines(calculation)),
  );
  // No part of what the request is about: should that break off, it was not carried out.
  await inSideTransaction(db, (tx) => saveTaxAnswer(tx, { cartId: cart.id, content, lines }));
  return taxesFromAnswer(cart, lines);
}

function questionFor(providers: CartDeps["providers"], cart: Cart) {
  const provider = providers.tax.find(cart.region.tax_provider_id!);
  if (!provider) throw invalid(`The tax provider ${cart.region.tax_provider_id} is not installed`);
  const calculation: TaxCalculation = taxCalculationOf(cart, ratesOf(cart));
  const content = createHash("sha256")
    .update(JSON.stringify([provider.id, calculation]))
    .digest("base64url");
  return { provider, calculation, content };
}

// In percent: far more than any tax, far less than what amounts can be multiplied by.
const MOST = 1_000;

/** Only what the port promises is kept; anything else in the answer of a plugin stays outside. */
export function readable({ items, shipping }: TaxLines): TaxLines {
  const rateOf = ({ rate, name, code }: TaxLines["items"][number] | TaxLines["shipping"][number]) => {
    if (!Number.isFinite(rate) || rate < 0 || rate > MOST) throw invalid(`it answered with the rate ${rate}`);
    return { rate, name: String(name), code: code ?? null };
  };
  return {
    items: items.map((line) => ({ ...rateOf(line), lineItemId: line.lineItemId })),
    shipping: shipping.map((line) => ({ ...rateOf(line), shippingMethodId: line.shippingMethodId })),
  };
}
