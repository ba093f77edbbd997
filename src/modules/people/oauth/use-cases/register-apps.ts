import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import type { OauthApp } from "../../../../providers/ports/oauth.ts";
import type { OauthRow } from "../oauth-app.ts";
import { listApps, lockApp, saveApp } from "../oauth-store.ts";

/**
 * Saves the registered applications for the API. An existing state stays: an authorization may be in progress. Nothing is written
 * if nothing has changed, so that many processes can start at once.
 */
export async function registerApps({ db }: { db: Db }, apps: readonly OauthApp[]): Promise<void> {
  if (apps.length === 0) return;
  const known = await listApps(
    db,
    apps.map((app) => app.applicationName),
  );
  const changed = apps.filter((app) => {
    const row = known.find((each) => each.application_name === app.applicationName);
    return !row?.state || !hasSameValues(row, rowOf(app, row.state));
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

const hasSameValues = (row: object, expected: OauthRow): boolean =>
  Object.entries(expected).every(([column, value]) => (row as Record<string, unknown>)[column] === value);

/** Random, so that an attacker cannot finish an authorization that was started here. */
export const newState = (): string => randomBytes(32).toString("base64url");

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Compares in constant time. */
export const isSameState = (known: string | null, given: string): boolean =>
  known !== null && timingSafeEqual(digest(known), digest(given));
