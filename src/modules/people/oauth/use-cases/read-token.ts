import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import type { OauthApp } from "../../../../providers/ports/oauth.ts";
import type { ProviderRegistry } from "../../../../providers/registry.ts";
import { factsOf, isExpired, type Token, tokenFrom } from "../oauth-app.ts";
import { findToken, lockApp, lockRenewal, saveToken } from "../oauth-store.ts";
import { callOauthProvider } from "./call-oauth-provider.ts";

interface Deps {
  db: Db;
  providers: ProviderRegistry;
  timeout: number;
}

/** Reads the token of an application by name. Renews an expired token first. */
export function tokenReader(deps: Deps): (name: string) => Promise<Token | null> {
  const renewals = new Map<string, Promise<Token | null>>();
  return async (name) => {
    const token = await findToken(deps.db, name);
    const app = deps.providers.oauthApps.find(name);
    if (!token || !app?.refresh || !isExpired(token, new Date())) return token;
    // Concurrent callers of this process share one renewal and one connection.
    const renewal = renewals.get(name) ?? renew(deps, app).finally(() => renewals.delete(name));
    renewals.set(name, renewal);
    return renewal;
  };
}

/**
 * Holds an advisory lock during the call of the provider: many refresh tokens work once, so a second process must wait for the new
 * token. It is not a row lock, so nothing else waits.
 */
const renew = ({ db, timeout }: Deps, app: OauthApp): Promise<Token | null> =>
  inTransaction(db, async (tx) => {
    const name = app.applicationName;
    await lockRenewal(tx, name);
    const current = await findToken(tx, name);
    if (!current || !isExpired(current, new Date())) return current;
    const given = await callOauthProvider({ name, timeout }, (signal) => app.refresh!(current, { signal }));
    const token = tokenFrom(given, new Date());
    if (!token) throw new Error(`The provider of ${name} gave no token`);
    await lockApp(tx, name);
    const replaced = await findToken(tx, name);
    // An admin has connected the application again in the meantime: that token is used.
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
