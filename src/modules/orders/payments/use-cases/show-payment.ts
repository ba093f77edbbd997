import type { Connection } from "../../../../db/database.ts";
import type { Graph } from "../../../../graph/graph.ts";
import type { RequestedSelection } from "../../../../graph/selection.ts";
import { notFound } from "../../../../kernel/refusal.ts";
import { shownPayment, wholePayment, wholeRefund } from "../payments-schemas.ts";

type Deps = { graph: Graph };

export async function showPayment({ graph }: Deps, id: string, requested: RequestedSelection) {
  const row = await graph.find(shownPayment, id, requested);
  if (!row) throw notFound("Payment", id);
  return row;
}

/** With all columns, for responses to changes and for events. */
export async function showWholePayment({ graph }: Deps, id: string, on?: Connection) {
  const row = await graph.find(wholePayment, id, { on });
  if (!row) throw notFound("Payment", id);
  return row;
}

export async function showRefund({ graph }: Deps, id: string, on?: Connection) {
  const row = await graph.find(wholeRefund, id, { on });
  if (!row) throw notFound("Refund", id);
  return row;
}
