import { readFileSync } from "node:fs";
import type { Config } from "./config.ts";
import type { Db } from "./db/database.ts";
import { pendingMigrations } from "./db/migrate.ts";
import { entities } from "./entities.ts";
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

export interface AppOptions {
  config: Config;
  db: Db;
  jwtSecret: string;
}

/** Puts the parts together. Nothing else in the code knows all of them. */
export async function buildApp({ config, db, jwtSecret }: AppOptions): Promise<App> {
  const app = await createServer({ config, db, identify: callerIdentifier({ db, jwtSecret }) });
  const registry = new Registry(entities);
  const parts: Parts = {
    config,
    db,
    jwtSecret,
    graph: new Graph(db, registry),
    limits: new GuessLimits(db, {
      perAccount: config.failuresPerAccount,
      perAddress: config.failuresPerAddress,
    }),
  };

  installMetrics(app, db);
  await installApiReference(app, registry, version);
  installHealth(app, db, () => pendingMigrations((text) => db.pool.query(text)));
  for (const routes of [authRoutes, collectionRoutes]) routes(app, parts);
  return app;
}

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};
