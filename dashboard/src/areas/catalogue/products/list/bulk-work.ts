import type { Api } from "../../../../kit/api/api.ts";
import { type BulkResult, type BulkRun, doForAll, doInChunks } from "../../../../kit/list/do-for-all.ts";

/** What can be done to many products. */
export type BulkAction =
  | { kind: "publish" | "unpublish" | "delete" }
  | { kind: "collection" | "channel"; id: string };

const setStatus = (api: Api, status: "published" | "draft") => (id: string) =>
  api.POST("/admin/products/{id}", { params: { path: { id }, query: BRIEF }, body: { status } });

/** The answer to a change that is not used. */
const BRIEF = { fields: "id", expand: "" };

export function doForProducts(
  api: Api,
  { action, ids }: { action: BulkAction; ids: readonly string[] },
  run: BulkRun,
): Promise<BulkResult> {
  switch (action.kind) {
    case "publish":
      return doForAll(ids, setStatus(api, "published"), run);
    case "unpublish":
      return doForAll(ids, setStatus(api, "draft"), run);
    case "delete":
      return doForAll(ids, (id) => api.DELETE("/admin/products/{id}", { params: { path: { id } } }), run);
    case "collection": {
      const params = { path: { id: action.id } };
      const add = (product_ids: string[]) =>
        api.POST("/admin/collections/{id}/products/batch", { params, body: { product_ids } });
      return doInChunks(ids, add, run);
    }
    case "channel": {
      const params = { path: { id: action.id } };
      const add = (some: string[]) =>
        api.POST("/admin/sales-channels/{id}/products/batch", {
          params,
          body: { product_ids: some.map((id) => ({ id })) },
        });
      return doInChunks(ids, add, run);
    }
  }
}
