import type { WrittenTables } from "../transactions/writes.ts";
import type { Sql } from "./batch.ts";

/** Runs statements: the pool, or an open transaction. */
export interface Connection {
  run<Row = Record<string, unknown>>(sql: Sql): Promise<Row[]>;
  /**
   * Runs a statement without a result. In a transaction it is sent together with the next `run`, at the latest with the
   * commit. Its error is thrown there, translated by `refusal`.
   */
  write(sql: Sql, refusal?: (error: unknown) => unknown): Promise<void>;
}

declare const mayWrite: unique symbol;
declare const insideTransaction: unique symbol;

/**
 * An open transaction, or a connection on which each statement commits by itself (`autocommit`). For writes that are
 * right without a transaction around them.
 */
export interface WriteConnection extends Connection {
  readonly [mayWrite]: true;
}

/** An open transaction. Stores that write ask for one, so that a write outside a transaction does not compile. */
export interface Tx extends WriteConnection {
  readonly [insideTransaction]: true;
  /** The tables that its statements have changed so far. */
  readonly written: Readonly<Pick<WrittenTables, "isEmpty" | "tables" | "has" | "hasRowChanges">>;
  /**
   * Whether the work may use cached rows. It then checks them with `requireUnchanged`. If a check fails, or the work
   * refuses something while a check is open, the work is repeated without cached rows.
   */
  readonly isOptimistic: boolean;
  /** A statement that fails if cached rows have changed (`tradewind.assert_unchanged`). Then `onChanged` is called. */
  requireUnchanged(sql: Sql, onChanged?: () => void): void;
  /** A read that is sent with the commit, after every write. `onRows` is called when the commit has happened. */
  readWithCommit(sql: Sql, onRows: (rows: Record<string, unknown>[]) => void): void;
}

/** The statements of one transaction. */
export interface OpenTransaction extends Tx {
  /** Whether a check has failed, or is not answered yet. */
  hasOpenChecks(): boolean;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}
