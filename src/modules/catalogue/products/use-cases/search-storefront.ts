import type { Connection } from "../../../../db/database.ts";
import type { Graph } from "../../../../graph/graph.ts";
import { salesChannelsOfKey } from "../../../shop/publishable-keys/index.ts";
import { searchProducts } from "../product-search-store.ts";
import { searchHit } from "../storefront-schemas.ts";

interface SearchRequest {
  key: string | string[] | undefined;
  q?: string;
  offset?: number;
  limit?: number;
}

/** The products that match the text, the best match first. */
export async function searchStoreProducts(
  { db, graph }: { db: Connection; graph: Graph },
  { key, q: text = "", offset = 0, limit = 20 }: SearchRequest,
) {
  const channels = await salesChannelsOfKey({ db }, key);
  if (text.trim() === "" || limit === 0) return [];
  const everywhere = channels === null && Boolean(key);
  const ids = await searchProducts(db, { text, channels, everywhere, limit, offset });
  if (ids.length === 0) return [];
  const rows = await graph.rows(searchHit, {
    limit: ids.length,
    offset: 0,
    filters: [{ kind: "in", column: "id", values: ids }],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}
