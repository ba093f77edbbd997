import { Counter, Gauge, type Registry } from "prom-client";
import type { Replicas } from "../db/replicas.ts";

/** How the replicas do, and what they take off the primary. */
export function replicaMetrics(register: Registry, replicas: Replicas): void {
  const of = { labelNames: ["replica"] as const, registers: [register] };
  new Gauge({
    ...of,
    name: "tradewind_replica_in_use",
    help: "Whether reads go to the replica: 0 while it is behind or does not answer.",
    collect() {
      for (const { name, isInUse } of replicas.all) this.set({ replica: name }, isInUse ? 1 : 0);
    },
  });
  new Gauge({
    ...of,
    name: "tradewind_replica_lag_bytes",
    help: "Bytes of the primary's log that the replica has not replayed; absent while it does not answer.",
    async collect() {
      this.reset();
      for (const [replica, lag] of await replicas.lags()) if (lag !== null) this.set({ replica }, lag);
    },
  });
  new Counter({
    ...of,
    name: "tradewind_catalogue_reads_total",
    help: "Statements that read the catalogue, by the replica that answered them, or primary.",
    collect() {
      this.reset();
      for (const { name, reads } of replicas.all) this.inc({ replica: name }, reads);
      this.inc({ replica: "primary" }, replicas.readsOfPrimary);
    },
  });
}
