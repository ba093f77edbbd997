import { buildApp } from "../../../src/app.ts";
import { configFrom } from "../../../src/config.ts";
import { openDatabase } from "../../../src/db/database.ts";
import { fixedSecrets } from "../../../src/kernel/shop-secrets.ts";
import { Client } from "../clients/client.ts";
import { JWT_SECRET, type TestShop } from "../fixtures/shop.ts";

/** A second server on the same database, as behind a load balancer. */
export async function anotherProcess(shop: TestShop, environment: Record<string, string> = {}) {
  const db = openDatabase({ url: shop.databaseUrl, poolSize: 4 });
  const config = configFrom({ LOG_LEVEL: "silent", ...environment });
  const app = await buildApp({ config, db, secrets: fixedSecrets(JWT_SECRET) });
  const baseUrl = await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    baseUrl,
    visitor: (headers: Record<string, string> = {}) => new Client(baseUrl, headers),
    async close() {
      await app.close();
      await db.close();
    },
  };
}
