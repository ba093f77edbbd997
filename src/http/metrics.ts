import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Db } from "../db/database.ts";
import { countJobs } from "../jobs/queue.ts";

/** Prometheus metrics of this process at `/metrics`; others may add theirs to what is returned. */
export function installMetrics(app: FastifyInstance, db: Db): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register });
  new Gauge({
    name: "tradewind_process_id",
    help: "Which process of several behind one port these figures are of.",
    registers: [register],
  }).set(process.pid);
  const requests = new Histogram({
    name: "tradewind_http_request_duration_seconds",
    help: "Duration of HTTP requests by route and status.",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [register],
  });
  const statements = new Counter({
    name: "tradewind_sql_statements_total",
    help: "SQL statements sent to the database.",
    registers: [register],
  });
  new Gauge({
    name: "tradewind_database_connections",
    help: "Connections of the pool by state.",
    labelNames: ["state"],
    registers: [register],
    collect() {
      this.set({ state: "idle" }, db.pool.idleCount);
      this.set({ state: "busy" }, db.pool.totalCount - db.pool.idleCount);
      this.set({ state: "awaited" }, db.pool.waitingCount);
    },
  });
  new Gauge({
    name: "tradewind_jobs",
    help: "Jobs in the queue by state; dead ones failed as often as they may.",
    labelNames: ["state"],
    registers: [register],
    async collect() {
      const counts = await countJobs(db).catch(() => null);
      for (const [state, jobs] of Object.entries(counts ?? {})) this.set({ state }, jobs);
    },
  });
  db.onStatement.add(() => statements.inc());

  app.addHook("onResponse", (request, reply, done) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? "unknown",
      status: String(reply.statusCode),
    };
    requests.observe(labels, reply.elapsedTime / 1000);
    done();
  });
  app.get("/metrics", { schema: { hide: true } }, async (_request, reply) => {
    reply.type(register.contentType);
    return register.metrics();
  });
  return register;
}
