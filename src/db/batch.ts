import pg from "pg";
import { serialize } from "pg-protocol";
import { answerTooLarge } from "../kernel/refusal.ts";
import { isBroken } from "./broken-connection.ts";
import type { Writes } from "./writes.ts";

/** One statement ready to run. With a name it is prepared once on each connection and then only bound. */
export interface Sql {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name?: string;
  /** Its best plan depends on its values, as that of a page does: see `plan-choice.ts`. */
  readonly isPlannedByValues?: boolean;
  /** The tables it changes; a statement without them only reads. */
  readonly writes?: Writes;
}

type Row = Record<string, unknown>;
type Parser = (text: string) => unknown;

interface Field {
  name: string;
  dataTypeID: number;
}

interface Column {
  name: string;
  parse: Parser;
}

/** What `pg` lets a query of our own do with the connection. */
interface Wire {
  stream: { writable: boolean; write(bytes: Buffer): void };
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;

/** What all connections to a database know of statements that have a name. */
export interface NamedStatements {
  /** Their columns, once they are known. */
  readonly shapes: Map<string, readonly Column[]>;
  /** Grows when what they were prepared for is gone: all of them are prepared again. */
  round: number;
}

interface BatchOptions {
  parserOf: (type: number) => Parser;
  statements: NamedStatements;
  /** A larger result is refused. */
  mostBytes: number;
  resolve(results: Row[][]): void;
  reject(error: unknown): void;
}

// Whoever asks for other fields each time makes other statements each time, and PostgreSQL keeps each of them.
const MOST_PREPARED = 500;

/** The names that a connection knows, the one that was used longest ago first, and in which round it learned them. */
const prepared = new WeakMap<Wire, { names: Set<string>; round: number }>();

function preparedOn(wire: Wire, round: number): Set<string> {
  const known = prepared.get(wire);
  if (known?.round === round) return known.names;
  const names = new Set<string>();
  prepared.set(wire, { names, round });
  return names;
}

// Tables and types that were dropped and made again, as by a backup that is restored: an internal error, a result of
// another type, or a statement that is not there.
const OUTDATED = ["XX000", "0A000", "26000"];

/** Whether a statement may only have to be prepared again. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && OUTDATED.includes(error.code ?? "");

/** Those that were not used for longest are given up. */
function forgotten(known: Set<string>): Buffer[] {
  const messages: Buffer[] = [];
  for (const name of known) {
    if (known.size <= MOST_PREPARED) break;
    messages.push(serialize.close({ type: "S", name }));
    known.delete(name);
  }
  return messages;
}

const failedAt = new WeakMap<object, number>();

/** Which statement of its batch an error belongs to; undefined where the connection broke. */
export const failedStatement = (error: unknown): number | undefined =>
  typeof error === "object" && error !== null ? failedAt.get(error) : undefined;

/** For whoever sends more than was asked for. */
export function renumberFailed(error: unknown, numberOf: (sent: number) => number): void {
  const sent = failedStatement(error);
  if (sent !== undefined) failedAt.set(error as object, numberOf(sent));
}

/**
 * Several statements in one message to PostgreSQL, answered by one: between two processes, waking the other one costs
 * more than most statements do. They run one after the other, each seeing what those before it did; after one that
 * fails the others are not run.
 */
export class Batch {
  private readonly results: Row[][];
  private readonly values: unknown[][];
  /** Those that are not told again, by statement. */
  private readonly knownColumns: (readonly Column[] | undefined)[];
  private readonly round: number;
  private names = new Set<string>();
  private columns: readonly Column[] = [];
  private at = 0;
  private bytes = 0;

  constructor(
    private readonly statements: readonly Sql[],
    private readonly options: BatchOptions,
  ) {
    this.results = statements.map(() => []);
    // A value that cannot be sent is found out before anything is.
    this.values = statements.map(({ values }) => values.map(prepareValue));
    this.round = options.statements.round;
    this.knownColumns = statements.map(({ name }) =>
      name === undefined ? undefined : options.statements.shapes.get(name),
    );
  }

  submit(wire: Wire): void {
    this.names = preparedOn(wire, this.round);
    const messages = forgotten(this.names);
    this.statements.forEach((_, index) => {
      this.put(messages, index);
    });
    messages.push(serialize.sync());
    // A connection that has broken says so to whoever is served by it.
    if (wire.stream.writable) wire.stream.write(Buffer.concat(messages));
    this.begin(0);
  }

  private put(messages: Buffer[], index: number): void {
    const { name, text } = this.statements[index]!;
    const values = this.values[index]!;
    if (name !== undefined && this.names.delete(name)) this.names.add(name);
    else {
      // A batch that failed may have left it behind.
      if (name !== undefined) messages.push(serialize.close({ type: "S", name }));
      messages.push(serialize.parse({ text, name: name ?? "" }));
    }
    messages.push(serialize.bind({ statement: name ?? "", values }));
    if (!this.knownColumns[index]) messages.push(serialize.describe({ type: "P", name: "" }));
    messages.push(serialize.execute({ portal: "", rows: 0 }));
  }

  private begin(index: number): void {
    this.at = index;
    this.columns = this.knownColumns[index] ?? [];
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.columns = fields.map(({ name, dataTypeID }) => ({ name, parse: this.options.parserOf(dataTypeID) }));
  }

  handleDataRow({ fields, length }: { fields: (string | null)[]; length: number }): void {
    this.bytes += length;
    // It comes to its end, but is not collected.
    if (this.isTooLarge()) return;
    const row: Row = {};
    for (let index = 0; index < fields.length; index++) {
      const { name, parse } = this.columns[index]!;
      const text = fields[index]!;
      row[name] = text === null ? null : parse(text);
    }
    this.results[this.at]!.push(row);
  }

  handleCommandComplete(): void {
    const { name } = this.statements[this.at]!;
    const { shapes, round } = this.options.statements;
    if (name !== undefined) {
      this.names.add(name);
      if (round === this.round && !shapes.has(name)) shapes.set(name, this.columns);
    }
    this.begin(this.at + 1);
  }

  handleError(error: unknown): void {
    // What ends the connection says nothing of what became of the statements.
    if (error instanceof pg.DatabaseError && !isBroken(error)) failedAt.set(error, this.at);
    if (isOutdated(error)) this.prepareAllAgain();
    this.options.reject(error);
  }

  private prepareAllAgain(): void {
    const { statements } = this.options;
    // Others may have found out before.
    if (statements.round !== this.round) return;
    statements.round++;
    statements.shapes.clear();
  }

  private isTooLarge = (): boolean => this.bytes > this.options.mostBytes;

  handleReadyForQuery(): void {
    if (this.isTooLarge()) this.options.reject(answerTooLarge(this.options.mostBytes));
    else this.options.resolve(this.results);
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(): void {}
}
