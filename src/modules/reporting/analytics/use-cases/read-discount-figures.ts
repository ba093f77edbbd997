import type { Db } from "../../../../db/database.ts";
import type { Graph } from "../../../../graph/graph.ts";
import { showDiscount } from "../../../selling/discounts/index.ts";
import { readDiscountFigures } from "../discount-figures-store.ts";
import { catchUp } from "./roll-up.ts";

/** The orders that a discount was used for, whenever they were placed. */
export async function readFiguresOfDiscount({ db, graph }: { db: Db; graph: Graph }, id: string) {
  await showDiscount(graph, id, { fields: "id", expand: "" });
  const pending = await catchUp({ db }, "orders");
  const found = await readDiscountFigures(db, id);
  return {
    currencies: found.map((figures) => ({
      ...figures,
      revenue: figures.sales + figures.exchanges - figures.refunds,
    })),
    pending_orders: pending,
  };
}
