import type { Sql } from "./batch.ts";

/** Whatever can run a statement: the pool, or an open transaction. */
export interface Connection {
  run<Row = Record<string, unknown>>(sql: Sql): Promise<Row[]>;
  /**
   * Runs a statement whose result nobody waits for. In a transaction it goes along with the next one that somebody
   * does wait for, at the latest with the commit; what goes wrong with it is thrown there, as `refusal` says it.
   */
  write(sql: Sql, refusal?: (error: unknown) => unknown): Promise<void>;
}

declare const insideTransaction: unique symbol;

/** An open transaction. Stores that write ask for one, so that a write outside a transaction does not compile. */
export interface Tx extends Connection {
  readonly [insideTransaction]: true;
  /** The tables that its statements have written to so far: see `writtenTables`. */
  readonly written: ReadonlySet<string>;
  /**
   * Whether the work may go by what this process remembers, without a look: then it says so by `assume`. Where that does
   * not hold, or the work refuses something before it is known to hold, the work is done again, and has to look.
   */
  readonly mayAssume: boolean;
  /** A statement that fails unless what the work goes by still holds (`tradewind.expect`); `wrong` is told when it fails. */
  assume(sql: Sql, wrong?: () => void): void;
  /** A read that goes along with the commit, after every write; what it found is there when that has happened. */
  readLast(sql: Sql, hear: (rows: Record<string, unknown>[]) => void): void;
}

/** The statements of one transaction. */
export interface OpenTransaction extends Tx {
  /** Whether it went by something that was wrong, or is not known to be right. */
  isUnsure(): boolean;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}
