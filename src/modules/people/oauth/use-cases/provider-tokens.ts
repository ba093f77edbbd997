import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { invalid, notAllowed, Refusal } from "../../../../kernel/refusal.ts";
import type { OauthApp } from "../../../../providers/ports/oauth.ts";
import type { ProviderRegistry } from "../../../../providers/registry.ts";
import { oauthEvents } from "../events.ts";
import { factsOf, isExpired, type Token, tokenFrom } from "../oauth-app.ts";
import { findToken, lockApp, lockRenewal, saveApp, saveToken } from "../oauth-store.ts";
import { isSameState, newState, rowOf } from "./register-apps.ts";

interface Authorization {
  /** Of the application. */
  name: string;
  state: string;
  code: string;
}

interface Deps {
  db: Db;
  providers: ProviderRegistry;
  /** Of the provider, in milliseconds. */
  timeout: number;
}

/**
 * Exchanges the code for a token and stores it. The state is replaced before the provider is called, so that only one of two
 * requests with the same state continues, and no row is locked during the call. If it fails, the state is restored and the admin
 * can try again.
 */
export async function authorizeApp({ db, providers, timeout }: Deps, given: Authorization): Promise<void> {
  const { app, next } = await consumeState(db, providers, given);
  try {
    const token = await callOauthProvider({ name: given.name, timeout }, async (signal) => {
      const exchanged = tokenFrom(await app.exchange(given.code, { signal }), new Date());
      if (!exchanged) throw invalid("its answer has no access_token");
      return exchanged;
    });
    const facts = factsOf(token);
    await inTransaction(db, async (tx) => {
      const id = await saveToken(tx, given.name, { token, facts });
      const data = { id: id ?? undefined, application_name: given.name, ...facts };
      await oauthEvents.announce(tx, `oauth.token_generated.${given.name}`, data);
    });
  } catch (error) {
    await restoreState(db, app, { used: given.state, next });
    throw error;
  }
}

const consumeState = (db: Db, providers: ProviderRegistry, { name, state }: Authorization) =>
  inTransaction(db, async (tx) => {
    const row = await lockApp(tx, name);
    if (!row) throw new Refusal("not_found", `Oauth application ${name} not found`);
    const app = providers.oauthApps.find(name);
    if (!app) throw invalid(`An OAuth handler for ${name} could not be found; is its plugin loaded?`);
    if (!isSameState(row.state, state)) throw notAllowed(`${name} could not match state`);
    const next = newState();
    await saveApp(tx, rowOf(app, next));
    return { app, next };
  });

const restoreState = (db: Db, app: OauthApp, { used, next }: { used: string; next: string }) =>
  inTransaction(db, async (tx) => {
    const row = await lockApp(tx, app.applicationName);
    if (row?.state === next) await saveApp(tx, rowOf(app, used));
  });

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
    await oauthEvents.announce(tx, `oauth.token_refreshed.${name}`, {
      id: id ?? undefined,
      application_name: name,
      ...facts,
    });
    return token;
  });

/** Calls the provider of an application with a timeout. Its errors become refusals, with the provider's message if it refused. */
async function callOauthProvider<T>(
  { name, timeout }: { name: string; timeout: number },
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(timeout);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new Refusal("invalid_data", "it did not answer in time")));
  });
  try {
    // A plugin may ignore the signal.
    return await Promise.race([call(signal), late]);
  } catch (error) {
    const reason = error instanceof Refusal ? error.message : "it failed";
    throw new Refusal("invalid_data", `The provider of ${name} gave no token: ${reason}`);
  }
}
