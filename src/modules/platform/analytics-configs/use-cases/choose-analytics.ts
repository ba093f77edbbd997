import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { AnalyticsChoice } from "../analytics-config.ts";
import { deleteConfigsOf, insertConfig, lockConfigOf, saveConfig } from "../analytics-config-store.ts";

/** A user has one choice: who makes it again changes it. */
export const chooseAnalytics = ({ db }: { db: Db }, userId: string, choice: AnalyticsChoice): Promise<void> =>
  inTransaction(db, async (tx) => {
    const known = await lockConfigOf(tx, userId);
    if (known) await saveConfig(tx, { id: known.id, ...choice });
    else await insertConfig(tx, { id: newId("acfg"), userId, ...choice });
  });

/** Changes a choice. What was not chosen before is told, as by default. */
export const changeAnalytics = (
  { db }: { db: Db },
  userId: string,
  changes: Partial<AnalyticsChoice>,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const known = await lockConfigOf(tx, userId);
    if (known) await saveConfig(tx, { ...known, ...changes });
    else await insertConfig(tx, { id: newId("acfg"), userId, opt_out: false, anonymize: false, ...changes });
  });

/** A choice that was not made is as good as forgotten. */
export const forgetAnalytics = ({ db }: { db: Db }, userId: string): Promise<void> =>
  inTransaction(db, (tx) => deleteConfigsOf(tx, userId));
