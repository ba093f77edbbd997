import { installBackground } from "./background.ts";
import { cleanupsFor } from "./cleanups.ts";
import { type Config, poolSizeOf } from "./config.ts";
import type { Db } from "./db/database.ts";
import { pendingMigrations } from "./db/migrate.ts";
import { Replicas } from "./db/replicas.ts";
import { entities } from "./entities.ts";
import { Graph } from "./graph/graph.ts";
import { Registry } from "./graph/registry.ts";
import { installApiReference } from "./http/api-reference.ts";
import { GuessLimits } from "./http/guess-limits.ts";
import { installHealth } from "./http/health.ts";
import { installMetrics } from "./http/metrics.ts";
import { replicaMetrics } from "./http/replica-metrics.ts";
import { ResponseCache } from "./http/response-cache.ts";
import { responseCacheMetrics } from "./http/response-cache-metrics.ts";
import type { Parts } from "./http/routes.ts";
import { installSelectionCheck } from "./http/selection-check.ts";
import { type App, createServer } from "./http/server.ts";
import { WAITS, type Waits } from "./http/waits.ts";
import { claimWork } from "./modules/after-sale/claims/index.ts";
import { returnWork } from "./modules/after-sale/returns/index.ts";
import { readCatalogueState } from "./modules/catalogue/catalogue-state/index.ts";
import { importTypes } from "./modules/import-export/batch-imports/index.ts";
import { batchJobWork, exportTypes } from "./modules/import-export/batch-jobs/index.ts";
import { fulfillmentWork } from "./modules/orders/fulfillments/index.ts";
import { paymentCollectionWork } from "./modules/orders/payment-collections/index.ts";
import { paymentWork } from "./modules/orders/payments/index.ts";
import { callerIdentifier } from "./modules/people/auth/index.ts";
import { installAuditLog } from "./modules/platform/audit/index.ts";
import { housekeepingWork } from "./modules/platform/housekeeping/index.ts";
import { webhookMetrics, webhookWork } from "./modules/platform/webhooks/index.ts";
import { version } from "./package-root.ts";
import { builtInFiles } from "./providers/files/built-in-files.ts";
import { loadProviders } from "./providers/load-providers.ts";
import { installPluginRoutes } from "./providers/plugin-routes.ts";
import type { ProviderRegistry } from "./providers/registry.ts";
import { publicUrlOf } from "./public-url.ts";
import { routesFor } from "./routes.ts";

export interface AppOptions {
  config: Config;
  db: Db;
  jwtSecret: string;
  /** The log stream; standard output by default. */
  logStream?: NodeJS.WritableStream;
  /** Providers and plugins; by default those of the configuration. */
  providers?: ProviderRegistry;
  /** Timeouts and intervals; by default those of a production server. */
  waits?: Waits;
  /** For tools that read the routes or call them in the process: providers and subscribers are not registered in the database. */
  describeOnly?: boolean;
}

/** Builds the server. Only this function knows all parts of it. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, db, jwtSecret, logStream, waits = WAITS } = options;
  const providers = options.providers ?? (await loadProviders(config));
  const identify = callerIdentifier({ db, jwtSecret });
  const app = await createServer({ config, db, secret: jwtSecret, logStream, identify });
  providers.builtInFiles = builtInFiles({
    config,
    secret: jwtSecret,
    publicUrl: () => publicUrl(app, config),
  });
  const registry = new Registry(entities);
  const graph = new Graph(db, registry);
  const replicas = options.describeOnly ? null : replicasOf(app, options);
  const parts: Parts = {
    config,
    db,
    jwtSecret,
    providers,
    graph,
    catalogue: replicas ? { db: replicas, graph: graph.from(replicas) } : { db, graph },
    // The version is read at the primary: a replica that answers has at least that version.
    responseCache: new ResponseCache(
      { bytes: config.answerMemory * 1024 * 1024, areReplicated: replicas !== null },
      (known) => readCatalogueState(db, known),
    ),
    limits: new GuessLimits(
      db,
      { perAccount: config.failuresPerAccount, perAddress: config.failuresPerAddress },
      waits,
    ),
    waits,
  };

  installSelectionCheck(app, registry);
  const register = installMetrics(app, db);
  if (replicas) replicaMetrics(register, replicas);
  responseCacheMetrics(register, parts.responseCache);
  const metrics = webhookMetrics(register, db);
  await installApiReference(app, registry, version);
  installHealth(app, db, () => pendingMigrations((text) => db.pool.query(text)));
  installAuditLog(db);
  const jobTypes = [...exportTypes, ...importTypes];
  for (const routes of routesFor(jobTypes)) routes(app, parts);
  await installPluginRoutes(app, providers);
  if (!options.describeOnly) {
    const works = [
      batchJobWork({ ...parts, log: app.log }, jobTypes),
      fulfillmentWork(parts),
      housekeepingWork({ db, cleanups: cleanupsFor(config) }),
      paymentCollectionWork(parts),
      claimWork(parts),
      returnWork(parts),
      paymentWork(parts),
      webhookWork({ db, days: config.webhookLogDays }),
    ];
    installBackground(app, parts, { works, metrics });
  }
  return app;
}

/** The read replicas for the catalogue, connected while the app runs. */
function replicasOf(app: App, { config, db }: AppOptions): Replicas | null {
  if (config.replicaUrls.length === 0) return null;
  const replicas = new Replicas({
    primary: db,
    primaryUrl: db.url,
    urls: config.replicaUrls,
    poolSize: poolSizeOf(config),
    namedStatements: config.namedStatements === "on",
  });
  app.addHook("onReady", async () => replicas.start());
  app.addHook("onClose", () => replicas.close());
  return replicas;
}

/** With the port it listens on: the configured one may be 0. */
function publicUrl(app: App, config: Config): string {
  const address = app.server.address();
  return publicUrlOf({
    ...config,
    port: typeof address === "object" && address ? address.port : config.port,
  });
}
