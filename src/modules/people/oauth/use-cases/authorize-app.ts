import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { invalid, notAllowed, Refusal } from "../../../../kernel/refusal.ts";
import type { OauthApp } from "../../../../providers/ports/oauth.ts";
import type { ProviderRegistry } from "../../../../providers/registry.ts";
import { factsOf, tokenFrom } from "../oauth-app.ts";
import { lockApp, saveApp, saveToken } from "../oauth-store.ts";
import { callOauthProvider } from "./call-oauth-provider.ts";
import { rowOf } from "./register-apps.ts";
import { isSameState, newState } from "./state.ts";

export interface Authorization {
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
      await announce(tx, `oauth.token_generated.${given.name}`, data);
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
