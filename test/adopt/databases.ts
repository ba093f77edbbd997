import { join } from "node:path";
import pg from "pg";
import { startPostgres } from "../../bench/support/postgres.ts";
import { dataFolder } from "../../src/db/embedded/index.ts";

/** Ignored by git, and passable for the account that PostgreSQL runs as. */
export const FOLDER = join(dataFolder(undefined), "adopt-test");

/** Databases that stay: what v1 has made is made once, and copied for each use. */
export class Databases {
  private constructor(private readonly postgres: Awaited<ReturnType<typeof startPostgres>>) {}

  static open = async (): Promise<Databases> => new Databases(await startPostgres(FOLDER, []));

  urlOf = (name: string): string => this.postgres.urlOf(name);

  async exists(name: string): Promise<boolean> {
    return (await this.postgres.ask("select from pg_database where datname = $1", [name])).length > 0;
  }

  /** A new one, empty or as the other is. */
  async create(name: string, like?: string): Promise<string> {
    await this.drop(name);
    await this.postgres.ask(`create database ${quoted(name)}${like ? ` template ${quoted(like)}` : ""}`);
    return this.urlOf(name);
  }

  rename = async (from: string, to: string): Promise<void> => {
    await this.drop(to);
    await this.postgres.ask(`alter database ${quoted(from)} rename to ${quoted(to)}`);
  };

  drop = async (name: string): Promise<void> =>
    void (await this.postgres.ask(`drop database if exists ${quoted(name)} with (force)`));

  stop = (): Promise<void> => this.postgres.stop();
}

const quoted = (name: string): string => pg.escapeIdentifier(name);

export type Row = Record<string, unknown>;

/** Statements in one database. */
export async function inDatabase<Result>(
  url: string,
  work: (ask: <Found = Row>(text: string, values?: unknown[]) => Promise<Found[]>) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(async (text, values = []) => (await client.query(text, values)).rows);
  } finally {
    await client.end();
  }
}
