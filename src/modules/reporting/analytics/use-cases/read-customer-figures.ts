import type { Db } from "../../../../db/database.ts";
import type { Graph } from "../../../../graph/graph.ts";
import { viewOf } from "../../../../graph/selection.ts";
import { notFound } from "../../../../kernel/refusal.ts";
import { customer } from "../../../people/customers/index.ts";
import { readCustomerFigures } from "../customer-figures-store.ts";
import { catchUp } from "./roll-up.ts";

const onlyId = viewOf({ entity: customer, fields: ["id"] });

/** The orders of a customer, whenever they were placed. */
export async function readFiguresOfCustomer({ db, graph }: { db: Db; graph: Graph }, id: string) {
  if (!(await graph.find(onlyId, id))) throw notFound("Customer", id);
  const pending = await catchUp({ db }, "orders");
  const figures = await readCustomerFigures(db, id);
  return {
    currencies: figures.map(({ first_order_at, last_order_at, ...each }) => ({
      ...each,
      revenue: each.sales + each.exchanges - each.refunds,
      first_order_at: new Date(first_order_at).toISOString(),
      last_order_at: new Date(last_order_at).toISOString(),
    })),
    pending_orders: pending,
  };
}
