import type { Graph } from "../../../../graph/graph.ts";
import { MAX_AMOUNT } from "../../../../kernel/money.ts";
import { notFound } from "../../../../kernel/refusal.ts";
import { readOrders } from "../../../orders/orders/index.ts";
import { allReturnReasons, withObject } from "../../v1-shapes.ts";
import { reasonNotFound } from "../return-reason.ts";
import {
  type adminReturn,
  adminReturns,
  orderOfCanceledReturn,
  reasonView,
  type storeReturn,
} from "../return-schemas.ts";

type Deps = { graph: Graph };

export async function listReturns(
  { graph, config: { maxLimit } }: Deps & { config: { maxLimit: number } },
  query: unknown,
) {
  const { rows, ...paging } = await adminReturns.read(graph, query, { maxLimit });
  const returns = rows.map((row) => (row.order ? { ...row, order: withObject("order", row.order) } : row));
  return { returns, ...paging };
}

export async function showReturn({ graph }: Deps, id: string, view: typeof adminReturn | typeof storeReturn) {
  const found = await graph.find(view, id);
  if (!found) throw notFound("Return", id);
  return { return: found };
}

/** The answer to the cancellation of a return. */
export async function showOrderOfCanceledReturn(deps: Deps, orderId: string) {
  const [order] = await readOrders(deps, orderOfCanceledReturn, {
    filters: [{ kind: "equals", column: "id", value: orderId }],
    limit: 1,
    offset: 0,
  });
  return { order };
}

export async function showReason({ graph }: Deps, id: string) {
  const reason = await graph.find(reasonView, id);
  if (!reason) throw reasonNotFound(id);
  return { return_reason: reason };
}

/** Lists the top level. Children are shown only below their parent. */
export async function listReasons({ graph }: Deps) {
  const { rows } = await graph.list(reasonView, {
    filters: [{ kind: "missing", column: "parent_return_reason_id" }],
    ...allReturnReasons,
    limit: MAX_AMOUNT,
  });
  return { return_reasons: rows };
}
