import type pg from "pg";
import type { Config } from "../../config.ts";
import { type Catalogue, readCatalogue } from "../catalogue.ts";
import type { Finding, Severity } from "../finding.ts";
import type { Target } from "../target-catalogue.ts";
import type { InstalledProviders } from "./installed-providers.ts";

/** What examining needs to know besides the database. */
export interface ExamineContext {
  config: Config;
  /** Also has settings of v1: the people who run it often keep them. */
  environment: Readonly<Record<string, string | undefined>>;
  installed: InstalledProviders;
  target: Target;
}

/** A database of v1 that is being read. */
export interface Examination extends ExamineContext {
  found: Catalogue;
  /** What was left out, because reading it takes too long or is not allowed. */
  uncounted: string[];
  /** Null if it is left out; then `subject` is named in the report. */
  rows<Row>(subject: string, text: string, values?: readonly unknown[]): Promise<Row[] | null>;
}

export type Examine = (examination: Examination) => Promise<Finding[]> | Finding[];

const finding =
  (severity: Severity) =>
  (code: string, message: string, details?: Record<string, unknown>): Finding => ({
    severity,
    code,
    message,
    ...(details && { details }),
  });

export const stop = finding("stop");
export const warning = finding("warning");
export const note = finding("note");

/** One scan of a table with some million rows takes seconds. */
const LONGEST_STATEMENT = "60s";
/** A concurrent change of the schema must not be blocked. */
const LONGEST_WAIT = "2s";

const LEFT_OUT = new Set([
  "57014", // the statement took too long
  "55P03", // another session has locked the table
  "42501", // no right to read it
]);

/** Reads in a transaction that cannot write. It holds no row lock and no snapshot between statements. */
export async function inExamination<Result>(
  client: pg.Client,
  context: ExamineContext,
  work: (examination: Examination) => Promise<Result>,
): Promise<Result> {
  await client.query("begin transaction isolation level read committed read only");
  try {
    await client.query(
      `set local statement_timeout = '${LONGEST_STATEMENT}'; set local lock_timeout = '${LONGEST_WAIT}'`,
    );
    const found = await readCatalogue(client);
    await client.query("set local search_path = public, pg_temp");
    const uncounted: string[] = [];
    const rows = <Row>(subject: string, text: string, values: readonly unknown[] = []) =>
      bounded<Row>(client, { text, values }, () => uncounted.push(subject));
    return await work({ ...context, found, uncounted, rows });
  } finally {
    await client.query("rollback");
  }
}

async function bounded<Row>(
  client: pg.Client,
  { text, values }: { text: string; values: readonly unknown[] },
  leaveOut: () => void,
): Promise<Row[] | null> {
  await client.query("savepoint before_statement");
  try {
    return (await client.query(text, [...values])).rows as Row[];
  } catch (error) {
    if (!LEFT_OUT.has((error as { code?: string }).code ?? "")) throw error;
    await client.query("rollback to savepoint before_statement");
    leaveOut();
    return null;
  }
}

/** Whether the database has the table and all of these columns. */
export function hasTable(
  { found }: Pick<Examination, "found">,
  name: string,
  columns: string[] = [],
): boolean {
  const table = found.tables.find((each) => each.name === name);
  return table !== undefined && columns.every((column) => table.columns.some((each) => each.name === column));
}

const SHOWN = 5;

/** The first names, and how many there are more. */
export const listed = (names: readonly string[]): string =>
  names.length > SHOWN
    ? `${names.slice(0, SHOWN).join(", ")} and ${names.length - SHOWN} more`
    : names.join(", ");

/** `1 order`, `2 orders`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
