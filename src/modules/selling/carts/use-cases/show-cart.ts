import { fieldsOf, type RequestedSelection } from "../../../../graph/selection.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { withMaskedCodes } from "../../gift-cards/index.ts";
import { cartTotalsOutsideV1 } from "../../v1-shapes.ts";
import { type CartResult, cachedView, cacheView, loadCart } from "../cache/index.ts";
import { areTaxesShown, isShipped, unknownCart } from "../cart.ts";
import type { CartDeps } from "../cart-deps-type.ts";
import { cartFacts, cartStock } from "../cart-facts-graph.ts";
import { type CartView, hasAllSections } from "../cart-schemas.ts";
import { type CartTaxes, paidTaxesOf } from "../cart-totals.ts";
import { type CartAnswer, type CartToShow, toCartView, withoutPrivateData } from "../cart-view.ts";
import { findTaxes } from "./find-taxes.ts";

/** Decides how much of the customer's data a cart shows. */
export interface CartViewer {
  userId: string | null;
  customerId: string | null;
}

export interface ShownCart {
  cart: CartAnswer;
  customerId: string | null;
  isCompleted: boolean;
  /** Whether any line is marked as shipped. */
  isShipped: boolean;
}

interface ShowCartOptions extends RequestedSelection {
  view: CartView;
  viewer: CartViewer;
  /** Calculate taxes even if the region does not tax automatically. */
  forcedTaxes?: boolean;
  /** The request changed the cart. It succeeds even if the taxes cannot be calculated now. */
  isChanged?: boolean;
  /** The cart after the change. */
  result?: CartResult;
}

/** The tax service is called again when the cart is paid. */
const paidTaxesIfRefused =
  (cart: CartToShow) =>
  (error: unknown): CartTaxes => {
    if (error instanceof Refusal) return paidTaxesOf(cart);
    throw error;
  };

/** A cart with its totals, read in one statement. */
export async function showCart(deps: CartDeps, id: string, options: ShowCartOptions): Promise<ShownCart> {
  const { viewer } = options;
  const cart = await cartFor(deps, id, options);
  const shown = await viewOf(deps, cart, options);
  const { customer_id, completed_at } = cart.$facts;
  const isTrusted = viewer.userId !== null || (customer_id !== null && viewer.customerId === customer_id);
  return {
    cart: isTrusted ? shown : withoutPrivateData(shown, cart.$facts),
    customerId: customer_id,
    isCompleted: completed_at !== null,
    isShipped: cart.items.some(isShipped),
  };
}

const isDefaultView = ({ view, fields, expand }: ShowCartOptions) =>
  fields === undefined && expand === undefined && hasAllSections(view);

/** The default view is read through the cache, other selections from the database. */
async function cartFor(deps: CartDeps, id: string, options: ShowCartOptions): Promise<CartToShow> {
  if (isDefaultView(options)) {
    return options.result ? options.result.load(deps) : loadCart(deps, id);
  }
  const { view, fields, expand } = options;
  const found = await deps.graph.find(view, id, { fields, expand, extras: [cartFacts, cartStock(deps)] });
  if (!found) throw unknownCart(id);
  // `cart-schemas.ts` adds the relations that the totals depend on to every selection.
  return found as CartToShow;
}

async function viewOf(deps: CartDeps, cart: CartToShow, options: ShowCartOptions): Promise<CartAnswer> {
  const { view, forcedTaxes = false, isChanged = false } = options;
  const before = cachedView(cart, view);
  if (before) return before;
  const taxes = findTaxes(deps, cart, { forced: forcedTaxes });
  const isCustomerShown = !isDefaultView(options) || view.relations?.includes("customer") === true;
  const found = await (isChanged ? taxes.catch(paidTaxesIfRefused(cart)) : taxes);
  const whole = withoutUnrequestedTotals(toCartView(cart, found, { isCustomerShown }), options);
  const shown = isIdShownElsewhere(cart) ? (withMaskedCodes(whole) as CartAnswer) : whole;
  // Only taxes of the shop's own rates are stable: those of a tax service expire.
  if (cart.region.tax_provider_id === null && areTaxesShown(cart) && isDefaultView(options)) {
    cacheView(cart, view, shown);
  }
  return shown;
}

/** The id is on the order or the draft: a user who can read those must not spend what is left of the cards. */
const isIdShownElsewhere = ({ $facts }: CartToShow) => $facts.completed_at !== null || $facts.is_draft;

function withoutUnrequestedTotals(shown: CartAnswer, { view, fields }: ShowCartOptions): CartAnswer {
  if (fields === undefined) return shown;
  const named = fieldsOf(view, fields);
  const hidden = cartTotalsOutsideV1.filter((name) => !named.includes(name));
  return Object.fromEntries(Object.entries(shown).filter(([name]) => !hidden.includes(name)));
}
