import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import type { AnalyticsChoice } from "./analytics-config.ts";

interface Stored extends AnalyticsChoice {
  id: string;
}

const lockOwner = compiled("analytics-config-lock-owner", (db, p: { userId: string }) =>
  db.selectFrom("user").select("id").where("id", "=", p.userId).forNoKeyUpdate(),
);

const newest = compiled("analytics-config-newest", (db, p: { userId: string }) =>
  db
    .selectFrom("analytics_config")
    .select(["id", "opt_out", "anonymize"])
    .where("user_id", "=", p.userId)
    .where("deleted_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1),
);

/**
 * The choice of a user, for this transaction alone. The table allows many for one user, so it is the user who is
 * locked; of several that v1 has left the newest counts.
 */
export async function lockConfigOf(tx: Tx, userId: string): Promise<Stored | null> {
  await lockOwner(tx, { userId });
  const [found] = await newest(tx, { userId });
  return found ?? null;
}

const insert = compiled("analytics-config-insert", (db, p: Stored & { userId: string }) =>
  db
    .insertInto("analytics_config")
    .values({ id: p.id, user_id: p.userId, opt_out: p.opt_out, anonymize: p.anonymize }),
);

export async function insertConfig(tx: Tx, config: Stored & { userId: string }): Promise<void> {
  await insert(tx, config);
}

const update = compiled("analytics-config-update", (db, p: Stored) =>
  db
    .updateTable("analytics_config")
    .set({ opt_out: p.opt_out, anonymize: p.anonymize, updated_at: sql`now()` })
    .where("id", "=", p.id),
);

export async function saveConfig(tx: Tx, config: Stored): Promise<void> {
  await update(tx, config);
}

const remove = compiled("analytics-config-delete", (db, p: { userId: string }) =>
  db
    .updateTable("analytics_config")
    .set({ deleted_at: sql`now()` })
    .where("user_id", "=", p.userId)
    .where("deleted_at", "is", null),
);

export async function deleteConfigsOf(tx: Tx, userId: string): Promise<void> {
  await remove(tx, { userId });
}
