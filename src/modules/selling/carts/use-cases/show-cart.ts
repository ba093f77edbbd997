import { fieldsOf, type Wanted } from "../../../../graph/selection.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { type CartResult, cachedView, cacheView, loadCart } from "../cache/index.ts";
import { areTaxesShown, isShipped, unknownCart } from "../cart.ts";
import { cartFacts, cartStock } from "../cart-facts-graph.ts";
import { type CartView, isShownWhole } from "../cart-schemas.ts";
import { type CartTaxes, noTaxes } from "../cart-totals.ts";
import { type CartAnswer, type CartToShow, toCartView, withoutPrivateData } from "../cart-view.ts";
import type { CartDeps } from "./deps.ts";
import { findTaxes } from "./find-taxes.ts";

/** Who looks at a cart. */
export interface Onlooker {
  userId: string | null;
  customerId: string | null;
}

export interface ShownCart {
  cart: CartAnswer;
  customerId: string | null;
  isCompleted: boolean;
  /** Whether any of its lines has a way to be shipped. */
  isShipped: boolean;
}

interface Asked extends Wanted {
  view: CartView;
  onlooker: Onlooker;
  /** Also where the region does not tax by itself. */
  forcedTaxes?: boolean;
  /** The cart was changed: whoever did it must hear so, even while the taxes cannot be found. */
  isChanged?: boolean;
  /** What the change has made of it. */
  result?: CartResult;
}

/** A tax service that does not answer now is asked again when the cart is paid. */
function unlessRefused(error: unknown): CartTaxes {
  if (error instanceof Refusal) return noTaxes;
  throw error;
}

/** The cart with its totals, in one statement. */
export async function showCart(deps: CartDeps, id: string, asked: Asked): Promise<ShownCart> {
  const { onlooker } = asked;
  const cart = await cartFor(deps, id, asked);
  const shown = await viewOf(deps, cart, asked);
  const { customer_id, completed_at } = cart.$facts;
  const isTrusted = onlooker.userId !== null || (customer_id !== null && onlooker.customerId === customer_id);
  return {
    cart: isTrusted ? shown : withoutPrivateData(shown, cart.$facts),
    customerId: customer_id,
    isCompleted: completed_at !== null,
    isShipped: cart.items.some(isShipped),
  };
}

const isAsUsual = ({ view, fields, expand }: Asked) =>
  fields === undefined && expand === undefined && isShownWhole(view);

/** The view of v1 comes through the cache; another selection is read. */
async function cartFor(deps: CartDeps, id: string, asked: Asked): Promise<CartToShow> {
  if (isAsUsual(asked)) {
    return asked.result ? asked.result.load(deps) : loadCart(deps, id);
  }
  const { view, fields, expand } = asked;
  const found = await deps.graph.find(view, id, { fields, expand, extras: [cartFacts, cartStock(deps)] });
  if (!found) throw unknownCart(id);
  // `cart-schemas.ts` reads all that totals depend on, whatever was asked for.
  return found as CartToShow;
}

async function viewOf(deps: CartDeps, cart: CartToShow, asked: Asked): Promise<CartAnswer> {
  const { view, forcedTaxes = false, isChanged = false } = asked;
  const before = cachedView(cart, view);
  if (before) return before;
  const taxes = findTaxes(deps, cart, { forced: forcedTaxes });
  const isCustomerShown = !isAsUsual(asked) || view.relations?.includes("customer") === true;
  const found = await (isChanged ? taxes.catch(unlessRefused) : taxes);
  const shown = withoutUnasked(toCartView(cart, found, { isCustomerShown }), asked);
  // Taxes of others, and those that are shown when somebody asks for them, are another matter.
  if (cart.region.tax_provider_id === null && areTaxesShown(cart) && isAsUsual(asked)) {
    cacheView(cart, view, shown);
  }
  return shown;
}

/** v1 never shows these of a cart: where the fields were chosen, they are there only if they are among them. */
const RARE_TOTALS = ["raw_discount_total", "refunded_total", "refundable_amount"];

function withoutUnasked(shown: CartAnswer, { view, fields }: Asked): CartAnswer {
  if (fields === undefined) return shown;
  const named = fieldsOf(view, fields);
  const hidden = RARE_TOTALS.filter((name) => !named.includes(name));
  return Object.fromEntries(Object.entries(shown).filter(([name]) => !hidden.includes(name)));
}
