import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import type { OauthApp } from "../../../../providers/ports/oauth.ts";
import type { OauthRow } from "../oauth-app.ts";
import { listApps, lockApp, saveApp } from "../oauth-store.ts";
import { newState } from "./state.ts";

/**
 * Makes the registered applications known to the API. A state that is there is kept: an authorization may be on its
 * way. Nothing is written when all is as it should be, so that many processes may start at once.
 */
export async function registerApps({ db }: { db: Db }, apps: readonly OauthApp[]): Promise<void> {
  if (apps.length === 0) return;
  const known = await listApps(
    db,
    apps.map((app) => app.applicationName),
  );
  const changed = apps.filter((app) => {
    const row = known.find((each) => each.application_name === app.applicationName);
    return !row?.state || !isSame(row, rowOf(app, row.state));
  });
  for (const app of changed) await register(db, app);
}

const register = (db: Db, app: OauthApp): Promise<void> =>
  inTransaction(db, async (tx) => {
    const row = await lockApp(tx, app.applicationName);
    await saveApp(tx, rowOf(app, row?.state || newState()));
  });

export const rowOf = (app: OauthApp, state: string): OauthRow => ({
  application_name: app.applicationName,
  display_name: app.displayName,
  install_url: app.installUrl?.(state) ?? null,
  uninstall_url: app.uninstallUrl ?? null,
  state,
});

const isSame = (row: object, wanted: OauthRow): boolean =>
  Object.entries(wanted).every(([column, value]) => (row as Record<string, unknown>)[column] === value);
