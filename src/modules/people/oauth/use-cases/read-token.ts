import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import type { OauthApp } from "../../../../providers/ports/oauth.ts";
import type { ProviderRegistry } from "../../../../providers/registry.ts";
import { factsOf, isExpired, type Token, tokenFrom } from "../oauth-app.ts";
import { findToken, lockApp, saveToken, waitForTurn } from "../oauth-store.ts";
import { within } from "./within.ts";

interface Deps {
  db: Db;
  providers: ProviderRegistry;
  timeout: number;
}

/** Reads the token of an application by name; one that has expired is renewed first. */
export function tokenReader(deps: Deps): (name: string) => Promise<Token | null> {
  const renewals = new Map<string, Promise<Token | null>>();
  return async (name) => {
    const token = await findToken(deps.db, name);
    const app = deps.providers.oauthApps.find(name);
    if (!token || !app?.refresh || !isExpired(token, new Date())) return token;
    // However many ask, this process waits with one connection.
    const renewal = renewals.get(name) ?? renew(deps, app).finally(() => renewals.delete(name));
    renewals.set(name, renewal);
    return renewal;
  };
}

/**
 * The turn is kept while the provider is asked: many refresh tokens work once, so a second process must wait for the
 * new one. It is no lock on a row, so nothing else waits.
 */
const renew = ({ db, timeout }: Deps, app: OauthApp): Promise<Token | null> =>
  inTransaction(db, async (tx) => {
    const name = app.applicationName;
    await waitForTurn(tx, name);
    const current = await findToken(tx, name);
    if (!current || !isExpired(current, new Date())) return current;
    const given = await within({ name, timeout }, (signal) => app.refresh!(current, { signal }));
    const token = tokenFrom(given, new Date());
    if (!token) throw new Error(`The provider of ${name} gave no token`);
    await lockApp(tx, name);
    const replaced = await findToken(tx, name);
    // The application was connected anew in the meantime: that token counts.
    if (replaced?.access_token !== current.access_token) return replaced;
    const facts = factsOf(token);
    const id = await saveToken(tx, name, { token, facts });
    await announce(tx, `oauth.token_refreshed.${name}`, {
      id: id ?? undefined,
      application_name: name,
      ...facts,
    });
    return token;
  });
