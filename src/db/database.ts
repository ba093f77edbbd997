import pg from "pg";
import { isReadOnly } from "../kernel/passing-trouble.ts";
import { Batch, isOutdated, type NamedStatements, renumberFailed, type Sql } from "./batch.ts";
import type { Connection, OpenTransaction, Tx } from "./connection.ts";
import { openTransaction } from "./open-transaction.ts";
import { isPlanChoice, PLAN_FOR_MEMORY, PLAN_ONCE, withPlanChoice } from "./plan-choice.ts";
import { cutWhenSilent, sessionSettings } from "./silent-line.ts";

export type { Sql } from "./batch.ts";
export type { Connection, Tx, WriteConnection } from "./connection.ts";

export interface DatabaseOptions {
  url: string;
  /** The same database past a pooler that `url` leads to. */
  directUrl?: string;
  poolSize?: number;
  /** Off for poolers that cannot carry prepared statements (PgBouncer before 1.21 in transaction mode). */
  namedStatements?: boolean;
  onIdleError?: (error: Error) => void;
  /** How long an answer is waited for, in milliseconds. */
  patience?: number;
  /** The largest result of statements that are sent together; a larger one is refused. */
  mostBytes?: number;
  /** Told of each new connection by the number of its process. */
  onConnect?: (pid: number) => void;
}

export type StatementListener = (sql: Sql) => void;
/** May give a `WasCommitted`, a function that finds out what became of a commit whose answer was lost. */
export type CommitHook = (tx: Tx) => Promise<unknown>;

export interface Db extends Connection {
  readonly pool: pg.Pool;
  /** For who needs a connection of their own, past any pooler: to listen, or to hold a lock over many transactions. */
  readonly direct: pg.PoolConfig;
  /** Runs inside every transaction, just before its commit. */
  readonly beforeCommit: Set<CommitHook>;
  /** Told when a transaction has been committed. */
  readonly afterCommit: Set<(tx: Tx) => void>;
  /** Told of every statement, begin and commit included: the statement counter of the tests, the metrics. */
  readonly onStatement: Set<StatementListener>;
  /** Several statements in one message, outside of a transaction; they see the database one after the other. */
  runTogether(statements: readonly Sql[]): Promise<Record<string, unknown>[][]>;
  /** A transaction on a checked-out client; `inTransaction` is its only caller. */
  begin(client: pg.PoolClient, options: { isOptimistic: boolean }): OpenTransaction;
  close(): Promise<void>;
}

const INT8 = 20;
const NUMERIC = 1700;

// Counts and sums are far below 2^53, and the API speaks JSON numbers.
const parserOf = (oid: number): ((text: string) => unknown) =>
  oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, "text");

const types: pg.CustomTypesConfig = { getTypeParser: parserOf as never };

type Rows = Record<string, unknown>[];
type Send = (client: pg.ClientBase, statements: readonly Sql[]) => Promise<Rows[]>;

export function openDatabase(options: DatabaseOptions): Db {
  const named = options.namedStatements ?? true;
  const patience = options.patience ?? 30_000;
  const mostBytes = options.mostBytes ?? Number.POSITIVE_INFINITY;
  const statements: NamedStatements = { shapes: new Map(), round: 0 };
  const submit: Send = (client, batch) =>
    new Promise((resolve, reject) => {
      client.query(new Batch(batch, { parserOf, statements, mostBytes, resolve, reject }) as never);
    });
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: Math.min(8_000, patience),
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: "tradewind",
    types,
    onConnect: async (client) => {
      // From one who used it to the next there is a moment at which nobody listens. What is cut then fails when it is
      // used; without a listener the whole process would end.
      client.on("error", () => {});
      // Not what runs beside requests and may take long: see graph/position-keeper.ts.
      cutWhenSilent(client, patience, (query) => query instanceof Batch);
      const settings = [sessionSettings(patience), PLAN_FOR_MEMORY, ...(named ? [PLAN_ONCE] : [])];
      await submit(client, named ? settings : settings.map(({ text, values }) => ({ text, values })));
      options.onConnect?.((client as unknown as { processID: number }).processID);
    },
  });
  // Without a listener a connection that breaks while idle would end the process.
  pool.on("error", (error) => options.onIdleError?.(error));

  const onStatement = new Set<StatementListener>();
  const send: Send = async (client, statements) => {
    for (const sql of statements) for (const listener of onStatement) listener(sql);
    const asked = named
      ? withPlanChoice(statements)
      : statements.map(({ text, values }) => ({ text, values }));
    if (asked === statements) return submit(client, asked);
    const isAsked = (_: unknown, index: number) => !isPlanChoice(asked[index]!);
    try {
      return (await submit(client, asked)).filter(isAsked);
    } catch (error) {
      renumberFailed(error, (sent) => asked.slice(0, sent).filter(isAsked).length);
      throw error;
    }
  };
  const runTogether = async (together: readonly Sql[]) => {
    const once = () => withClient(pool, (client) => send(client, together));
    return once().catch((error) => {
      if (isOutdated(error)) return once();
      throw error;
    });
  };
  const run = async (sql: Sql) => (await runTogether([sql]))[0]!;

  return {
    pool,
    direct: { ...pool.options, connectionString: options.directUrl ?? options.url },
    onStatement,
    beforeCommit: new Set(),
    afterCommit: new Set(),
    run: run as Connection["run"],
    runTogether,
    write: async (sql, refusal) => {
      await run(sql).catch((error) => {
        throw refusal ? refusal(error) : error;
      });
    },
    begin: (client, options) => openTransaction((statements) => send(client, statements), options),
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
  } catch (error) {
    // Another server may take changes by now, and a session that began with that setting keeps it.
    if (isReadOnly(error)) discard(error as Error);
    throw error;
  } finally {
    client.off("error", discard);
    client.release(broken);
  }
}
