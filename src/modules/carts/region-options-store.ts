import { sql } from "kysely";
import type { Connection } from "../../db/database.ts";
import { compiledSql } from "../../db/statements.ts";
import type { Extra, Graph, Row } from "../../graph/graph.ts";
import { KEPT_VERSION } from "../../graph/kept-relation.ts";
import { recentRowsOf } from "../../graph/recent-rows.ts";
import type { View } from "../../graph/selection.ts";
import { frozen } from "../../kernel/frozen.ts";
import { isOffered, pricedShippingOption } from "../shipping/index.ts";
import type { Cart } from "./cart.ts";
import { keptVersion } from "./remembered-cart-store.ts";
import type { OfferedOption } from "./shipping-choice.ts";

/** A shipping option with its profile and requirements, and with what its price is computed from. */
export type RegionOption = Row & OfferedOption & { $isOffered: boolean };

interface Kept {
  version: string | null;
  options: readonly RegionOption[];
}

const options: View = { entity: pricedShippingOption, relations: ["profile", "requirements"] };
const offered: Extra = { name: "$isOffered", values: [], sql: isOffered };
const version: Extra = { name: "$version", values: [], sql: () => KEPT_VERSION };

const MOST = 10_000;

const memoryOf = recentRowsOf<Kept>(({ options: all }) => 1 + all.length);

/**
 * All shipping options of a cart's region. They hardly ever change: what was read while the same changes were to be
 * seen as by the cart is used again (`graph/kept-rows.ts`).
 */
export async function optionsOfRegion(
  graph: Graph,
  on: Connection,
  cart: Cart,
): Promise<readonly RegionOption[]> {
  const memory = memoryOf(graph);
  const known = memory.get(cart.region_id);
  if (known && known.version === keptVersion(cart)) return known.options;
  const rows = await graph.rows(options, {
    filters: [{ kind: "equals", column: "region_id", value: cart.region_id }],
    order: "created_at",
    limit: MOST,
    offset: 0,
    extras: [offered, version],
    on,
  });
  const read = rows.map(({ $version, ...option }) => frozen(option) as RegionOption);
  if (rows.length > 0)
    memory.keep(cart.region_id, { version: rows[0]!["$version"] as string, options: read });
  return read;
}

const findOption = compiledSql<{ id: string }, { id: string }>(
  "shipping-option-exists",
  (p) => sql<{ id: string }>`select id from shipping_option where id = ${p.id} and deleted_at is null`,
);

/** Whether there is such an option, in whatever region. */
export const isShippingOption = async (on: Connection, id: string): Promise<boolean> =>
  (await findOption(on, { id })).length > 0;
