import type { Api } from "../../../../kit/api/api.ts";
import { type BulkResult, doForAll } from "../../../../kit/list/do-for-all.ts";

/** What can be done to many products. */
export type BulkAction =
  | { kind: "publish" | "unpublish" | "delete" }
  | { kind: "collection" | "channel"; id: string };

const setStatus = (api: Api, status: "published" | "draft") => (id: string) =>
  api.POST("/admin/products/{id}", { params: { path: { id }, query: BRIEF }, body: { status } });

/** The answer to a change that is not used. */
const BRIEF = { fields: "id", expand: "" };

/** One request for all: they are added, or none is. */
async function addAll(ids: readonly string[], request: () => Promise<unknown>): Promise<BulkResult> {
  await request();
  return { done: ids.length, failed: [] };
}

export function doForProducts(
  api: Api,
  { action, ids }: { action: BulkAction; ids: readonly string[] },
  onProgress: (finished: number) => void,
): Promise<BulkResult> {
  switch (action.kind) {
    case "publish":
      return doForAll(ids, setStatus(api, "published"), onProgress);
    case "unpublish":
      return doForAll(ids, setStatus(api, "draft"), onProgress);
    case "delete":
      return doForAll(
        ids,
        (id) => api.DELETE("/admin/products/{id}", { params: { path: { id } } }),
        onProgress,
      );
    case "collection": {
      const { id } = action;
      const body = { product_ids: [...ids] };
      return addAll(ids, () =>
        api.POST("/admin/collections/{id}/products/batch", { params: { path: { id } }, body }),
      );
    }
    case "channel": {
      const { id } = action;
      const body = { product_ids: ids.map((product) => ({ id: product })) };
      return addAll(ids, () =>
        api.POST("/admin/sales-channels/{id}/products/batch", { params: { path: { id } }, body }),
      );
    }
  }
}
