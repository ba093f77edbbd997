import { randomBytes } from "node:crypto";
import type { Config } from "../config.ts";
import { isHalfLoaded } from "../demo/load-state.ts";
import { Refusal } from "../kernel/refusal.ts";
import { createUser, listUsers } from "../modules/people/users/index.ts";
import { migrateAll, type OpenedDatabase } from "./database.ts";
import { loadDemo } from "./demo.ts";

/** Changes of the start to the database, for the start message. */
export interface Prepared {
  /** Present when this start created the first user. */
  admin?: { email: string; password: string; isGenerated: boolean };
  /** A summary of the demo shop, when this start loaded it. Its orders follow: see `makeDemoOrders`. */
  demo?: string;
}

/** Schema, first user and demo shop without its orders, before the first request. Several processes may run it at once. */
export async function prepareShop(
  opened: OpenedDatabase,
  config: Config,
  { withDemo }: { withDemo: boolean },
): Promise<Prepared> {
  await migrateAll(opened);
  const admin = await createFirstUser(opened, config);
  // Only in a new shop on the embedded database: a real shop must not get demo products.
  const isNew = admin !== undefined || (await isHalfLoaded(opened.db));
  const demo = withDemo && opened.isEmbedded && isNew ? await demoIfPossible(opened, config) : null;
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

/** Returns undefined when a user exists already. */
export async function createFirstUser(
  { db }: Pick<OpenedDatabase, "db">,
  config: Config,
): Promise<Prepared["admin"]> {
  if ((await listUsers({ db })).length > 0) return undefined;
  const isGenerated = config.adminPassword === undefined;
  const password = config.adminPassword ?? randomBytes(12).toString("base64url");
  try {
    await createUser({ db }, { email: config.adminEmail, password });
    return { email: config.adminEmail, password, isGenerated };
  } catch (error) {
    // Another process was first; it has the password.
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
