import type { Tables } from "../db/tables.ts";
import type { Column } from "./column.ts";
import type { Entity } from "./entity.ts";
import type { ValueOf, Values } from "./row.ts";

/** What a store reads and writes, what a new row starts with and what requests may send, from the description of an entity. */

type ColumnsOf<E extends Entity> = E["columns"];

type NamesWith<E extends Entity, Fact> = {
  [Name in keyof ColumnsOf<E>]: ColumnsOf<E>[Name] extends Fact ? Name : never;
}[keyof ColumnsOf<E>] &
  string;

/** The database sets them. */
const rowTimes = ["created_at", "updated_at", "deleted_at"] as const;
type RowTime = (typeof rowTimes)[number];

const isStored = ([name, { computed, sql }]: [string, Column]) =>
  !computed && !sql && !(rowTimes as readonly string[]).includes(name);

type NotStored = { computed: true } | { sql: (row: string) => string };

export type StoredName<E extends Entity> = Exclude<
  keyof ColumnsOf<E> & string,
  RowTime | NamesWith<E, NotStored>
>;

/** A row as its store reads and writes it: all described columns of the table but its times. */
export type StoredRow<E extends Entity> = Pick<Values<E>, StoredName<E>>;

/** The names of these columns. A column that the table does not have is a compile error. */
export const storedColumns = <Table extends keyof Tables, E extends Entity>(
  _table: Table,
  entity: StoredName<E> extends keyof Tables[Table] ? E : never,
): StoredName<E>[] =>
  Object.entries<Column>((entity as E).columns)
    .filter(isStored)
    .map(([name]) => name as StoredName<E>);

/** These columns of the parameters of a statement, for `values` and `set`. */
export const valuesOf = <Row, Name extends keyof Row>(row: Row, names: readonly Name[]): Pick<Row, Name> =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;

type NullableName<E extends Entity> = {
  [Name in keyof ColumnsOf<E>]: null extends ValueOf<ColumnsOf<E>[Name]> ? Name : never;
}[keyof ColumnsOf<E>];

type WithInitial = { initial: unknown };

type InitialName<E extends Entity> = StoredName<E> & (NullableName<E> | NamesWith<E, WithInitial>);

/** A new row without what must be given: null, or the value that the description has. */
export const initialRow = <E extends Entity>(entity: E): Pick<StoredRow<E>, InitialName<E>> =>
  Object.fromEntries(
    Object.entries<Column>(entity.columns)
      .filter(isStored)
      .flatMap(([name, { nullable, initial }]) =>
        nullable || initial !== undefined ? [[name, initial ?? null]] : [],
      ),
  ) as Pick<StoredRow<E>, InitialName<E>>;

export type WrittenName<E extends Entity> = NamesWith<E, { written: "always" | "on-create" }>;
export type ChangedName<E extends Entity> = NamesWith<E, { written: "always" }>;
export type CsvName<E extends Entity> = NamesWith<E, { csv: string }>;

/** Must be sent to create a row. */
export type RequiredName<E extends Entity> = Exclude<
  WrittenName<E>,
  NullableName<E> | NamesWith<E, WithInitial>
>;

/** The fields that a request or a line of a file may change. Null clears a field, an absent field stays unchanged. */
export type SentFields<E extends Entity> = Partial<Pick<Values<E>, ChangedName<E> | CsvName<E>>>;

/** The fields that a request may create a row with. */
export type NewFields<E extends Entity> = SentFields<E> &
  Partial<Pick<Values<E>, WrittenName<E>>> &
  Pick<Values<E>, RequiredName<E>>;

/** The columns that exports and imports of the entity have, with their names in CSV files. */
export const csvColumns = <E extends Entity>(entity: E) =>
  Object.entries<Column>(entity.columns).flatMap(([field, column]) =>
    column.csv === undefined ? [] : [{ ...column, field: field as CsvName<E>, csv: column.csv }],
  );

/** Replaces the columns of the row that were sent. */
export function withSentFields<Row extends object>(row: Row, sent: object): Row {
  const sentFields = Object.entries(sent).filter(([name, value]) => name in row && value !== undefined);
  return { ...row, ...Object.fromEntries(sentFields) };
}
