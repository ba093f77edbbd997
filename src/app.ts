import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "./config.ts";
import type { Db } from "./db/database.ts";
import { pendingMigrations } from "./db/migrate.ts";
import { demoRoutes } from "./demo/demo-routes.ts";
import { entities } from "./entities.ts";
import { Subscriptions } from "./events/subscriptions.ts";
import { Graph } from "./graph/graph.ts";
import { Registry } from "./graph/registry.ts";
import { installApiReference } from "./http/api-reference.ts";
import { GuessLimits } from "./http/guess-limits.ts";
import { installHealth } from "./http/health.ts";
import { installMetrics } from "./http/metrics.ts";
import type { Parts } from "./http/routes.ts";
import { type App, createServer } from "./http/server.ts";
import { authRoutes, callerIdentifier } from "./modules/auth/index.ts";
import { collectionRoutes } from "./modules/collections/index.ts";
import { currencyRoutes } from "./modules/currencies/index.ts";
import { customerGroupRoutes } from "./modules/customer-groups/index.ts";
import { customerRoutes } from "./modules/customers/index.ts";
import { oauthRoutes, registerApps, tokenReader } from "./modules/oauth/index.ts";
import { inviteRoutes, passwordRoutes, userRoutes } from "./modules/users/index.ts";
import { packageRoot } from "./package-root.ts";
import { loadProviders } from "./providers/load-providers.ts";
import { installPluginRoutes } from "./providers/plugin-routes.ts";
import type { ProviderRegistry } from "./providers/registry.ts";
import { syncProviders } from "./providers/sync-providers.ts";

export interface AppOptions {
  config: Config;
  db: Db;
  jwtSecret: string;
  /** Where the log goes; standard output when absent. */
  logStream?: NodeJS.WritableStream;
  /** Providers and plugins; those of the configuration when absent. */
  providers?: ProviderRegistry;
  /** For tools that only look at the routes: the database is not touched. */
  describeOnly?: boolean;
}

/** Puts the parts together. Nothing else in the code knows all of them. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, db, jwtSecret, logStream } = options;
  const providers = options.providers ?? (await loadProviders(config));
  const identify = callerIdentifier({ db, jwtSecret });
  const app = await createServer({ config, db, secret: jwtSecret, logStream, identify });
  const registry = new Registry(entities);
  const parts: Parts = {
    config,
    db,
    jwtSecret,
    providers,
    graph: new Graph(db, registry),
    limits: new GuessLimits(db, {
      perAccount: config.failuresPerAccount,
      perAddress: config.failuresPerAddress,
    }),
  };

  installMetrics(app, db);
  await installApiReference(app, registry, version);
  installHealth(app, db, () => pendingMigrations((text) => db.pool.query(text)));
  for (const routes of [
    authRoutes,
    collectionRoutes,
    currencyRoutes,
    customerGroupRoutes,
    customerRoutes,
    demoRoutes,
    inviteRoutes,
    oauthRoutes,
    passwordRoutes,
    userRoutes,
  ])
    routes(app, parts);
  await installPluginRoutes(app, providers);
  if (!options.describeOnly) connectProviders(app, parts);
  return app;
}

/** What was registered becomes known to the database before the first request; subscribers run while it listens. */
function connectProviders(app: App, { config, db, providers }: Parts): void {
  providers.readOauthToken = tokenReader({ db, providers, timeout: config.oauthTimeout });
  const subscriptions = new Subscriptions({ db, subscribers: providers.subscribers.all(), log: app.log });
  app.addHook("onReady", async () => {
    await syncProviders(db, providers);
    await registerApps({ db }, providers.oauthApps.all());
    await subscriptions.register();
  });
  app.addHook("onListen", async () => subscriptions.start());
  app.addHook("onClose", () => subscriptions.stop());
}

const { version } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as {
  version: string;
};
