import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Db } from "../db/database.ts";
import type { Replicas } from "../db/replicas/replicas.ts";
import { countJobs } from "../jobs/queue.ts";
import type { Admission, RequestSlots } from "./admission/index.ts";
import type { DocumentCache } from "./document-cache/index.ts";

/** Gauges that the library names like counters. The same figures by type are in `nodejs_active_handles` and the like. */
const MISNAMED = [
  "nodejs_active_handles_total",
  "nodejs_active_requests_total",
  "nodejs_active_resources_total",
];

/** Prometheus metrics of this process at `/metrics`. Other modules may add theirs to the returned registry. */
export function installMetrics(app: FastifyInstance, db: Db): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register });
  for (const name of MISNAMED) register.removeSingleMetric(name);
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
  let statements = 0;
  db.onStatement.add(() => {
    statements++;
  });
  new Counter({
    name: "tradewind_sql_statements_total",
    help: "SQL statements sent to the database.",
    registers: [register],
    collect() {
      this.reset();
      this.inc(statements);
    },
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

/** The state of the replicas, and the number of reads that they answer instead of the primary. */
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

interface Caches {
  documents: DocumentCache;
  /** The caches that are limited by a number of rows, by name. */
  rows: Record<string, () => number>;
}

export function cacheMetrics(register: Registry, { documents, rows }: Caches): void {
  new Counter({
    name: "tradewind_document_cache_requests_total",
    help: "Answers about the catalogue and lists of orders, sent from the document cache or made.",
    labelNames: ["outcome"],
    registers: [register],
    collect() {
      this.reset();
      this.inc({ outcome: "hit" }, documents.hits);
      this.inc({ outcome: "miss" }, documents.misses);
    },
  });
  new Gauge({
    name: "tradewind_document_cache_bytes",
    help: "Memory of the document cache.",
    registers: [register],
    collect() {
      this.set(documents.size);
    },
  });
  new Counter({
    name: "tradewind_stored_answers_read_total",
    help: "Answers about products that other processes had made, or this one before its start.",
    registers: [register],
    collect() {
      this.reset();
      this.inc(documents.stored);
    },
  });
  new Gauge({
    name: "tradewind_cached_rows",
    help: "Rows in the caches of carts and of reference data.",
    labelNames: ["cache"],
    registers: [register],
    collect() {
      for (const [cache, count] of Object.entries(rows)) this.set({ cache }, count());
    },
  });
}

export function requestSlotMetrics(register: Registry, { kinds }: RequestSlots): void {
  new Gauge({
    name: "tradewind_requests",
    help: "Requests by kind of work, running or waiting for a slot.",
    labelNames: ["kind", "state"],
    registers: [register],
    collect() {
      for (const { kind, running, queue } of kinds) {
        this.set({ kind, state: "running" }, running);
        this.set({ kind, state: "waiting" }, queue.size);
      }
    },
  });
  new Counter({
    name: "tradewind_requests_refused_total",
    help: "Requests by kind of work that waited too long for a slot, or found too many waiting: 503 with the code overloaded.",
    labelNames: ["kind"],
    registers: [register],
    collect() {
      this.reset();
      for (const { kind, refused } of kinds) this.inc({ kind }, refused);
    },
  });
}

export function admissionMetrics(register: Registry, { slots, unsent }: Admission): void {
  new Gauge({
    name: "tradewind_heavy_reads",
    help: "Searches and large reads of the storefront by state.",
    labelNames: ["state"],
    registers: [register],
    collect() {
      this.set({ state: "running" }, slots.running);
      this.set({ state: "waiting" }, slots.waiting);
    },
  });
  new Counter({
    name: "tradewind_heavy_reads_refused_total",
    help: "Searches and large reads that were refused: queue and address had too many waiting, wait took too long.",
    labelNames: ["reason"],
    registers: [register],
    collect() {
      this.reset();
      for (const [reason, count] of Object.entries(slots.refused)) this.inc({ reason }, count);
    },
  });
  new Gauge({
    name: "tradewind_heavy_answer_bytes",
    help: "Bytes of large answers that their readers have not taken yet.",
    registers: [register],
    collect() {
      this.set(unsent.total);
    },
  });
}
