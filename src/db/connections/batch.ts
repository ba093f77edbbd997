import pg from "pg";
import { BoundedMap } from "../../kernel/bounded-map.ts";
import { answerTooLarge } from "../../kernel/refusal.ts";
import type { Writes } from "../transactions/writes.ts";
import { isConnectionError } from "./connection-loss.ts";
import {
  type PgConnection,
  type PgField,
  type PgQuery,
  prepareValue,
  protocol,
  withErrorCode,
} from "./pg-protocol-adapter.ts";

/** One statement ready to run. With a name it is prepared once on each connection and then only bound. */
export interface Sql {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name?: string;
  /** Its best plan depends on its values, as that of a page does: see `plan-choice.ts`. */
  readonly isPlannedByValues?: boolean;
  /** The tables it changes; a statement without them only reads. */
  readonly writes?: Writes | undefined;
  /** `affectedRows` returns how many rows it changed. */
  readonly isCounted?: boolean;
}

type Row = Record<string, unknown>;
type Parser = (text: string) => unknown;

interface Column {
  name: string;
  parse: Parser;
}

/** Prepared statements, as far as all connections to a database share the knowledge. */
export interface PreparedStatements {
  /** The columns of each statement, once they are known. */
  readonly columns: BoundedMap<string, readonly Column[]>;
  /** Grows when tables were replaced: every connection then prepares all of its statements again. */
  generation: number;
}

// More than the statements of the code and of all shapes that `graph/` caches.
const MAX_DESCRIBED = 10_000;

export const noStatements = (): PreparedStatements => ({
  columns: new BoundedMap(MAX_DESCRIBED),
  generation: 0,
});

interface BatchOptions {
  parserOf: (type: number) => Parser;
  statements: PreparedStatements;
  /** A larger result is refused. */
  maxBytes: number;
  resolve(results: Row[][]): void;
  reject(error: unknown): void;
}

// Clients that select other fields each time cause other statements each time, and PostgreSQL keeps every one of them.
const MAX_PREPARED = 500;

/** The statements that a connection has prepared, the least recently used first. */
const prepared = new WeakMap<PgConnection, { names: Set<string>; generation: number }>();

function preparedOn(connection: PgConnection, generation: number): Set<string> {
  const known = prepared.get(connection);
  if (known?.generation === generation) return known.names;
  const names = new Set<string>();
  prepared.set(connection, { names, generation });
  return names;
}

// Tables and types that were dropped and created again, for example by restoring a backup: an internal error, a result
// of another type, or a missing statement.
const OUTDATED = ["XX000", "0A000", "26000"];

/** Whether preparing the statement again may help. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && OUTDATED.includes(error.code ?? "");

/** Closes the least recently used statements above the limit. */
function evict(names: Set<string>): Buffer[] {
  const messages: Buffer[] = [];
  for (const name of names) {
    if (names.size <= MAX_PREPARED) break;
    messages.push(protocol.close({ type: "S", name }));
    names.delete(name);
  }
  return messages;
}

const counts = new WeakMap<object, bigint>();

/** How many rows a statement with `isCounted` has changed or returned, by its result. */
export const affectedRows = (rows: readonly unknown[]): bigint | undefined => counts.get(rows);

const failedIndexes = new WeakMap<object, number>();

/** The index of the statement in its batch that caused the error; undefined when the connection broke. */
export const failedStatement = (error: unknown): number | undefined =>
  typeof error === "object" && error !== null ? failedIndexes.get(error) : undefined;

/** For callers that add statements of their own to a batch: translates the index of the failed one. */
export function renumberFailed(error: unknown, numberOf: (sent: number) => number): void {
  const sent = failedStatement(error);
  if (sent !== undefined) failedIndexes.set(error as object, numberOf(sent));
}

/**
 * Several statements in one message to PostgreSQL, answered by one: a round trip between two processes costs more than
 * most statements do. They run one after the other, and each sees the changes of those before it. After one that fails
 * the rest is skipped.
 */
export class Batch implements PgQuery {
  private readonly results: Row[][];
  private readonly values: unknown[][];
  /** Columns that the server need not describe again, by statement. */
  private readonly knownColumns: (readonly Column[] | undefined)[];
  private readonly generation: number;
  private names = new Set<string>();
  private columns: readonly Column[] = [];
  private current = 0;
  private bytes = 0;

  constructor(
    private readonly statements: readonly Sql[],
    private readonly options: BatchOptions,
  ) {
    this.results = statements.map(() => []);
    // Before anything is sent: a value that cannot be sent throws here.
    this.values = statements.map(({ values }) => values.map(prepareValue));
    this.generation = options.statements.generation;
    this.knownColumns = statements.map(({ name }) =>
      name === undefined ? undefined : options.statements.columns.get(name),
    );
  }

  submit(connection: PgConnection): void {
    this.names = preparedOn(connection, this.generation);
    const messages = evict(this.names);
    this.statements.forEach((_, index) => {
      this.addMessages(messages, index);
    });
    messages.push(protocol.sync());
    // On a broken connection nothing is written: `pg` calls `handleError`.
    if (connection.stream.writable) connection.stream.write(Buffer.concat(messages));
    this.begin(0);
  }

  private addMessages(messages: Buffer[], index: number): void {
    const { name, text } = this.statements[index]!;
    const values = this.values[index]!;
    if (name !== undefined && this.names.delete(name)) this.names.add(name);
    else {
      // A batch that failed may have prepared it already.
      if (name !== undefined) messages.push(protocol.close({ type: "S", name }));
      messages.push(protocol.parse({ text, name: name ?? "" }));
    }
    messages.push(protocol.bind({ statement: name ?? "", values }));
    if (!this.knownColumns[index]) messages.push(protocol.describe({ type: "P", name: "" }));
    messages.push(protocol.execute({ portal: "", rows: 0 }));
  }

  private begin(index: number): void {
    this.current = index;
    this.columns = this.knownColumns[index] ?? [];
  }

  handleRowDescription({ fields }: { fields: PgField[] }): void {
    this.columns = fields.map(({ name, dataTypeID }) => ({ name, parse: this.options.parserOf(dataTypeID) }));
  }

  handleDataRow({ fields, length }: { fields: (string | null)[]; length: number }): void {
    this.bytes += length;
    // The rest is received but not collected.
    if (this.isTooLarge()) return;
    const row: Row = {};
    for (let index = 0; index < fields.length; index++) {
      const { name, parse } = this.columns[index]!;
      const text = fields[index]!;
      row[name] = text === null ? null : parse(text);
    }
    this.results[this.current]!.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const { name, isCounted } = this.statements[this.current]!;
    const count = isCounted ? /\d+$/.exec(text)?.[0] : undefined;
    if (count !== undefined) counts.set(this.results[this.current]!, BigInt(count));
    const { columns, generation } = this.options.statements;
    if (name !== undefined) {
      this.names.add(name);
      if (generation === this.generation && !columns.has(name)) columns.set(name, this.columns);
    }
    this.begin(this.current + 1);
  }

  handleError(error: unknown): void {
    // When the connection breaks, the outcome of every statement is unknown.
    if (error instanceof pg.DatabaseError && !isConnectionError(error))
      failedIndexes.set(error, this.current);
    if (isOutdated(error)) this.prepareAllAgain();
    this.options.reject(withErrorCode(error));
  }

  private prepareAllAgain(): void {
    const { statements } = this.options;
    // Another batch may have done so already.
    if (statements.generation !== this.generation) return;
    statements.generation++;
    statements.columns.clear();
  }

  private isTooLarge = (): boolean => this.bytes > this.options.maxBytes;

  handleReadyForQuery(): void {
    if (this.isTooLarge()) this.options.reject(answerTooLarge(this.options.maxBytes));
    else this.options.resolve(this.results);
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(): void {}
}
