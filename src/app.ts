import { installBackground } from "./background.ts";
import { type Config, poolSizeOf } from "./config.ts";
import type { Db } from "./db/database.ts";
import { pendingMigrations } from "./db/migrations/migrate.ts";
import { Replicas } from "./db/replicas/replicas.ts";
import { EventFeed } from "./events/event-feed.ts";
import { EventListener } from "./events/event-listener.ts";
import { Graph } from "./graph/graph.ts";
import { Registry } from "./graph/registry.ts";
import { installApiReference } from "./http/api-reference.ts";
import { installCustomFields } from "./http/custom-fields.ts";
import { installDashboard } from "./http/dashboard.ts";
import { AnswerStore, answersVersion, DocumentCache } from "./http/document-cache/index.ts";
import { GuessLimits } from "./http/guess-limits.ts";
import { installGuides } from "./http/guides/guide-routes.ts";
import { installHealth } from "./http/health.ts";
import {
  admissionMetrics,
  cacheMetrics,
  installMetrics,
  replicaMetrics,
  requestSlotMetrics,
} from "./http/metrics.ts";
import { reportPrimary } from "./http/primary-reports.ts";
import { RouteOwners } from "./http/route-owners.ts";
import type { AppContext } from "./http/routes.ts";
import { installSecurityContact } from "./http/security-contact.ts";
import { installSelectionCheck } from "./http/selection-check.ts";
import { type App, createServer } from "./http/server.ts";
import { WAITS, type Waits } from "./http/waits.ts";
import { Pace } from "./jobs/pace.ts";
import type { Schedule } from "./jobs/runner.ts";
import { type ShopSecrets, withSecretOfV1 } from "./kernel/shop-secrets.ts";
import type { Tracing } from "./kernel/tracing.ts";
import type { Module } from "./module/define-module.ts";
import { installRoutes } from "./module/install-routes.ts";
import { joinModules } from "./module/join-modules.ts";
import { joinPrivateData } from "./module/join-work.ts";
import { readCatalogueChanges, storedAnswers } from "./modules/catalogue/catalogue-state/index.ts";
import { callerIdentifier } from "./modules/people/auth/index.ts";
import { callerLookup, hasPasswordMails } from "./modules/people/users/index.ts";
import { installAuditLog } from "./modules/platform/audit/index.ts";
import { problemOfField } from "./modules/platform/custom-fields/index.ts";
import { webhookMetrics } from "./modules/platform/webhooks/index.ts";
import { cachedCartRows } from "./modules/selling/carts/index.ts";
import { modules as allModules, readingOrder } from "./modules.ts";
import { version } from "./package-root.ts";
import { checkSubscriptions } from "./plugins/check-subscriptions.ts";
import { installPluginFiles } from "./plugins/dashboard/plugin-file-routes.ts";
import { checkFieldsOfPlugins, declaredFields } from "./plugins/declared-fields.ts";
import { connectShops } from "./plugins/plugin-shop.ts";
import { builtInFiles } from "./providers/files/built-in-files.ts";
import { loadProviders } from "./providers/load-providers.ts";
import { hasSender } from "./providers/message-senders.ts";
import { installPluginMiddleware } from "./providers/plugin-middleware.ts";
import { installPluginRoutes } from "./providers/plugin-routes.ts";
import type { ProviderRegistry } from "./providers/registry.ts";
import { publicUrlOf } from "./public-url.ts";
import { traceProviders } from "./telemetry/traced-providers.ts";

export interface AppOptions {
  config: Config;
  db: Db;
  secrets: ShopSecrets;
  /** The log stream; standard output by default. */
  logStream?: NodeJS.WritableStream;
  /** Providers and plugins; by default those of the configuration. */
  providers?: ProviderRegistry;
  /** Timeouts and intervals; by default those of a production server. */
  waits?: Waits;
  /** What the server consists of; by default all modules. */
  modules?: readonly Module[];
  /** Records spans; absent while tracing is off. */
  tracing?: Tracing | undefined;
  /** For tools that read the routes or call them in the process: providers and subscribers are not registered in the database. */
  describeOnly?: boolean;
}

/** Builds the server. Only this function knows all parts of it. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, db, logStream, modules = allModules, waits = WAITS, tracing } = options;
  const secrets = withSecretOfV1(options.secrets, config.v1JwtSecret);
  const providers = options.providers ?? (await loadProviders(config));
  const identify = callerIdentifier({ db, secrets });
  const declared = joinModules(modules, readingOrder);
  const { app, slots, admission } = await createServer({
    config,
    db,
    secrets,
    logStream,
    identify,
    tracing,
    waits,
    declared,
  });
  const owners = new RouteOwners(app);
  providers.builtInFiles = builtInFiles({
    config,
    secrets,
    publicUrl: () => publicUrl(app, config),
  });
  if (tracing) traceProviders(providers, tracing);
  const fields = declaredFields(options.describeOnly ? null : db, providers.plugins);
  const registry = new Registry(declared.entities, fields);
  const graph = new Graph(db, registry, { isCacheOn: config.cache === "1" });
  const replicas = options.describeOnly ? null : replicasOf(app, options);
  const listener = new EventListener(db);
  const feed = new EventFeed({ db, listener, log: app.log });
  app.addHook("onClose", async () => {
    await Promise.all([feed.stopped(), listener.stop()]);
  });
  const store = new AnswerStore(
    {
      bytes: config.storedAnswers * 1024 * 1024,
      version: answersVersion({ config, plugins: providers.plugins, fields: fields.ofPlugins }),
    },
    storedAnswers(db),
  );
  app.addHook("onClose", () => store.stop());
  let schedules: readonly Schedule[] = [];
  const context: AppContext = {
    config,
    db,
    secrets,
    providers,
    graph,
    catalogue: replicas ? { db: replicas, graph: graph.from(replicas) } : { db, graph },
    // The changes are read at the primary: a replica that answers has at least these.
    documents: new DocumentCache(
      { bytes: config.answerMemory * 1024 * 1024, areReplicated: replicas !== null, store },
      (known) => readCatalogueChanges(db, known),
    ),
    feed,
    privateData: joinPrivateData(modules, { db, secrets }),
    permissions: declared.permissions,
    schedules: () => schedules,
    limits: new GuessLimits(
      db,
      { perAccount: config.failuresPerAccount, perAddress: config.failuresPerAddress },
      waits,
    ),
    waits,
    pace: new Pace(() => slots.lastVisit),
  };

  const lookup = callerLookup(db);
  connectShops({ db, providers, log: app.log, app, lookup, permissions: declared.permissions });
  checkSubscriptions(providers, declared.events.names());
  const hasPlugins = config.plugins.length > 0 || providers.plugins.length > 0;
  app.addHook("onClose", providers.rules.calls.start(app.log, { limit: config.ruleTimeout, hasPlugins }));
  installCustomFields(app, { db, declared: fields });
  installSelectionCheck(app, registry);
  const register = installMetrics(app, db);
  reportPrimary(db.primary, { log: app.log, register });
  if (replicas) replicaMetrics(register, replicas);
  cacheMetrics(register, {
    documents: context.documents,
    rows: { carts: () => cachedCartRows(graph), reference_data: () => graph.cachedRows },
  });
  requestSlotMetrics(register, slots);
  admissionMetrics(register, admission);
  const metrics = webhookMetrics(register, db);
  installApiReference(app, { registry, version, notes: declared.notes });
  installGuides(app);
  if (config.dashboard === "on") {
    const mails = () => ({
      passwordMails: hasPasswordMails(providers),
      shipmentMails: hasSender(providers, "order.shipment_created"),
    });
    installDashboard(app, { config, mails });
    installPluginFiles(app, providers.plugins);
  }
  if (config.securityContact) installSecurityContact(app, config.securityContact);
  installAuditLog(db);
  const checkMiddleware = installPluginMiddleware(app, providers, {
    owners,
    limit: waits.plugins.middleware,
  });
  installRoutes(app, context, { modules, declared, owners });
  installHealth(app, db, () => pendingMigrations((text) => db.pool.query(text)));
  await installPluginRoutes(app, providers, {
    owners,
    permissions: declared.permissions,
    limit: waits.plugins.answer,
  });
  checkMiddleware();
  // The server is built before the schema of a new shop is made.
  if (!options.describeOnly && fields.ofPlugins.length > 0)
    app.addHook("onReady", () =>
      checkFieldsOfPlugins({ db, registry }, providers.plugins, problemOfField(db)),
    );
  if (!options.describeOnly)
    ({ schedules } = installBackground(app, context, { modules, listener, metrics, tracing }));
  return app;
}

/** The read replicas for the catalogue, connected while the app runs. */
function replicasOf(app: App, { config, db, tracing }: AppOptions): Replicas | null {
  if (config.replicaUrls.length === 0) return null;
  const replicas = new Replicas({
    primary: db,
    urls: config.replicaUrls,
    poolSize: poolSizeOf(config),
    namedStatements: config.namedStatements === "on",
    tracing,
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
