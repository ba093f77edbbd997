import { randomBytes } from "node:crypto";
import type { Config } from "../config.ts";
import type { Db } from "../db/database.ts";
import { inTransaction } from "../db/transaction.ts";
import { seedDemo } from "../demo/seed-demo.ts";
import { hashPassword } from "../modules/auth/index.ts";
import { publicUrlOf } from "../public-url.ts";

/** Loads the demo shop and says what is in it; null when the shop is not empty. */
export async function loadDemo(db: Db, config: Config): Promise<string | null> {
  // Nobody is meant to log in as a demo customer, so nobody knows the password.
  const passwordHash = await hashPassword(randomBytes(24).toString("base64url"));
  const counts = await inTransaction(db, (tx) =>
    seedDemo(async (text, values = []) => ({ rows: await tx.run({ text, values }) }), {
      publicUrl: publicUrlOf(config),
      passwordHash,
    }),
  );
  if (counts.products === 0) return null;
  return `${counts.products} products in ${counts.variants} variants, ${counts.regions} regions, ${counts.customers} customers`;
}
