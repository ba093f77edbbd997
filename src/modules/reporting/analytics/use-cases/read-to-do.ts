import type { Db } from "../../../../db/database.ts";
import { countJobs } from "../../../../jobs/queue.ts";
import { type Granted, isGranted } from "../../../../kernel/permissions.ts";
import { countOpenReturns, countRefundsDue } from "../../../after-sale/returns/index.ts";
import { countFailingWebhooks } from "../../../platform/webhooks/index.ts";
import { countLowStock, FEW_PIECES } from "../../../stock/inventory/index.ts";
import { type OpenWorkKind, openWorkKinds } from "../contribution.ts";
import { readOpenWork } from "../figures-store.ts";
import { catchUp } from "./roll-up.ts";

/** Open work, as of now. Without `analytics:read` only that of areas which the caller may read; the rest is null. */
export async function readToDo(
  { db, granted }: { db: Db; granted: Granted },
  { low_stock = FEW_PIECES }: { low_stock?: number },
) {
  const ifReadable = <Count>(area: CountedArea, read: () => Promise<Count>): Promise<Count | null> =>
    isGranted(granted, "analytics:read") || isGranted(granted, `${area}:read`)
      ? read()
      : Promise.resolve(null);
  const pending = await catchUp({ db }, "orders");
  const [orders, returns, refundsDue, lowStock, jobs, webhooks] = await Promise.all([
    ifReadable("orders", () => countOpenOrders(db)),
    ifReadable("returns", () => countOpenReturns(db)),
    ifReadable("returns", () => countRefundsDue(db)),
    ifReadable("stock", () => countLowStock(db, low_stock)),
    ifReadable("jobs", () => countJobs(db)),
    ifReadable("webhooks", () => countFailingWebhooks(db)),
  ]);
  return {
    to_do: {
      orders_to_capture: orders?.to_capture ?? null,
      orders_to_pack: orders?.to_pack ?? null,
      orders_to_ship: orders?.to_ship ?? null,
      orders_requiring_action: orders?.requires_action ?? null,
      returns_to_receive: returns?.requested ?? null,
      returns_requiring_action: returns?.requires_action ?? null,
      refunds_due: refundsDue,
      variants_low_in_stock: lowStock,
      failed_jobs: jobs?.dead ?? null,
      failing_webhooks: webhooks,
    },
    pending_orders: pending,
  };
}

type CountedArea = "orders" | "returns" | "stock" | "jobs" | "webhooks";

async function countOpenOrders(db: Db): Promise<Record<OpenWorkKind, number>> {
  const work = await readOpenWork(db);
  const counts = openWorkKinds.map((kind) => [kind, work.find((each) => each.kind === kind)?.orders ?? 0]);
  return Object.fromEntries(counts) as Record<OpenWorkKind, number>;
}
