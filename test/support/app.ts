import { type AppOptions, buildApp } from "../../src/app.ts";
import { type Config, configFrom } from "../../src/config.ts";
import { type Db, openDatabase } from "../../src/db/database.ts";
import type { App } from "../../src/http/server.ts";
import { newId } from "../../src/kernel/ids.ts";
import { fixedSecrets } from "../../src/kernel/shop-secrets.ts";
import { hashWithArgon2 } from "../../src/modules/people/auth/index.ts";
import { Client } from "./client.ts";
import { ADMIN, JWT_SECRET } from "./credentials.ts";
import { freshDatabase, type TestDatabase } from "./database.ts";
import { requireDeclaredWrites } from "./written-tables.ts";

export { ADMIN, JWT_SECRET };

export interface TestShop {
  app: App;
  db: Db;
  baseUrl: string;
  databaseUrl: string;
  adminId: string;
  /** A client without credentials. */
  visitor(): Client;
  /** A client with an admin session. */
  admin: Client;
}

export interface StartedShop extends TestShop {
  close(): Promise<void>;
}

/** The whole server on a database of its own, listening on a real port. */
export async function startShop(
  environment: Record<string, string> = {},
  options: Pick<AppOptions, "providers" | "logStream" | "waits"> & { database?: TestDatabase } = {},
): Promise<StartedShop> {
  const { database = await freshDatabase(), ...ofApp } = options;
  const config: Config = configFrom({
    PORT: "0",
    LOG_LEVEL: "silent",
    TRADEWIND_JOBS: "0",
    // The tests of carts, checkout and the catalogue run with and without the caches.
    TRADEWIND_CACHE: process.env["TRADEWIND_CACHE"] ?? "1",
    ...environment,
  });
  const db = openDatabase({ url: database.url, poolSize: 8, maxBytes: config.answerBytes });
  db.onStatement.add(requireDeclaredWrites);
  const app = await buildApp({ config, db, secrets: fixedSecrets(JWT_SECRET), ...ofApp });
  const baseUrl = await app.listen({ port: 0, host: "127.0.0.1" });
  const adminId = await createAdmin(db);
  const admin = new Client(baseUrl);
  await admin.post("/admin/auth", ADMIN);
  return {
    app,
    db,
    baseUrl,
    databaseUrl: database.url,
    adminId,
    admin,
    visitor: () => new Client(baseUrl),
    async close() {
      await app.close();
      await db.close();
      await database.drop();
    },
  };
}

/** Hashed once for all shops of a worker: a hash is slow on purpose. */
let adminHash: Promise<string> | undefined;

async function createAdmin(db: Db): Promise<string> {
  const id = newId("usr");
  adminHash ??= hashWithArgon2(ADMIN.password);
  await db.run({
    text: `insert into "user" (id, email, role, password_hash) values ($1, $2, 'admin', $3)`,
    values: [id, ADMIN.email, await adminHash],
  });
  return id;
}
