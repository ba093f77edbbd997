import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { invalid, notAllowed, Refusal } from "../../../../kernel/refusal.ts";
import type { OauthApp } from "../../../../providers/ports/oauth.ts";
import type { ProviderRegistry } from "../../../../providers/registry.ts";
import { factsOf, tokenFrom } from "../oauth-app.ts";
import { lockApp, saveApp, saveToken } from "../oauth-store.ts";
import { rowOf } from "./register-apps.ts";
import { isSameState, newState } from "./state.ts";
import { within } from "./within.ts";

export interface Authorization {
  /** Of the application. */
  name: string;
  state: string;
  code: string;
}

interface Deps {
  db: Db;
  providers: ProviderRegistry;
  /** How long the provider may take, in milliseconds. */
  timeout: number;
}

/**
 * Trades the code for a token and keeps it. The state is used up before the provider is asked, so that of two
 * requests with the same state one goes on and no row is locked while the network is slow. If no token comes of it,
 * the state is given back and the administrator may try again.
 */
export async function authorizeApp({ db, providers, timeout }: Deps, given: Authorization): Promise<void> {
  const { app, next } = await useUpState(db, providers, given);
  try {
    const token = await within({ name: given.name, timeout }, async (signal) => {
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
    await giveStateBack(db, app, { used: given.state, next });
    throw error;
  }
}

const useUpState = (db: Db, providers: ProviderRegistry, { name, state }: Authorization) =>
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

const giveStateBack = (db: Db, app: OauthApp, { used, next }: { used: string; next: string }) =>
  inTransaction(db, async (tx) => {
    const row = await lockApp(tx, app.applicationName);
    if (row?.state === next) await saveApp(tx, rowOf(app, used));
  });
