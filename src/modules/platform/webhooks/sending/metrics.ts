import { Counter, Gauge, type Registry } from "prom-client";
import type { Db } from "../../../../db/database.ts";
import type { DeliveryStatus } from "../delivery.ts";
import { readBacklog } from "../use-cases/read-backlog.ts";

export interface WebhookMetrics {
  /** An attempt was made, and this became of its delivery. */
  count(status: DeliveryStatus): void;
}

const outcomes = { pending: "failed", retrying: "failed", delivered: "delivered", dead: "dead" } as const;

export function webhookMetrics(register: Registry, db: Db): WebhookMetrics {
  const deliveries = new Counter({
    name: "tradewind_webhook_deliveries_total",
    help: "Attempts to deliver events to webhooks: delivered, failed (tried again) or dead (given up).",
    labelNames: ["outcome"],
    registers: [register],
  });
  new Gauge({
    name: "tradewind_webhook_backlog",
    help: "Deliveries that are not over, and events that the slowest webhook has not read; of all processes.",
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
