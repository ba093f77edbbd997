import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";

export interface AnalyticsSettings {
  opt_out: boolean;
  anonymize: boolean;
}

interface StoredConfig extends AnalyticsSettings {
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
 * The table allows several rows for one user, so the lock is on the user's row. If v1 left several configs, the
 * newest one counts.
 */
export async function lockAnalyticsConfig(tx: Tx, userId: string): Promise<StoredConfig | null> {
  await lockOwner(tx, { userId });
  const [found] = await newest(tx, { userId });
  return found ?? null;
}

const insert = compiled("analytics-config-insert", (db, p: StoredConfig & { userId: string }) =>
  db
    .insertInto("analytics_config")
    .values({ id: p.id, user_id: p.userId, opt_out: p.opt_out, anonymize: p.anonymize }),
);

export async function insertAnalyticsConfig(
  tx: Tx,
  config: StoredConfig & { userId: string },
): Promise<void> {
  await insert(tx, config);
}

const update = compiled("analytics-config-update", (db, p: StoredConfig) =>
  db
    .updateTable("analytics_config")
    .set({ opt_out: p.opt_out, anonymize: p.anonymize, updated_at: sql`now()` })
    .where("id", "=", p.id),
);

export async function saveAnalyticsConfig(tx: Tx, config: StoredConfig): Promise<void> {
  await update(tx, config);
}

const remove = compiled("analytics-config-delete", (db, p: { userId: string }) =>
  db
    .updateTable("analytics_config")
    .set({ deleted_at: sql`now()` })
    .where("user_id", "=", p.userId)
    .where("deleted_at", "is", null),
);

export async function deleteAnalyticsConfigsOf(tx: Tx, userId: string): Promise<void> {
  await remove(tx, { userId });
}
