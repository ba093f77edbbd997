import type { RunSql } from "./search-path.ts";

/** The oldest major version of PostgreSQL that Tradewind runs on. */
const OLDEST = 13;

export async function majorVersionOf(query: RunSql): Promise<number> {
  const { rows } = await query("select current_setting('server_version_num')::int / 10000 as major");
  return (rows[0] as { major: number }).major;
}

/** Null for a version that can be used. */
export const versionProblem = (major: number): string | null =>
  major < OLDEST ? `PostgreSQL ${major} is too old; ${OLDEST} or newer is required` : null;
