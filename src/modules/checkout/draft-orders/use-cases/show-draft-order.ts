import type { Graph } from "../../../../graph/graph.ts";
import type { View } from "../../../../graph/selection.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import {
  type Cart,
  type CartDeps,
  type CartFacts,
  type CartTaxes,
  findTaxes,
  noTaxes,
  toCartView,
} from "../../../selling/carts/index.ts";
import { updatedDraftBody } from "../../v1-shapes.ts";
import { unknownDraft } from "../draft-order.ts";
import { type DraftOrderChanges, updateDraftOrder } from "../draft-order-changes.ts";
import { drafts, updatedDraft } from "../draft-order-schemas.ts";
import { type DraftRow, type draftOrder, factsOfCart } from "../draft-orders-graph.ts";

interface ShowOptions {
  view: View<typeof draftOrder>;
  /** The request changed the draft. It succeeds even if the taxes cannot be calculated now. */
  isChanged?: boolean;
}

/** A draft with its cart and totals, read in one statement. */
export async function showDraftOrder(deps: CartDeps, id: string, { view, isChanged = false }: ShowOptions) {
  const found = await deps.graph.find(view, id, { extras: [factsOfCart] });
  if (!found) throw unknownDraft(id);
  const cart = cartOf(found);
  if (!cart) return toDraftView(found, null, noTaxes);
  const taxes = findTaxes(deps, cart, { forced: false });
  return toDraftView(found, cart, await (isChanged ? taxes.catch(noTaxesIfRefused) : taxes));
}

/** Updates a draft and shows it. */
export async function updateAndShowDraftOrder(deps: CartDeps, id: string, changes: DraftOrderChanges) {
  const options = { view: updatedDraft, isChanged: true };
  const before = await showDraftOrder(deps, id, options);
  await updateDraftOrder(deps, id, changes);
  return updatedDraftBody(before, await showDraftOrder(deps, id, options));
}

/** Lists show drafts without totals. */
export async function listDraftOrders(graph: Graph, query: unknown, { maxLimit }: { maxLimit: number }) {
  const { rows, ...paging } = await drafts.read(graph, query, { maxLimit });
  return { draft_orders: rows.map(toListedDraft), ...paging };
}

/** The tax service is called again when the draft is paid. */
function noTaxesIfRefused(error: unknown): typeof noTaxes {
  if (error instanceof Refusal) return noTaxes;
  throw error;
}

type ReadDraft = Pick<DraftRow, "cart" | "order"> & { $cart_facts: CartFacts | null };

/** The cart of a draft with the facts that its totals depend on; null if the draft has no cart. */
function cartOf({ cart, $cart_facts }: ReadDraft): Cart | null {
  // The views of drafts select every field of the cart that its totals depend on.
  return cart ? ({ ...cart, $facts: $cart_facts } as Cart) : null;
}

const named = <Related extends object>(object: "order" | "cart", related: Related | null | undefined) =>
  related ? { object, ...related } : related;

/** A draft with the totals of its cart. */
function toDraftView({ $cart_facts, ...draft }: ReadDraft, cart: Cart | null, taxes: CartTaxes) {
  return {
    ...draft,
    cart: cart && toCartView(cart, taxes),
    ...("order" in draft ? { order: named("order", draft.order) } : {}),
  };
}

const toListedDraft = <Draft extends { cart?: object | null; order?: object | null }>(draft: Draft) => ({
  ...draft,
  ...("cart" in draft ? { cart: named("cart", draft.cart) } : {}),
  ...("order" in draft ? { order: named("order", draft.order) } : {}),
});
