import { inTransaction } from "../../../../db/transaction.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { type CartSession, openCart, readCart } from "../cache/index.ts";
import type { CartTaxes } from "../cart-totals.ts";
import type { CartDeps } from "./deps.ts";
import { findTaxes, knownTaxes } from "./find-taxes.ts";

const ATTEMPTS = 3;

class TaxesNotKnown extends Error {}

/**
 * Does something with a locked cart and its taxes. A tax service is asked while nothing is locked; should the cart
 * change meanwhile, it is asked again.
 */
export async function withTaxedCart<T>(
  deps: CartDeps,
  cartId: string,
  work: (session: CartSession, taxes: CartTaxes) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      return await inTransaction(deps.db, async (tx) => {
        const session = await openCart(deps, tx, cartId);
        const taxes = knownTaxes(deps, session.cart);
        if (!taxes) throw new TaxesNotKnown();
        return work(session, taxes);
      });
    } catch (error) {
      if (!(error instanceof TaxesNotKnown)) throw error;
      await findTaxes(deps, await readCart(deps, deps.db, cartId), { forced: true });
    }
  }
  throw new Refusal("conflict", "The cart was changed again and again while its taxes were calculated");
}
