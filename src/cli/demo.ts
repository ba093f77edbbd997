import { randomBytes } from "node:crypto";
import { buildApp } from "../app.ts";
import type { Config } from "../config.ts";
import { type Db, openDatabase } from "../db/database.ts";
import { demoContent, loadDemo as loadShop } from "../demo/load-demo.ts";
import { beginLoading, ordersState, withLoadLock } from "../demo/load-state.ts";
import { loadOrders } from "../demo/orders/load-orders.ts";
import { ORDERS } from "../demo/orders/order-plan.ts";
import type { Buyers } from "../demo/orders/order-work.ts";
import { ShopApi } from "../demo/shop-api.ts";
import { fixedSecrets, type ShopSecrets } from "../kernel/shop-secrets.ts";
import { findAccount, issueToken } from "../modules/people/auth/index.ts";
import { listUsers } from "../modules/people/users/index.ts";
import { ProviderRegistry } from "../providers/registry.ts";
import { publicUrlOf } from "../public-url.ts";

const CONNECTIONS = 8;
/** Milliseconds between two orders, so that requests of clients are not slowed down. */
const ORDER_PAUSE = 30;

interface Loading {
  /** The orders take longer than everything else. */
  withOrders: boolean;
}

/**
 * Loads the demo shop, or the rest of an interrupted load. Returns a summary; null when the demo shop is loaded already or the
 * shop has other data. The shop must have a user. A server may run on the same database.
 */
export const loadDemo = (
  { url }: { url: string },
  config: Config,
  { withOrders }: Loading,
): Promise<string | null> =>
  withDatabase(url, config, (db) =>
    withLoadLock(db, async () => {
      const isBegun = await beginLoading(db);
      if (isBegun) {
        await withShop({ db, config }, ({ api }) => loadShop({ api, db, publicUrl: publicUrlOf(config) }));
      }
      const areMissing = withOrders && (await ordersState(db)) !== null;
      if (areMissing) await withShop({ db, config }, (shop) => loadOrders({ ...shop, db }));
      if (!isBegun && !areMissing) return null;
      return withOrders ? `${content}, ${ORDERS} orders` : content;
    }),
  );

/** Creates the missing orders of the demo shop. Returns whether any were missing. */
const loadDemoOrders = ({ url }: { url: string }, config: Config, signal: AbortSignal): Promise<boolean> =>
  withDatabase(url, config, async (db) => {
    if ((await ordersState(db)) === null) return false;
    const load = (shop: DemoShop) => loadOrders({ ...shop, db, pause: ORDER_PAUSE });
    await withLoadLock(db, () => withShop({ db, config, signal }, load), signal);
    return true;
  });

const { products, variants, regions, customers } = demoContent;
const content = `${products} products in ${variants} variants, ${regions} regions, ${customers} customers`;

/** A separate pool, because the app below adds listeners to the database it was built with. */
async function withDatabase<Result>(
  url: string,
  config: Config,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const db = openDatabase({
    url,
    poolSize: CONNECTIONS,
    namedStatements: config.namedStatements === "on",
  });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** The API of the demo shop, for the admin and for buyers. */
interface DemoShop {
  api: ShopApi;
  buyers: Buyers;
}

/** An app without a port and without plugins: the demo needs none, and a process loads plugins only once. */
async function withShop(
  { db, config, signal }: { db: Db; config: Config; signal?: AbortSignal },
  work: (shop: DemoShop) => Promise<void>,
): Promise<void> {
  // Only this app knows the secret, so no other process accepts its tokens.
  const secrets = fixedSecrets(randomBytes(32).toString("base64url"));
  const app = await buildApp({
    config: { ...config, logLevel: config.logLevel === "silent" ? "silent" : "error" },
    db,
    secrets,
    logStream: process.stderr,
    providers: new ProviderRegistry(),
    describeOnly: true,
  });
  const apiOf = async (kind: "user" | "customer", id: string) =>
    new ShopApi(app, await tokenOf(db, secrets, { kind, id }), signal);
  try {
    const [first] = await listUsers({ db });
    if (!first) throw new Error("The demo shop needs a user, and there is none");
    await work({
      api: await apiOf("user", first.id),
      buyers: { customer: (id) => apiOf("customer", id), visitor: new ShopApi(app, null, signal) },
    });
  } finally {
    await app.close();
  }
}

async function tokenOf(
  db: Db,
  secrets: ShopSecrets,
  { kind, id }: { kind: "user" | "customer"; id: string },
): Promise<string> {
  const account = await findAccount(db, kind, id);
  if (!account) throw new Error(`The ${kind} ${id} does not exist any more`);
  return issueToken(secrets, kind, { id: account.id, passwordHash: account.password_hash ?? "" });
}

/** Work that runs in the background of the server. */
interface BackgroundWork {
  stop(): Promise<void>;
}

/**
 * Creates the orders of the demo shop while the server already answers requests. If the server stops before they are complete,
 * its next start creates the rest.
 */
export function makeDemoOrders(opened: { url: string }, config: Config): BackgroundWork {
  const stopping = new AbortController();
  const made = loadDemoOrders(opened, config, stopping.signal).then(
    (isMade) => {
      if (isMade) console.log(`  Demo shop   ${ORDERS} orders of the last 90 days are complete\n`);
    },
    (error: Error) => {
      if (stopping.signal.aborted) return;
      console.error(`tradewind: the orders of the demo shop are incomplete (${error.message})`);
    },
  );
  return {
    stop: () => {
      stopping.abort();
      return made;
    },
  };
}
