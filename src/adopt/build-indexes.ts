import type pg from "pg";
import { AdoptProblem, codeOf } from "./adopt-problem.ts";
import { quoted } from "./sql.ts";

export interface NewIndex {
  name: string;
  /** `CREATE INDEX "name" ON …` */
  statement: string;
}

const UNIQUE_VIOLATION = "23505";
const DEADLOCK = "40P01";
const TRIES = 5;

/** Builds them while other programs write to the tables. What a killed command has left unfinished is built again. */
export async function buildIndexes(
  client: pg.Client,
  indexes: readonly NewIndex[],
  report: (done: number, next: string) => void,
): Promise<void> {
  for (const [done, index] of indexes.entries()) {
    report(done, index.name);
    await build(client, index, TRIES);
  }
}

async function build(client: pg.Client, index: NewIndex, tries: number): Promise<void> {
  if ((await stateOf(client, index.name)) === "valid") return;
  await client.query(`drop index if exists public.${quoted(index.name)}`);
  try {
    await client.query(index.statement.replace(" INDEX ", " INDEX CONCURRENTLY "));
  } catch (error) {
    if (codeOf(error) === DEADLOCK && tries > 1) return build(client, index, tries - 1);
    // What is left of it would be checked with every write.
    await client.query(`drop index if exists public.${quoted(index.name)}`).catch(() => {});
    if (codeOf(error) !== UNIQUE_VIOLATION) throw error;
    const { message, detail } = error as pg.DatabaseError;
    throw new AdoptProblem(`two rows are equal where there may be only one: ${message}. ${detail ?? ""}`, {
      cause: error,
    });
  }
}

async function stateOf(client: pg.Client, name: string): Promise<"missing" | "valid" | "invalid"> {
  const { rows } = await client.query<{ indisvalid: boolean }>(
    "select indisvalid from pg_index where indexrelid = to_regclass($1)",
    [`public.${quoted(name)}`],
  );
  if (!rows[0]) return "missing";
  return rows[0].indisvalid ? "valid" : "invalid";
}
