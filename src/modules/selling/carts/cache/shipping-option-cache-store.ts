import type { Connection } from "../../../../db/database.ts";
import type { Extra, RowFor } from "../../../../graph/graph.ts";
import { cachePerGraph } from "../../../../graph/lru-cache.ts";
import { REFERENCE_DATA_VERSION } from "../../../../graph/reference-data.ts";
import { viewOf } from "../../../../graph/selection.ts";
import { deepFreeze } from "../../../../kernel/deep-freeze.ts";
import { isOffered, pricedShippingOption } from "../../shipping/index.ts";
import type { Cart } from "../cart.ts";
import { type CacheDeps, isCacheOn } from "./cache-settings.ts";

/** A shipping option with its profile, its requirements and the basis of its price. */
export type RegionOption = RowFor<typeof options, { extras: [typeof offered] }>;

interface CachedOptions {
  version: string | null;
  options: readonly RegionOption[];
}

const options = viewOf({ entity: pricedShippingOption, relations: ["profile", "requirements"] });
const offered: Extra<"$isOffered", boolean> = { name: "$isOffered", values: [], sql: isOffered };
const version: Extra<"$version", string> = {
  name: "$version",
  values: [],
  sql: () => REFERENCE_DATA_VERSION,
};

const MAX_OPTIONS = 10_000;

const cacheOf = cachePerGraph<CachedOptions>(({ options: all }) => 1 + all.length);

/** All shipping options of the cart's region. They are at least as new as the cart. */
export async function optionsOfRegion(
  deps: CacheDeps,
  on: Connection,
  { region_id, $facts }: Cart,
): Promise<readonly RegionOption[]> {
  const cached = isCacheOn(deps) ? cacheOf(deps.graph).get(region_id) : undefined;
  if (cached && cached.version === $facts.reference_data_version) return cached.options;
  const rows = await deps.graph.rows(options, {
    filters: [{ kind: "equals", column: "region_id", value: region_id }],
    order: "created_at",
    limit: MAX_OPTIONS,
    offset: 0,
    extras: [offered, version],
    on,
  });
  const read = rows.map(({ $version, ...option }) => deepFreeze(option));
  if (rows.length > 0) cacheOf(deps.graph).set(region_id, { version: rows[0]!.$version, options: read });
  return read;
}
