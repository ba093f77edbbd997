import type { Db } from "../../../../db/database.ts";
import type { Graph } from "../../../../graph/graph.ts";
import type { Waits } from "../../../../http/waits.ts";
import type { ProviderRegistry } from "../../../../providers/registry.ts";

/** What the use cases of payment collections work with. */
export interface CollectionDeps {
  db: Db;
  graph: Graph;
  providers: ProviderRegistry;
  waits: Pick<Waits, "busyPayment">;
}
