import { randomBytes } from "node:crypto";
import { buildApp } from "../app.ts";
import type { Config } from "../config.ts";
import { type Db, openDatabase } from "../db/database.ts";
import { demoContent, loadDemo as load } from "../demo/load-demo.ts";
import { alone, begin, ordersState } from "../demo/load-state.ts";
import { loadOrders } from "../demo/orders/load-orders.ts";
import { ORDERS } from "../demo/orders/order-plan.ts";
import type { Buyers } from "../demo/orders/order-work.ts";
import { ShopApi } from "../demo/shop-api.ts";
import { findAccount, issueToken } from "../modules/people/auth/index.ts";
import { listUsers } from "../modules/people/users/index.ts";
import { ProviderRegistry } from "../providers/registry.ts";
import { publicUrlOf } from "../public-url.ts";

const CONNECTIONS = 8;
/** Milliseconds between two orders that are made beside the requests of others. */
const REST = 30;

interface Loading {
  /** With its orders, which take longer than all the rest. */
  withOrders: boolean;
}

/**
 * Loads the demo shop, or what a load that was cut off left undone, and says what is in it; null when the shop is
 * loaded already or somebody's own. The shop must have a user. Works with and without a server beside it.
 */
export const loadDemo = (
  { url }: { url: string },
  config: Config,
  { withOrders }: Loading,
): Promise<string | null> =>
  withDatabase(url, config, (db) =>
    alone(db, async () => {
      const isBegun = await begin(db);
      if (isBegun) {
        await withShop({ db, config }, ({ api }) => load({ api, db, publicUrl: publicUrlOf(config) }));
      }
      const areMissing = withOrders && (await ordersState(db)) !== null;
      if (areMissing) await withShop({ db, config }, (shop) => loadOrders({ ...shop, db }));
      if (!isBegun && !areMissing) return null;
      return withOrders ? `${content}, ${ORDERS} orders` : content;
    }),
  );

/** Makes the orders of the demo shop that are not there yet; tells whether there were any to make. */
export const loadDemoOrders = (
  { url }: { url: string },
  config: Config,
  signal: AbortSignal,
): Promise<boolean> =>
  withDatabase(url, config, async (db) => {
    if ((await ordersState(db)) === null) return false;
    const make = (shop: DemoShop) => loadOrders({ ...shop, db, rest: REST });
    await alone(db, () => withShop({ db, config, signal }, make), signal);
    return true;
  });

const { products, variants, regions, customers } = demoContent;
const content = `${products} products in ${variants} variants, ${regions} regions, ${customers} customers`;

/** One of its own, since the app below leaves its listeners on the database it was built with. */
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

/** Those who act in the demo shop. */
interface DemoShop {
  api: ShopApi;
  buyers: Buyers;
}

/** The app without a port and without plugins: the demo needs none, and they are to be loaded once a process. */
async function withShop(
  { db, config, signal }: { db: Db; config: Config; signal?: AbortSignal },
  work: (shop: DemoShop) => Promise<void>,
): Promise<void> {
  // Known to this app alone, so that no other process takes its tokens.
  const jwtSecret = randomBytes(32).toString("base64url");
  const app = await buildApp({
    config: { ...config, logLevel: config.logLevel === "silent" ? "silent" : "error" },
    db,
    jwtSecret,
    logStream: process.stderr,
    providers: new ProviderRegistry(),
    describeOnly: true,
  });
  const apiOf = async (kind: "user" | "customer", id: string) =>
    new ShopApi(app, await tokenOf(db, jwtSecret, { kind, id }), signal);
  try {
    const [first] = await listUsers({ db });
    if (!first) throw new Error("The demo shop is made by a user, and there is none");
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
  jwtSecret: string,
  { kind, id }: { kind: "user" | "customer"; id: string },
): Promise<string> {
  const account = await findAccount(db, kind, id);
  if (!account) throw new Error(`The ${kind} ${id} is gone`);
  return issueToken(jwtSecret, kind, { id: account.id, passwordHash: account.password_hash ?? "" });
}
