import type { Api } from "../api/api.ts";
import {
  archiveOrder,
  captureOrder,
  packOrder,
  readOrder,
  shipOrder,
  unpackedItems,
} from "./order-actions.ts";

export const BULK_ACTIONS = ["capture", "pack", "ship", "archive"] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

export interface BulkResult {
  done: number;
  failed: { id: string; error: Error }[];
}

const AT_ONCE = 4;

const steps: Record<BulkAction, (api: Api, id: string) => Promise<unknown>> = {
  capture: captureOrder,
  archive: archiveOrder,
  async pack(api, id) {
    const order = await readOrder(api, id);
    if (unpackedItems(order).length > 0) await packOrder(api, order);
  },
  ship: async (api, id) => shipOrder(api, await readOrder(api, id)),
};

/** One failing order does not stop the others. `onProgress` is called after each. */
export async function doForAll(
  api: Api,
  { action, ids }: { action: BulkAction; ids: readonly string[] },
  onProgress: (finished: number) => void,
): Promise<BulkResult> {
  const waiting = [...ids];
  const result: BulkResult = { done: 0, failed: [] };
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        await steps[action](api, id);
        result.done++;
      } catch (error) {
        result.failed.push({ id, error: error as Error });
      }
      onProgress(result.done + result.failed.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return result;
}
