import type pg from "pg";
import { AdoptProblem, codeOf } from "./adopt-problem.ts";
import { quoted } from "./sql.ts";
import { watched } from "./watched.ts";

export interface NewIndex {
  name: string;
  /** `CREATE INDEX "name" ON …` */
  statement: string;
}

export interface IndexProgress {
  onNext(done: number): void;
  /** Called with the sessions that an index waits for. */
  onWait(holders: string): void;
  /** How long it waits for them, in milliseconds. */
  patience?: number;
}

const UNIQUE_VIOLATION = "23505";
const DEADLOCK = "40P01";
const TRIES = 5;
const GIVE_UP_AFTER = 10 * 60_000;

/** Builds them while other programs write to the tables. What a killed command has left unfinished is built again. */
export async function buildIndexes(
  client: pg.Client,
  indexes: readonly NewIndex[],
  progress: IndexProgress,
): Promise<void> {
  const missing: NewIndex[] = [];
  for (const index of indexes) if ((await stateOf(client, index.name)) !== "valid") missing.push(index);
  const built = indexes.length - missing.length;
  const { onNext, onWait, patience: giveUpAfter = GIVE_UP_AFTER } = progress;
  if (missing.length === 0) return;
  await watched(client, { giveUpAfter, onWait }, async () => {
    for (const [place, index] of missing.entries()) {
      onNext(built + place);
      await build(client, index, TRIES);
    }
  });
}

async function build(client: pg.Client, index: NewIndex, tries: number): Promise<void> {
  if ((await stateOf(client, index.name)) === "invalid") await dropUnfinished(client, index.name);
  try {
    await client.query(index.statement.replace(" INDEX ", " INDEX CONCURRENTLY "));
  } catch (error) {
    if (codeOf(error) === DEADLOCK && tries > 1) return build(client, index, tries - 1);
    // What is left of it would be checked with every write. The next run drops it if this cannot.
    await client.query("set lock_timeout to '2s'").catch(() => {});
    await dropUnfinished(client, index.name).catch(() => {});
    await client.query("set lock_timeout to 0").catch(() => {});
    if (codeOf(error) !== UNIQUE_VIOLATION) throw error;
    const { message, detail } = error as pg.DatabaseError;
    throw new AdoptProblem(`two rows are equal where there may be only one: ${message}. ${detail ?? ""}`, {
      cause: error,
    });
  }
}

/** Concurrently: no writer has to wait behind it. */
const dropUnfinished = (client: pg.Client, name: string) =>
  client.query(`drop index concurrently if exists public.${quoted(name)}`);

async function stateOf(client: pg.Client, name: string): Promise<"missing" | "valid" | "invalid"> {
  const { rows } = await client.query<{ indisvalid: boolean }>(
    "select indisvalid from pg_index where indexrelid = to_regclass($1)",
    [`public.${quoted(name)}`],
  );
  if (!rows[0]) return "missing";
  return rows[0].indisvalid ? "valid" : "invalid";
}
