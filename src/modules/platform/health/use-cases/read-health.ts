import type { Connection, Db } from "../../../../db/database.ts";
import { pendingMigrations } from "../../../../db/migrations/migrate.ts";
import { Replicas } from "../../../../db/replicas/replicas.ts";
import type { Graph } from "../../../../graph/graph.ts";
import type { DocumentCache } from "../../../../http/document-cache/index.ts";
import { readinessOf } from "../../../../http/health.ts";
import { countJobs } from "../../../../jobs/queue.ts";
import { hasSender } from "../../../../providers/message-senders.ts";
import type { ProviderRegistry } from "../../../../providers/registry.ts";
import { readStoredState, type StoredState } from "../health-store.ts";

interface Sources {
  db: Db;
  catalogue: { db: Connection };
  graph: Graph;
  documents: DocumentCache;
  providers: ProviderRegistry;
  config: { answerMemory: number };
  /** Of a module above this one. */
  cachedCartRows(graph: Graph): number;
}

/** The state of the parts that the shop runs on, without addresses and secrets of them. */
export async function readHealth(sources: Sources, version: string) {
  const { db, catalogue } = sources;
  const latency = await measure(() => db.run({ text: "select 1", values: [] }));
  const pending = await pendingMigrations((text) => db.pool.query(text));
  const [{ database }, stored, queue, replicas] = await Promise.all([
    readinessOf(db, async () => pending),
    readStoredState(db),
    countJobs(db),
    replicasOf(catalogue.db),
  ]);
  return {
    version,
    node_version: process.version,
    started_at: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    memory: process.memoryUsage.rss(),
    database: {
      state: database,
      version: stored.version,
      latency,
      bytes: stored.bytes,
      connections: connectionsOf(db),
      pending_migrations: pending,
    },
    replicas,
    queue: { ...queue, oldest_waiting_at: stored.oldest_waiting_at?.toISOString() ?? null },
    webhooks: {
      active: stored.active_webhooks,
      failing: stored.failing_webhooks,
      open_deliveries: stored.open_deliveries,
    },
    mails: mailsOf(sources.providers, stored),
    parked_events: stored.parked_events,
    providers: providersOf(sources.providers),
    cache: cacheOf(sources),
  };
}

/** An order without a mail is what a merchant notices last. */
const mailsOf = (providers: ProviderRegistry, { is_mail_failing, failed_mails }: StoredState) => ({
  state: !hasSender(providers, "order.placed")
    ? ("none" as const)
    : is_mail_failing
      ? ("failing" as const)
      : ("ok" as const),
  failed: failed_mails,
});

async function measure(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return Math.round((performance.now() - start) * 100) / 100;
}

const connectionsOf = ({ pool }: Db) => ({
  idle: pool.idleCount,
  busy: pool.totalCount - pool.idleCount,
  awaited: pool.waitingCount,
});

async function replicasOf(catalogue: Connection) {
  if (!(catalogue instanceof Replicas)) return [];
  const lags = await catalogue.lags();
  return catalogue.all.map(({ name, isInUse, reads }) => ({
    name,
    is_in_use: isInUse,
    lag: lags.get(name) ?? null,
    reads,
  }));
}

const providersOf = ({ payment, fulfillment, tax, notification, activeFiles }: ProviderRegistry) => ({
  payment: payment.ids(),
  fulfillment: fulfillment.ids(),
  tax: tax.ids(),
  notification: notification.ids(),
  files: [activeFiles.id],
});

const cacheOf = ({ documents, config, graph, cachedCartRows }: Sources) => ({
  bytes: documents.size,
  most_bytes: config.answerMemory * 1024 * 1024,
  hits: documents.hits,
  misses: documents.misses,
  cart_rows: cachedCartRows(graph),
  reference_rows: graph.cachedRows,
});
