import type { Row } from "../../../graph/graph.ts";
import type { View, Wanted } from "../../../graph/selection.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { type Cart, unknownCart } from "../cart.ts";
import { cartFacts, cartStock } from "../cart-facts-graph.ts";
import { type CartTaxes, noTaxes } from "../cart-totals.ts";
import { toCartView, withoutPrivateData } from "../cart-view.ts";
import type { CartDeps } from "./deps.ts";
import { findTaxes } from "./find-taxes.ts";

/** Who looks at a cart. */
export interface Onlooker {
  userId: string | null;
  customerId: string | null;
}

export interface ShownCart {
  cart: Row;
  customerId: string | null;
  isCompleted: boolean;
}

interface Asked extends Wanted {
  view: View;
  onlooker: Onlooker;
  /** Also where the region does not tax by itself. */
  forcedTaxes?: boolean;
  /** The cart was changed: whoever did it must hear so, even while the taxes cannot be found. */
  isChanged?: boolean;
}

/** A tax service that does not answer now is asked again when the cart is paid. */
function unlessRefused(error: unknown): CartTaxes {
  if (error instanceof Refusal) return noTaxes;
  throw error;
}

/** The cart with its totals, in one statement. */
export async function showCart(deps: CartDeps, id: string, asked: Asked): Promise<ShownCart> {
  const { view, onlooker, forcedTaxes = false, isChanged = false, fields, expand } = asked;
  const found = await deps.graph.find(view, id, { fields, expand, extras: [cartFacts, cartStock(deps)] });
  if (!found) throw unknownCart(id);
  const cart = found as unknown as Cart;
  const taxes = findTaxes(deps, cart, { forced: forcedTaxes });
  const shown = toCartView(cart, await (isChanged ? taxes.catch(unlessRefused) : taxes));
  const { customer_id, completed_at } = cart.$facts;
  const isTrusted = onlooker.userId !== null || (customer_id !== null && onlooker.customerId === customer_id);
  return {
    cart: isTrusted ? shown : withoutPrivateData(shown),
    customerId: customer_id,
    isCompleted: completed_at !== null,
  };
}
