import type pg from "pg";
import type { Sql } from "../connections/batch.ts";

/** A client or a pool: runs plain SQL. */
export type RunSql = (text: string) => Promise<{ rows: unknown[] }>;

/**
 * Names without a schema are looked for in public; PostgreSQL's own come first, and tables of the session last. The role, the
 * database and the address may have another path, which would lead to tables of the same name in another schema.
 */
export const LOOK_IN_PUBLIC: Sql = {
  name: "look-in-public",
  text: "select set_config('search_path', 'public, pg_temp', false)",
  values: [],
};

/** The schema of the extension pg_trgm as an identifier; null before it is installed. Some hosts have a schema for extensions. */
async function searchSchema(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(nspname) as name from pg_extension join pg_namespace n on n.oid = extnamespace
     where extname = 'pg_trgm'`,
  );
  return rows[0]?.name ?? null;
}

/** For changes of the schema: tables are created in public, and trigram indexes find their operators wherever these are. */
export async function usePublicSchema(client: pg.Client, scope: "session" | "transaction"): Promise<void> {
  const extension = await searchSchema(client);
  const path = ["public", ...(extension === null || extension === "public" ? [] : [extension]), "pg_temp"];
  await client.query("select set_config('search_path', $1, $2)", [path.join(", "), scope === "transaction"]);
}

/** A migration names the usual schema of the extension pg_trgm. */
export async function withSearchSchema(client: pg.Client, text: string): Promise<string> {
  const extension = (await searchSchema(client)) ?? "public";
  return text.replaceAll("public.gin_trgm_ops", `${extension}.gin_trgm_ops`);
}

/**
 * Reads while names without a schema are PostgreSQL's own, so that nothing runs that another role has made. For what is asked before
 * it is known whether there is something of that kind. One transaction: behind a pooler a session has no settings.
 */
export async function readInCatalogue<Result>(
  client: Pick<pg.ClientBase, "query">,
  read: (query: RunSql) => Promise<Result>,
): Promise<Result> {
  await client.query("begin read only");
  try {
    await client.query("set local search_path to pg_catalog, pg_temp");
    return await read((text) => client.query(text));
  } finally {
    await client.query("rollback");
  }
}
