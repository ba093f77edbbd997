import type { Permission } from "../../../data/session/permissions.ts";
import type { Api } from "../../../kit/api/api.ts";
import { type BulkResult, doForAll } from "../../../kit/list/do-for-all.ts";
import {
  archiveOrder,
  captureOrder,
  packOrder,
  readOrder,
  shipOrder,
  unpackedItems,
} from "../order-actions.ts";

export const BULK_ACTIONS = ["capture", "pack", "ship", "archive"] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

export const PERMISSIONS: Record<BulkAction, Permission> = {
  capture: "payments:write",
  pack: "fulfillments:write",
  ship: "fulfillments:write",
  archive: "orders:write",
};

const steps: Record<BulkAction, (api: Api, id: string) => Promise<unknown>> = {
  capture: captureOrder,
  archive: archiveOrder,
  async pack(api, id) {
    const order = await readOrder(api, id);
    if (unpackedItems(order).length > 0) await packOrder(api, order);
  },
  ship: async (api, id) => shipOrder(api, await readOrder(api, id)),
};

/** `onProgress` is called now and then. */
export const doForOrders = (
  api: Api,
  { action, ids }: { action: BulkAction; ids: readonly string[] },
  onProgress: (finished: number) => void,
): Promise<BulkResult> => doForAll(ids, (id) => steps[action](api, id), onProgress);
