import { randomBytes } from "node:crypto";
import type { Config } from "../config.ts";
import { isHalfLoaded } from "../demo/load-state.ts";
import { Refusal } from "../kernel/refusal.ts";
import { createUser, listUsers } from "../modules/people/users/index.ts";
import { migrated, type OpenedDatabase } from "./database.ts";
import { loadDemo } from "./demo.ts";

/** What the start did to the database, for the welcome. */
export interface Prepared {
  /** Present when this start created the first user. */
  admin?: { email: string; password: string; isGenerated: boolean };
  /** What is in the demo shop, when this start loaded it. Its orders follow: see `makeDemoOrders`. */
  demo?: string;
}

/** Schema, first user, demo shop without its orders: all there before the first request. Many processes may do this at once. */
export async function prepareShop(
  opened: OpenedDatabase,
  config: Config,
  { withDemo }: { withDemo: boolean },
): Promise<Prepared> {
  await migrated(opened);
  const admin = await createFirstUser(opened, config);
  // Only a brand-new shop on the newcomer's own database: nobody wants demo products in a real one.
  const isNew = admin !== undefined || (await isHalfLoaded(opened.db));
  const demo = withDemo && opened.isEmbedded && isNew ? await demoIfPossible(opened, config) : null;
  return { admin, demo: demo ?? undefined };
}

/** A shop that cannot take the demo, as with countries that are in a region of its own by now, is served all the same. */
const demoIfPossible = (opened: OpenedDatabase, config: Config) =>
  loadDemo(opened, config, { withOrders: false }).catch((error: Error) => {
    console.error(
      `tradewind: the demo shop is incomplete (${error.message}); \`tradewind seed\` tries again`,
    );
    return null;
  });

/** Nothing when there is a user already. */
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
