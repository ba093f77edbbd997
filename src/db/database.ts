import pg from "pg";
import { Batch, type Sql } from "./batch.ts";
import type { Connection, OpenTransaction, Tx } from "./connection.ts";
import { openTransaction } from "./open-transaction.ts";

export type { Sql } from "./batch.ts";
export type { Connection, Tx } from "./connection.ts";

export interface DatabaseOptions {
  url: string;
  poolSize?: number;
  /** Off for poolers that cannot carry prepared statements (PgBouncer before 1.21 in transaction mode). */
  namedStatements?: boolean;
  onIdleError?: (error: Error) => void;
}

export type StatementListener = (sql: Sql) => void;
export type CommitHook = (tx: Tx) => Promise<void>;

export interface Db extends Connection {
  readonly pool: pg.Pool;
  /** Runs inside every transaction, just before its commit. */
  readonly beforeCommit: Set<CommitHook>;
  /** Told of every statement, begin and commit included: the statement counter of the tests, the metrics. */
  readonly onStatement: Set<StatementListener>;
  /** A transaction on a checked-out client; `inTransaction` is its only caller. */
  begin(client: pg.PoolClient): OpenTransaction;
  close(): Promise<void>;
}

const INT8 = 20;
const NUMERIC = 1700;

// Counts and sums are far below 2^53, and the API speaks JSON numbers.
const parserOf = (oid: number): ((text: string) => unknown) =>
  oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, "text");

const types: pg.CustomTypesConfig = { getTypeParser: parserOf as never };

type Rows = Record<string, unknown>[];
type Send = (client: pg.PoolClient, statements: readonly Sql[]) => Promise<Rows[]>;

export function openDatabase(options: DatabaseOptions): Db {
  const named = options.namedStatements ?? true;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 8_000,
    idleTimeoutMillis: 60_000,
    application_name: "tradewind",
    types,
  });
  // Without a listener a connection that breaks while idle would end the process.
  pool.on("error", (error) => options.onIdleError?.(error));

  const onStatement = new Set<StatementListener>();
  const shapes = new Map();
  const send: Send = (client, statements) => {
    const asked = named ? statements : statements.map(({ text, values }) => ({ text, values }));
    for (const sql of asked) for (const listener of onStatement) listener(sql);
    return new Promise((resolve, reject) => {
      client.query(new Batch(asked, { parserOf, shapes, resolve, reject }) as never);
    });
  };
  const run = async (sql: Sql) => (await withClient(pool, (client) => send(client, [sql])))[0]!;

  return {
    pool,
    onStatement,
    beforeCommit: new Set(),
    run: run as Connection["run"],
    write: async (sql, refusal) => {
      await run(sql).catch((error) => {
        throw refusal ? refusal(error) : error;
      });
    },
    begin: (client) => openTransaction((statements) => send(client, statements)),
    close: () => pool.end(),
  };
}

/** Work with a client of the pool. One that is broken afterwards, as the connection or the work says, is thrown away. */
export async function withClient<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, discard: (error: Error) => void) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const discard = (error: Error) => {
    broken = error;
  };
  // The statement that meets a cut connection fails anyway; without a listener the whole process would end, too.
  client.on("error", discard);
  try {
    return await work(client, discard);
  } finally {
    client.off("error", discard);
    client.release(broken);
  }
}
