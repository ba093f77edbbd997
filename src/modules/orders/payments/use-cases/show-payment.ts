import type { Connection } from "../../../../db/database.ts";
import type { Graph } from "../../../../graph/graph.ts";
import type { Wanted } from "../../../../graph/selection.ts";
import { notFound } from "../../../../kernel/refusal.ts";
import { shownPayment, wholePayment, wholeRefund } from "../payments-schemas.ts";

type Reading = { graph: Graph };

export async function showPayment({ graph }: Reading, id: string, wanted: Wanted) {
  const row = await graph.find(shownPayment, id, wanted);
  if (!row) throw notFound("Payment", id);
  return row;
}

/** With all its columns, as changes and events show it. */
export async function showWholePayment({ graph }: Reading, id: string, on?: Connection) {
  const row = await graph.find(wholePayment, id, { on });
  if (!row) throw notFound("Payment", id);
  return row;
}

export async function showRefund({ graph }: Reading, id: string, on?: Connection) {
  const row = await graph.find(wholeRefund, id, { on });
  if (!row) throw notFound("Refund", id);
  return row;
}
