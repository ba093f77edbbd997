import pg from "pg";

/** One statement ready to run. With a name it is prepared once on each connection and then only bound. */
export interface Sql {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name?: string;
}

/** Whatever can run a statement: the pool, or an open transaction. */
export interface Connection {
  run<Row = Record<string, unknown>>(sql: Sql): Promise<Row[]>;
}

declare const insideTransaction: unique symbol;

/** An open transaction. Stores that write ask for one, so that a write outside a transaction does not compile. */
export interface Tx extends Connection {
  readonly [insideTransaction]: true;
}

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
  /** The connection of one checked-out client; `inTransaction` is its only caller. */
  on(client: pg.PoolClient): Tx;
  close(): Promise<void>;
}

const INT8 = 20;
const NUMERIC = 1700;

// Counts and sums are far below 2^53, and the API speaks JSON numbers.
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format as "text")) as never,
};

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
  const runOn = (client: pg.Pool | pg.PoolClient) => async (sql: Sql) => {
    for (const listener of onStatement) listener(sql);
    const result = await client.query({
      ...sql,
      name: named ? sql.name : undefined,
      values: [...sql.values],
    });
    return result.rows;
  };

  return {
    pool,
    onStatement,
    beforeCommit: new Set(),
    run: runOn(pool) as Connection["run"],
    on: (client) => ({ run: runOn(client) }) as Tx,
    close: () => pool.end(),
  };
}
