import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import type { OauthRow, Token, TokenFacts } from "./oauth-app.ts";

type Known = Omit<OauthRow, "state"> & { state: string | null };

const columns = ["application_name", "display_name", "install_url", "uninstall_url"] as const;
const state = sql<string | null>`data->>'state'`.as("state");

const selectAll = compiled("oauth-list", (db, p: { names: string[] }) =>
  db
    .selectFrom("oauth")
    .select([...columns, state])
    .where(sql<boolean>`application_name = any(${p.names})`),
);

export const listApps = (on: Connection, names: string[]): Promise<Known[]> => selectAll(on, { names });

const lock = compiled("oauth-lock", (db, p: { name: string }) =>
  db
    .selectFrom("oauth")
    .select([...columns, state])
    .where("application_name", "=", p.name)
    .forUpdate(),
);

export async function lockApp(tx: Tx, name: string): Promise<Known | null> {
  const [found] = await lock(tx, { name });
  return found ?? null;
}

const put = compiled("oauth-put", (db, p: OauthRow & { id: string }) =>
  db
    .insertInto("oauth")
    .values({
      id: p.id,
      application_name: p.application_name,
      display_name: p.display_name,
      install_url: p.install_url,
      uninstall_url: p.uninstall_url,
      data: sql`jsonb_build_object('state', ${p.state}::text)`,
    })
    .onConflict((conflict) =>
      conflict.column("application_name").doUpdateSet({
        display_name: sql`excluded.display_name`,
        install_url: sql`excluded.install_url`,
        uninstall_url: sql`excluded.uninstall_url`,
        data: sql`coalesce(oauth.data, '{}') || excluded.data`,
      }),
    ),
);

/** Creates or replaces the row; the public part of the token stays. */
export async function saveApp(tx: Tx, app: OauthRow): Promise<void> {
  await put(tx, { ...app, id: newId("oauth") });
}

const takeTurn = compiled("oauth-turn", (db, p: { name: string }) =>
  db.selectNoFrom(
    sql`pg_advisory_xact_lock(hashtextextended('tradewind.oauth ' || ${p.name}, 0))`.as("turn"),
  ),
);

/** An advisory lock of an application until the end of the transaction. It does not lock the row. */
export async function lockRenewal(tx: Tx, name: string): Promise<void> {
  await takeTurn(tx, { name });
}

const selectToken = compiled("oauth-token", (db, p: { name: string }) =>
  db.selectFrom("tradewind.oauth_token").select("data").where("application_name", "=", p.name),
);

export async function findToken(on: Connection, name: string): Promise<Token | null> {
  const [found] = await selectToken(on, { name });
  return found ? (found.data as Token) : null;
}

const putToken = compiled("oauth-token-put", (db, p: { name: string; token: string }) =>
  db
    .insertInto("tradewind.oauth_token")
    .values({ application_name: p.name, data: sql`${p.token}::jsonb` })
    .onConflict((conflict) =>
      conflict
        .column("application_name")
        .doUpdateSet({ data: sql`excluded.data`, updated_at: sql<Date>`now()` }),
    ),
);

const putFacts = compiled("oauth-facts-put", (db, p: { name: string; facts: string }) =>
  db
    .updateTable("oauth")
    .set({ data: sql`jsonb_build_object('state', data->'state') || ${p.facts}::jsonb` })
    .where("application_name", "=", p.name)
    .returning("id"),
);

/** Stores the token in a table that the API does not read, and its public part in the row. Returns the id of the row. */
export async function saveToken(
  tx: Tx,
  name: string,
  { token, facts }: { token: Token; facts: TokenFacts },
): Promise<string | null> {
  const [row] = await putFacts(tx, { name, facts: JSON.stringify(facts) });
  await putToken(tx, { name, token: JSON.stringify(token) });
  return row?.id ?? null;
}
