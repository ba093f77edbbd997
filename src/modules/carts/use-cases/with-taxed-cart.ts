import type { Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Cart } from "../cart.ts";
import { lockCart, readCart } from "../cart-store.ts";
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
  work: (tx: Tx, cart: Cart, taxes: CartTaxes) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      return await inTransaction(deps.db, async (tx) => {
        const cart = await lockCart(deps.graph, tx, cartId);
        const taxes = knownTaxes(deps, cart);
        if (!taxes) throw new TaxesNotKnown();
        return work(tx, cart, taxes);
      });
    } catch (error) {
      if (!(error instanceof TaxesNotKnown)) throw error;
      await findTaxes(deps, await readCart(deps.graph, deps.db, cartId), { forced: true });
    }
  }
  throw new Refusal("conflict", "The cart was changed again and again while its taxes were calculated");
}
