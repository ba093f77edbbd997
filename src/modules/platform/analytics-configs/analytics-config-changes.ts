import type { Db } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import {
  type AnalyticsSettings,
  deleteAnalyticsConfigsOf,
  insertAnalyticsConfig,
  lockAnalyticsConfig,
  saveAnalyticsConfig,
} from "./analytics-config-store.ts";

type NewAnalyticsSettings = Pick<AnalyticsSettings, "opt_out"> & Partial<AnalyticsSettings>;

/** A user has one config: creating it a second time replaces it. */
export const setAnalyticsConfig = (
  { db }: { db: Db },
  userId: string,
  { opt_out, anonymize = false }: NewAnalyticsSettings,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const settings = { opt_out, anonymize };
    const existing = await lockAnalyticsConfig(tx, userId);
    if (existing) await saveAnalyticsConfig(tx, { id: existing.id, ...settings });
    else await insertAnalyticsConfig(tx, { id: newId("acfg"), userId, ...settings });
  });

/** Creates the config with the default values when the user has none. */
export const updateAnalyticsConfig = (
  { db }: { db: Db },
  userId: string,
  changes: Partial<AnalyticsSettings>,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const existing = await lockAnalyticsConfig(tx, userId);
    if (existing) await saveAnalyticsConfig(tx, { ...existing, ...changes });
    else
      await insertAnalyticsConfig(tx, {
        id: newId("acfg"),
        userId,
        opt_out: false,
        anonymize: false,
        ...changes,
      });
  });

/** Succeeds also when the user has no config. */
export const deleteAnalyticsConfig = ({ db }: { db: Db }, userId: string): Promise<void> =>
  inTransaction(db, (tx) => deleteAnalyticsConfigsOf(tx, userId));
