import { Counter, Gauge, type Registry } from "prom-client";
import type { Db } from "../../../../db/database.ts";
import type { DeliveryStatus } from "../delivery.ts";
import { countBacklog } from "../delivery-store.ts";

// Counting stops here: an alert needs no exact number above it.
const MAX_COUNTED = 100_000;

/** The backlog of all webhooks; NaN while the database does not respond. */
export const readBacklog = ({ db }: { db: Db }): Promise<{ deliveries: number; events: number }> =>
  countBacklog(db, MAX_COUNTED).catch(() => ({ deliveries: Number.NaN, events: Number.NaN }));

export interface WebhookMetrics {
  /** Counts an attempt by the resulting status of its delivery. */
  count(status: DeliveryStatus): void;
}

const outcomes = { pending: "failed", retrying: "failed", delivered: "delivered", dead: "dead" } as const;

export function webhookMetrics(register: Registry, db: Db): WebhookMetrics {
  const deliveries = new Counter({
    name: "tradewind_webhook_deliveries_total",
    help: "Attempts to deliver events to webhooks: delivered, failed (will be retried) or dead (abandoned).",
    labelNames: ["outcome"],
    registers: [register],
  });
  new Gauge({
    name: "tradewind_webhook_backlog",
    help: "Unfinished deliveries, and events that the slowest webhook has not read; of all processes.",
    labelNames: ["of"],
    registers: [register],
    async collect() {
      const backlog = await readBacklog({ db });
      this.set({ of: "deliveries" }, backlog.deliveries);
      this.set({ of: "events" }, backlog.events);
    },
  });
  return { count: (status) => deliveries.inc({ outcome: outcomes[status] }) };
}
