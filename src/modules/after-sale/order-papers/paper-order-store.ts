import type { Connection } from "../../../db/database.ts";
import type { Graph, RowFor } from "../../../graph/graph.ts";
import { viewOf } from "../../../graph/selection.ts";
import type { Rules } from "../../../plugins/rules/rules.ts";
import { order, orderFacts, shownNumber, unknownOrder } from "../../orders/orders/index.ts";

const view = viewOf({
  entity: order,
  fields: ["*", "items.variant.sku", "shipping_methods.shipping_option.name"],
  relations: [
    "items",
    "items.tax_lines",
    "shipping_methods",
    "shipping_methods.tax_lines",
    "discounts",
    "payments",
    "refunds",
    "billing_address",
    "shipping_address",
    "customer",
  ],
});

const extras = [orderFacts] as const;

/** An order with everything that is printed about it. */
export type PaperOrder = RowFor<typeof view, { extras: typeof extras }> & {
  /** What people read. */
  number: string;
};

interface ReadDeps {
  graph: Graph;
  providers: { rules: Rules };
}

export async function readPaperOrder(
  { graph, providers }: ReadDeps,
  on: Connection,
  id: string,
): Promise<PaperOrder> {
  const found = await graph.find(view, id, { on, extras });
  if (!found) throw unknownOrder(id);
  return { ...found, number: shownNumber(providers.rules, found) };
}
