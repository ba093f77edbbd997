import type { Db } from "../../../../db/database.ts";
import type { Graph } from "../../../../graph/graph.ts";
import type { Waits } from "../../../../http/waits.ts";
import type { ProviderRegistry } from "../../../../providers/registry.ts";

/** What moving money needs. */
export interface MoneyDeps {
  db: Db;
  graph: Graph;
  providers: ProviderRegistry;
  waits: Pick<Waits, "busyPayment">;
}
