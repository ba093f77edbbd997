import type { FastifyBaseLogger } from "fastify";
import { Counter, Gauge, type Registry } from "prom-client";
import type { Primary } from "../db/primary/primary.ts";
import { nameOf } from "../db/replicas/replica.ts";

/** Where the address of the database names several servers: each failover is in the log and in the metrics. */
export function reportPrimary(
  primary: Primary,
  { log, register }: { log: FastifyBaseLogger; register: Registry },
): void {
  if (!primary.isOneOfSeveral) return;
  primary.onChange.add(({ from, to, timeline }) =>
    log.warn({ from: nameOf(from), to: nameOf(to), timeline }, "another database server is the primary now"),
  );
  new Gauge({
    name: "tradewind_database_primary_known",
    help: "1 while one of the servers of the database takes changes.",
    registers: [register],
    collect() {
      this.set(primary.isKnown ? 1 : 0);
    },
  });
  new Counter({
    name: "tradewind_database_primary_changes_total",
    help: "How often another server of the database became the primary.",
    registers: [register],
    collect() {
      this.reset();
      this.inc(primary.changes);
    },
  });
}
