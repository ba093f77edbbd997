import type { Db } from "../../../../db/database.ts";
import type { Graph } from "../../../../graph/graph.ts";
import type { ProviderRegistry } from "../../../../providers/registry.ts";

export interface FulfillmentDeps {
  db: Db;
  graph: Graph;
  providers: ProviderRegistry;
}
