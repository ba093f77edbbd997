import type { Db } from "../../../db/database.ts";
import type { Graph } from "../../../graph/graph.ts";
import type { Waits } from "../../../http/waits.ts";
import type { ProviderRegistry } from "../../../providers/registry.ts";
import type { HoldSettings } from "../../stock/inventory/index.ts";
import type { CartLimits } from "./cart-limits.ts";

interface CartSettings extends HoldSettings, CartLimits {
  cartCache: "1" | "0";
  requireShipping: "off" | "on";
  unpublishedProducts: "shown" | "hidden";
}

/** The dependencies of the use cases of carts. */
export interface CartDeps {
  db: Db;
  graph: Graph;
  providers: ProviderRegistry;
  config: CartSettings;
  waits: Pick<Waits, "busyPayment">;
}
