import { randomBytes } from "node:crypto";
import { buildApp } from "../app.ts";
import type { Config } from "../config.ts";
import { type Db, openDatabase } from "../db/database.ts";
import { demoContent, loadDemo as load } from "../demo/load-demo.ts";
import { alone, begin } from "../demo/load-state.ts";
import { ShopApi } from "../demo/shop-api.ts";
import { findAccount, issueToken } from "../modules/auth/index.ts";
import { listUsers } from "../modules/users/index.ts";
import { ProviderRegistry } from "../providers/registry.ts";
import { publicUrlOf } from "../public-url.ts";

const CONNECTIONS = 8;

/**
 * Loads the demo shop, or what a load that was cut off left undone, and says what is in it; null when the shop is
 * loaded already or somebody's own. The shop must have a user. Works with and without a server beside it.
 */
export async function loadDemo({ url }: { url: string }, config: Config): Promise<string | null> {
  // Of its own, since the app below leaves its listeners on the database it was built with.
  const db = openDatabase({
    url,
    poolSize: CONNECTIONS,
    namedStatements: config.namedStatements === "on",
  });
  try {
    const isLoaded = await alone(db, async () => {
      if (!(await begin(db))) return false;
      await withShopApi(db, config, (api) => load({ api, db, publicUrl: publicUrlOf(config) }));
      return true;
    });
    return isLoaded ? summary : null;
  } finally {
    await db.close();
  }
}

const { products, variants, regions, customers } = demoContent;
const summary = `${products} products in ${variants} variants, ${regions} regions, ${customers} customers`;

/** The app without a port and without plugins: the demo needs none, and they are to be loaded once a process. */
async function withShopApi(db: Db, config: Config, work: (api: ShopApi) => Promise<void>): Promise<void> {
  // Known to this app alone, so that no other process takes its token.
  const jwtSecret = randomBytes(32).toString("base64url");
  const app = await buildApp({
    config: { ...config, logLevel: config.logLevel === "silent" ? "silent" : "error" },
    db,
    jwtSecret,
    logStream: process.stderr,
    providers: new ProviderRegistry(),
    describeOnly: true,
  });
  try {
    await work(new ShopApi(app, await firstUserToken(db, jwtSecret)));
  } finally {
    await app.close();
  }
}

async function firstUserToken(db: Db, jwtSecret: string): Promise<string> {
  const [first] = await listUsers({ db });
  const account = first && (await findAccount(db, "user", first.id));
  if (!account) throw new Error("The demo shop is made by a user, and there is none");
  return issueToken(jwtSecret, "user", { id: account.id, passwordHash: account.password_hash ?? "" });
}
