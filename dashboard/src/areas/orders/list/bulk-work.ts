import type { Permission } from "../../../data/session/permissions.ts";
import type { Api } from "../../../kit/api/api.ts";
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

/** What is done for each order. */
export const STEPS: Record<BulkAction, (api: Api, id: string) => Promise<unknown>> = {
  capture: captureOrder,
  archive: archiveOrder,
  async pack(api, id) {
    const order = await readOrder(api, id);
    if (unpackedItems(order).length > 0) await packOrder(api, order);
  },
  ship: async (api, id) => shipOrder(api, await readOrder(api, id)),
};
