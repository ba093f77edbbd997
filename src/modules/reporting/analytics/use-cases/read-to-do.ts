import type { Db } from "../../../../db/database.ts";
import { countJobs } from "../../../../jobs/queue.ts";
import { countOpenReturns } from "../../../after-sale/returns/index.ts";
import { countFailingWebhooks } from "../../../platform/webhooks/index.ts";
import { countLowStock } from "../../../stock/inventory/index.ts";
import { type OpenWorkKind, openWorkKinds } from "../contribution.ts";
import { readOpenWork } from "../figures-store.ts";
import { catchUp } from "./roll-up.ts";

/** Open work, as of now. */
export async function readToDo({ db }: { db: Db }, { low_stock = 5 }: { low_stock?: number }) {
  const pending = await catchUp({ db }, "orders");
  const [work, returns, lowStock, jobs, webhooks] = await Promise.all([
    readOpenWork(db),
    countOpenReturns(db),
    countLowStock(db, low_stock),
    countJobs(db),
    countFailingWebhooks(db),
  ]);
  const orders = Object.fromEntries(
    openWorkKinds.map((kind) => [kind, work.find((each) => each.kind === kind)?.orders ?? 0]),
  ) as Record<OpenWorkKind, number>;
  return {
    to_do: {
      orders_to_capture: orders.to_capture,
      orders_to_pack: orders.to_pack,
      orders_to_ship: orders.to_ship,
      orders_requiring_action: orders.requires_action,
      returns_to_receive: returns.requested,
      returns_requiring_action: returns.requires_action,
      variants_low_in_stock: lowStock,
      failed_jobs: jobs.dead,
      failing_webhooks: webhooks,
    },
    pending_orders: pending,
  };
}
