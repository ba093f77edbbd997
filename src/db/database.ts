import pg from "pg";
import type { Tracing } from "../kernel/tracing.ts";
import { isReadOnlyError } from "../kernel/transient-error.ts";
import { version } from "../package-root.ts";
import { Batch, isOutdated, noStatements, renumberFailed, type Sql } from "./connections/batch.ts";
import type { Connection, OpenTransaction, Tx } from "./connections/connection.ts";
import { closeWhenUnanswered, sessionTimeouts } from "./connections/connection-loss.ts";
import { serverProcessId, submitQuery, withErrorCode } from "./connections/pg-protocol-adapter.ts";
import { isPlanChoice, PLAN_FOR_MEMORY, PLAN_ONCE, withPlanChoice } from "./connections/plan-choice.ts";
import {
  isLimitError,
  isStatementLimit,
  tooExpensive,
  withStatementLimit,
} from "./connections/statement-limit.ts";
import { tracedSend } from "./connections/traced-send.ts";
import { Primary } from "./primary/primary.ts";
import { clientOf } from "./primary/primary-client.ts";
import { SERVER_STATE, type ServerState } from "./primary/server-state.ts";
import { LOOK_IN_PUBLIC } from "./schema/search-path.ts";
import { joinedTransaction } from "./transactions/joined-transaction.ts";
import { openTransaction } from "./transactions/open-transaction.ts";

export { affectedRows, type Sql } from "./connections/batch.ts";
export type { Connection, Tx, WriteConnection } from "./connections/connection.ts";

export interface DatabaseOptions {
  url: string | Primary;
  /** The same database, past a pooler that `url` leads to. */
  directUrl?: string | Primary | undefined;
  poolSize?: number;
  /** Off for poolers that do not support prepared statements (PgBouncer before 1.21 in transaction mode). */
  namedStatements?: boolean;
  onIdleError?: (error: Error) => void;
  /** A connection whose answer takes longer is closed, in milliseconds. */
  timeout?: number;
  /** The largest result of statements that are sent together; a larger one is refused. */
  maxBytes?: number;
  /** Called for each new connection with the id of its server process. */
  onConnect?: (pid: number) => void;
  /** Records a span for each message to the database. */
  tracing?: Tracing | undefined;
}

export type StatementListener = (sql: Sql) => void;
/** May return a `WasCommitted`, a function that finds the outcome of a commit whose connection was lost. */
export type CommitHook = (tx: Tx) => Promise<unknown>;

export interface Db extends Connection {
  /** The server that it leads to: of several, the one that takes changes. */
  readonly primary: Primary;
  readonly poolSize: number;
  readonly pool: pg.Pool;
  /** For connections of one's own, past any pooler: to listen, or to hold a lock over many transactions. */
  readonly direct: pg.PoolConfig;
  /** One of these, not yet connected. */
  directClient(): pg.Client;
  /** Runs inside every transaction, just before its commit. */
  readonly beforeCommit: Set<CommitHook>;
  /** Called after each commit. */
  readonly afterCommit: Set<(tx: Tx) => void>;
  /** Called for every statement, begin and commit included: the statement counter of the tests, the metrics. */
  readonly onStatement: Set<StatementListener>;
  /** Several statements in one message, outside of a transaction: each has a snapshot of its own. */
  runTogether(statements: readonly Sql[]): Promise<Record<string, unknown>[][]>;
  /** A transaction on a checked-out client; `inTransaction` is its only caller. */
  begin(client: pg.PoolClient, options: { isOptimistic: boolean }): OpenTransaction;
  close(): Promise<void>;
}

const INT8 = 20;
const NUMERIC = 1700;

// Counts and sums are far below 2^53, and the API uses JSON numbers.
const parserOf = (oid: number): ((text: string) => unknown) =>
  oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, "text");

const types: pg.CustomTypesConfig = { getTypeParser: parserOf as never };

type Rows = Record<string, unknown>[];
type Send = (client: pg.ClientBase, statements: readonly Sql[]) => Promise<Rows[]>;

const withoutName = ({ text, values }: Sql): Sql => ({ text, values });

const asPrimary = (url: string | Primary): Primary => (typeof url === "string" ? new Primary(url) : url);

export function openDatabase(options: DatabaseOptions): Db {
  const { namedStatements: isNamed = true, poolSize = 10, timeout = 30_000 } = options;
  const primary = asPrimary(options.url);
  const direct = options.directUrl === undefined ? primary : asPrimary(options.directUrl);
  const maxBytes = options.maxBytes ?? Number.POSITIVE_INFINITY;
  const prepared = noStatements();
  const submit: Send = (client, statements) =>
    new Promise((resolve, reject) => {
      submitQuery(
        client,
        new Batch(statements, { parserOf, statements: prepared, maxBytes, resolve, reject }),
      );
    });
  const config = {
    max: poolSize,
    connectionTimeoutMillis: Math.min(8_000, timeout),
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Shows the versions that use a database: see `tradewind doctor`.
    application_name: `tradewind ${version}`,
    types,
  };
  const connectionTo = (server: Primary): pg.PoolConfig => ({
    ...config,
    Client: clientOf(server),
    onConnect: async (client) => {
      // Between two uses nothing else listens. An error without a listener would end the process; a broken connection
      // fails at its next use anyway.
      client.on("error", () => {});
      // Not for background queries, which may take long: see graph/offset-index.ts.
      closeWhenUnanswered(client, timeout, (query) => query instanceof Batch);
      const settings = [
        sessionTimeouts(timeout),
        LOOK_IN_PUBLIC,
        PLAN_FOR_MEMORY,
        ...(isNamed ? [PLAN_ONCE] : []),
      ];
      await submit(client, isNamed ? settings : settings.map(withoutName));
      if (server.isOneOfSeveral) await server.check((await client.query<ServerState>(SERVER_STATE)).rows[0]!);
      options.onConnect?.(serverProcessId(client));
    },
  });
  const pool = new pg.Pool(connectionTo(primary));
  // Without a listener a connection that breaks while idle would end the process.
  pool.on("error", (error) => options.onIdleError?.(error));

  const onStatement = new Set<StatementListener>();
  const sendUntraced: Send = async (client, statements) => {
    for (const sql of statements) for (const listener of onStatement) listener(sql);
    const limited = withStatementLimit(statements);
    const sent = isNamed ? withPlanChoice(limited) : limited.map(withoutName);
    if (sent === statements) return submit(client, sent);
    const isRequested = (_: unknown, index: number) =>
      !isPlanChoice(sent[index]!) && !isStatementLimit(sent[index]!);
    try {
      return (await submit(client, sent)).filter(isRequested);
    } catch (error) {
      if (isLimitError(error, sent)) throw tooExpensive();
      renumberFailed(error, (index) => sent.slice(0, index).filter(isRequested).length);
      throw error;
    }
  };
  const send = options.tracing ? tracedSend(options.tracing, sendUntraced) : sendUntraced;
  const runTogether = async (together: readonly Sql[]) => {
    const joined = joinedTransaction(pool);
    if (joined) return Promise.all(together.map((sql) => joined.run(sql)));
    const once = () => withClient(pool, (client) => send(client, together));
    return once().catch((error) => {
      if (isOutdated(error)) return once();
      throw error;
    });
  };
  const run = async (sql: Sql) => (await runTogether([sql]))[0]!;

  return {
    primary,
    poolSize,
    pool,
    direct: connectionTo(direct),
    directClient: () => new (clientOf(direct))(config),
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

/** Work with a client of the pool. A client that is broken afterwards, or that the work discards, is not used again. */
export async function withClient<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, discard: (error: Error) => void) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error) => {
    throw withErrorCode(error);
  });
  let broken: Error | undefined;
  const discard = (error: Error) => {
    broken = error;
  };
  // The statement on a broken connection fails anyway; without a listener the whole process would end, too.
  client.on("error", discard);
  try {
    return await work(client, discard);
  } catch (error) {
    // A session keeps the read-only setting that it began with, even when the server takes writes again.
    if (isReadOnlyError(error)) discard(error as Error);
    throw error;
  } finally {
    client.off("error", discard);
    client.release(broken);
  }
}
