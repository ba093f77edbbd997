import type { View } from "../../../../graph/selection.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { type CartDeps, findTaxes, noTaxes } from "../../../selling/carts/index.ts";
import { unknownDraft } from "../draft-order.ts";
import { cartOf, toDraftView } from "../draft-order-view.ts";
import { type draftOrder, factsOfCart } from "../draft-orders-graph.ts";

interface Asked {
  view: View<typeof draftOrder>;
  /** The draft was changed: whoever did it must hear so, even while the taxes cannot be found. */
  isChanged?: boolean;
}

/** The draft with its cart and the totals of that, in one statement. */
export async function showDraftOrder(deps: CartDeps, id: string, { view, isChanged = false }: Asked) {
  const found = await deps.graph.find(view, id, { extras: [factsOfCart] });
  if (!found) throw unknownDraft(id);
  const cart = cartOf(found);
  if (!cart) return toDraftView(found, null, noTaxes);
  const taxes = findTaxes(deps, cart, { forced: false });
  return toDraftView(found, cart, await (isChanged ? taxes.catch(unlessRefused) : taxes));
}

/** A tax service that does not answer now is asked again when the draft is paid. */
function unlessRefused(error: unknown): typeof noTaxes {
  if (error instanceof Refusal) return noTaxes;
  throw error;
}
