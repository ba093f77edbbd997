import type { Config } from "../config.ts";
import { pendingMigrations } from "../db/migrations/migrate.ts";
import { isHalfLoaded } from "../demo/load-state.ts";
import type { ShopSecrets } from "../kernel/shop-secrets.ts";
import { createFirstUser, findUnusedPassword } from "../modules/people/users/index.ts";
import type { InstalledPlugin } from "../plugins/installed-plugin.ts";
import { migrateAll, type OpenedDatabase } from "./database.ts";
import { loadDemo } from "./demo.ts";

/** The first user, until the first login with the generated password; with a configured one, at the first start only. */
interface Admin {
  email: string;
  /** Absent for a configured password. */
  password?: string;
}

/** Changes of the start to the database, for the start message. */
export interface Prepared {
  admin?: Admin;
  /** A summary of the demo shop, when this start loaded it. Its orders follow: see `makeDemoOrders`. */
  demo?: string;
}

interface Preparation {
  withDemo: boolean;
  secrets: ShopSecrets;
  plugins?: readonly InstalledPlugin[];
  /** Called before each step that takes time. */
  report?: (step: string) => void;
}

/** Schema, first user and demo shop without its orders, before the first request. Several processes may run it at once. */
export async function prepareShop(
  opened: OpenedDatabase,
  config: Config,
  { withDemo, secrets, plugins = [], report = () => {} }: Preparation,
): Promise<Prepared> {
  const pending = await pendingMigrations((text) => opened.db.pool.query(text));
  if (pending.length > 0) report(`Updating the schema (${pending.length} migrations)`);
  await migrateAll(opened, plugins);
  const { isCreated, admin } = await ensureFirstUser({ db: opened.db, secrets }, config);
  // Only in a new shop on the embedded database: a real shop must not get demo products.
  const isNew = isCreated || (await isHalfLoaded(opened.db));
  const isDemoNeeded = withDemo && opened.isEmbedded && isNew;
  if (isDemoNeeded) report("Loading the demo shop");
  const demo = isDemoNeeded ? await demoIfPossible(opened, config) : null;
  return { admin, demo: demo ?? undefined };
}

/** The server starts even if the demo cannot be loaded, e.g. because a country is already in another region. */
const demoIfPossible = (opened: OpenedDatabase, config: Config) =>
  loadDemo(opened, config, { withOrders: false }).catch((error: Error) => {
    console.error(
      `tradewind: the demo shop is incomplete (${error.message}); \`tradewind seed\` tries again`,
    );
    return null;
  });

/** Creates the first user if there is none. */
export async function ensureFirstUser(
  deps: { db: OpenedDatabase["db"]; secrets: ShopSecrets },
  { adminEmail: email, adminPassword: password }: Config,
): Promise<{ isCreated: boolean; admin?: Admin }> {
  const isCreated = await createFirstUser(deps, { email, password });
  const unused = await findUnusedPassword(deps);
  return { isCreated, admin: unused ?? (isCreated ? { email } : undefined) };
}
