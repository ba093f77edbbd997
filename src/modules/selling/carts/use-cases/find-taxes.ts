import { createHash } from "node:crypto";
import { inSideTransaction, inTransaction } from "../../../../db/transaction.ts";
import { invalid, Refusal } from "../../../../kernel/refusal.ts";
import { callProvider } from "../../../../providers/call-provider.ts";
import type { TaxCalculation, TaxLines } from "../../../../providers/ports/tax.ts";
import { type LockedCart, openCart, readCart } from "../cache/index.ts";
import { areTaxesShown, type Cart, refuseDeletedRegion } from "../cart.ts";
import type { CartDeps } from "../cart-deps-type.ts";
import { readStoredTaxes, saveTaxAnswer } from "../cart-taxes-store.ts";
import { type CartTaxes, paidTaxesOf, ratesOf } from "../cart-totals.ts";
import { chosenTaxes } from "../chosen-taxes.ts";
import { taxCalculationOf, taxesFromAnswer } from "../provider-requests.ts";

/**
 * The taxes of a cart. In regions without automatic taxes they are calculated only if `forced`: by the taxes route, the
 * payment and the completion. A completed cart of such a region shows the taxes of its order.
 */
export async function findTaxes(
  deps: CartDeps,
  cart: Cart,
  { forced }: { forced: boolean },
): Promise<CartTaxes> {
  if (!areTaxesShown(cart)) {
    if (cart.$facts.completed_at !== null) return readStoredTaxes(deps.db, cart.id);
    if (!forced) return paidTaxesOf(cart);
  }
  return knownTaxes(deps, cart) ?? fetchTaxes(deps, cart);
}

/** The taxes without a call of a tax service; null if one has to be called. */
export function knownTaxes({ providers }: Pick<CartDeps, "providers">, cart: Cart): CartTaxes | null {
  const taxes = calculatedTaxes(providers, cart);
  return taxes && chosenTaxes(providers.rules, cart, taxes);
}

function calculatedTaxes(providers: CartDeps["providers"], cart: Cart): CartTaxes | null {
  refuseDeletedRegion(cart);
  if (cart.region.tax_provider_id === null) return ratesOf(cart);
  const { content } = taxRequestFor(providers, cart);
  const known = cart.$facts.tax_answer;
  return known?.content === content ? taxesFromAnswer(cart, known.lines as TaxLines) : null;
}

/** One call for the whole cart. The answer is valid while the cart has the same content. */
async function fetchTaxes({ db, providers }: CartDeps, cart: Cart): Promise<CartTaxes> {
  const { provider, calculation, content } = taxRequestFor(providers, cart);
  const lines = await callProvider({ failure: "The taxes could not be calculated" }, async () =>
    usableTaxLines(await provider.taxLines(calculation)),
  );
  // A transaction of its own: the answer stays valid if the request fails.
  await inSideTransaction(db, (tx) => saveTaxAnswer(tx, { cartId: cart.id, content, lines }));
  // After the answer that is stored.
  return chosenTaxes(providers.rules, cart, taxesFromAnswer(cart, lines));
}

function taxRequestFor(providers: CartDeps["providers"], cart: Cart) {
  const provider = providers.tax.find(cart.region.tax_provider_id!);
  if (!provider) throw invalid(`The tax provider ${cart.region.tax_provider_id} is not installed`);
  const calculation: TaxCalculation = taxCalculationOf(cart, ratesOf(cart));
  const content = createHash("sha256")
    .update(JSON.stringify([provider.id, calculation]))
    .digest("base64url");
  return { provider, calculation, content };
}

// In percent. Larger rates could overflow amounts.
const MAX_RATE = 1_000;

/** Copies the fields that the port defines, and refuses unusable rates. */
export function usableTaxLines({ items, shipping }: TaxLines): TaxLines {
  const rateOf = ({ rate, name, code }: TaxLines["items"][number] | TaxLines["shipping"][number]) => {
    if (!Number.isFinite(rate) || rate < 0 || rate > MAX_RATE)
      throw invalid(`it answered with the rate ${rate}`);
    return { rate, name: String(name), code: code ?? null };
  };
  return {
    items: items.map((line) => ({ ...rateOf(line), lineItemId: line.lineItemId })),
    shipping: shipping.map((line) => ({ ...rateOf(line), shippingMethodId: line.shippingMethodId })),
  };
}

const ATTEMPTS = 3;

class TaxesNotKnown extends Error {}

/**
 * Runs `work` with a locked cart and its taxes. A tax service is called while no row is locked, and again if the cart has
 * changed by then.
 */
export async function withTaxedCart<T>(
  deps: CartDeps,
  cartId: string,
  work: (locked: LockedCart, taxes: CartTaxes) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      return await inTransaction(deps.db, async (tx) => {
        const locked = await openCart(deps, tx, cartId);
        const taxes = knownTaxes(deps, locked.cart);
        if (!taxes) throw new TaxesNotKnown();
        return work(locked, taxes);
      });
    } catch (error) {
      if (!(error instanceof TaxesNotKnown)) throw error;
      await findTaxes(deps, await readCart(deps, deps.db, cartId), { forced: true });
    }
  }
  throw new Refusal("conflict", "The cart was changed again and again while its taxes were calculated");
}
