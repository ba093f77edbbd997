/**
 * The description of one entity, from which `graph/` makes the SQL of every read, the JSON schema of the
 * answer and the check of `fields`, `expand`, `order` and filters. A column that is not described cannot leave.
 */
export interface Entity<
  Name extends string = string,
  Columns extends ColumnsByName = ColumnsByName,
  Relations extends RelationsByName = RelationsByName,
  Eager extends string = string,
> {
  /** Snake-case name, also used by relations of other entities: `customer_group`. */
  readonly name: Name;
  /** With its schema where that is not `public`: `tradewind.webhook`. */
  readonly table: string;
  /** The column that identifies a row; `id` unless said otherwise. */
  readonly key: string;
  readonly columns: Columns;
  readonly relations: Relations;
  readonly softDelete: boolean;
  /** For an entity that is only some rows of its table, e.g. what visitors may see: which. `row` is the alias. */
  readonly only?: (row: string) => string;
  /** Relations that always come along, whatever `expand` says. */
  readonly eager: readonly Eager[];
  readonly positions?: Positions;
  /** Changes hardly ever, and the database notes it when it does: see `kept-rows.ts`. */
  readonly isKept?: boolean;
  /** Columns that routes may ask for but do not return by default. */
  readonly description?: string;
}

/** Lists of an entity whose rows are found by their place, so that a deep page costs hardly more than the first. */
export interface Positions {
  /** Their order, as requests name it: one column that is never null. */
  readonly order: string;
  readonly lists: readonly PositionedList[];
  /** Makes places cheap to find again after changes. Without it they are as right, but slower. */
  readonly keep: string;
}

export interface PositionedList {
  /** The names of its conditions, in the order in which the list has them; a list with others is another list. */
  readonly conditions: readonly string[];
  /** SQL that has the order's column and the key of the row at a place. The parameters are those of its conditions. */
  readonly at: (place: string, parameters: readonly string[]) => string;
}

export type ColumnsByName = Readonly<Record<string, Column>>;
export type RelationsByName = Readonly<Record<string, Relation>>;

export type ColumnType = "text" | "integer" | "number" | "boolean" | "timestamp" | "json" | "texts";

/** A column whose values have the TypeScript type `Value` in rows. */
export interface Column<Value = unknown> {
  /** Never set: it carries the type for `RowOf`. */
  readonly value?: Value;
  readonly type: ColumnType;
  readonly nullable: boolean;
  readonly values?: readonly string[];
  readonly description?: string;
  /** For a value that is computed by SQL instead of stored. `row` is the alias of the row. */
  readonly sql?: (row: string) => string;
  /** Put there by code after the row was read, e.g. a total; described here for the API reference. */
  readonly computed?: true;
  /** What lists are sorted by in place of the value, e.g. the beginning of a long text, which an index can hold. */
  readonly sort?: (row: string) => string;
}

export type Relation = ToOne | ToMany | ThroughTable | Matching;

interface Related<Name extends string> {
  /** Name of the related entity, resolved by the graph, so that modules need not import one another. */
  readonly entity: Name;
}

/** This row holds the other row's key. */
export interface ToOne<
  Name extends string = string,
  Nullable extends boolean = boolean,
  EvenDeleted extends boolean = boolean,
> extends Related<Name> {
  readonly kind: "one";
  readonly column: string;
  readonly otherColumn: string;
  /** Null is possible. */
  readonly nullable: Nullable;
  /** Also there after it was deleted: what belongs to it cannot be understood without it. */
  readonly evenDeleted?: EvenDeleted;
  /** Taken from the memory of the process where it is still right; the related entities must be kept ones. */
  readonly isKept?: boolean;
}

/** The other rows hold this row's key. `single` where at most one of them exists. */
export interface ToMany<Name extends string = string, Single extends boolean = boolean>
  extends Related<Name> {
  readonly kind: "many";
  readonly column: string;
  readonly otherColumn: string;
  readonly order: readonly string[];
  readonly single: Single;
  /** A further condition on the related rows, a constant of the description: `(row) => "…"`. */
  readonly only?: (row: string) => string;
  /** Also those that were deleted, and whatever of theirs was: the past stays as it was. */
  readonly evenDeleted?: boolean;
}

/** A join table stands between. */
export interface ThroughTable<Name extends string = string> extends Related<Name> {
  readonly kind: "through";
  readonly table: string;
  readonly ownColumn: string;
  readonly otherColumn: string;
  readonly order: readonly string[];
  /** Columns of the join table that come first in the order. */
  readonly linkOrder?: readonly string[];
  /** A further condition on the rows of the join table, a constant of the description: `(link) => "…"`. */
  readonly only?: (link: string) => string;
  /** As in `ToMany`. */
  readonly evenDeleted?: boolean;
}

/** Other rows that a condition finds, e.g. all that are below this one in a tree. */
export interface Matching<Name extends string = string> extends Related<Name> {
  readonly kind: "matching";
  /** A constant of the description; `other` and `row` are the aliases of the related row and of this one. */
  readonly match: (other: string, row: string) => string;
  readonly order: readonly string[];
  /** As in `ToMany`. */
  readonly evenDeleted?: boolean;
}

type EntityInput<
  Name extends string,
  Columns extends ColumnsByName,
  Relations extends RelationsByName,
  Eager extends string,
> = Pick<Entity<Name, Columns, Relations, Eager>, "name" | "columns"> &
  Partial<Entity<Name, Columns, Relations, Eager>>;

export const entity = <
  const Name extends string,
  Columns extends ColumnsByName,
  // biome-ignore lint/complexity/noBannedTypes: an entity without relations has none, not any
  Relations extends RelationsByName = {},
  const Eager extends string = never,
>(
  input: EntityInput<Name, Columns, Relations, Eager>,
): Entity<Name, Columns, Relations, Eager> => ({
  table: input.name,
  key: "id",
  relations: {} as Relations,
  softDelete: "deleted_at" in input.columns,
  eager: [],
  ...input,
});

/** The table as SQL has it. */
export const quoted = (table: string) => `"${table.replace(".", '"."')}"`;

const column = <Value>(type: ColumnType, values?: readonly string[]) => ({
  required: { type, nullable: false, ...(values && { values }) } as Column<Value>,
  nullable: { type, nullable: true, ...(values && { values }) } as Column<Value | null>,
});

export const text = column<string>("text");
export const integer = column<number>("integer");
export const number = column<number>("number");
export const boolean = column<boolean>("boolean");
/** In ISO 8601, as JSON has it. */
export const timestamp = column<string>("timestamp");
export const json = column<Record<string, unknown>>("json");
/** JSON of a known form. */
export const jsonOf = <Value>() => column<Value>("json");
/** A list of texts: `text[]`. */
export const texts = column<string[]>("texts");

/** Values that code puts into rows after they were read. */
export const computed = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(
    names.map((name) => [name, { type: "integer", nullable: true, computed: true }]),
  ) as Record<Name, Column<number | null | undefined>>;

export const oneOf = <Value extends string>(...values: Value[]) => column<Value>("text", values);

/** `column` of this row holds the key of the other. */
export const one = <
  Name extends string,
  const Nullable extends boolean = true,
  const EvenDeleted extends boolean = false,
>(
  entityName: Name,
  columnName: string,
  options: { otherColumn?: string; nullable?: Nullable; evenDeleted?: EvenDeleted; isKept?: boolean } = {},
): ToOne<Name, Nullable, EvenDeleted> => ({
  kind: "one",
  entity: entityName,
  column: columnName,
  otherColumn: options.otherColumn ?? "id",
  nullable: options.nullable ?? (true as Nullable),
  evenDeleted: options.evenDeleted,
  isKept: options.isKept,
});

/** Rows of the other table whose `otherColumn` holds this row's id, oldest first. */
export const many = <Name extends string>(
  entityName: Name,
  otherColumn: string,
  options: { column?: string; order?: string[]; only?: (row: string) => string; evenDeleted?: boolean } = {},
): ToMany<Name, false> => ({
  kind: "many",
  entity: entityName,
  column: options.column ?? "id",
  otherColumn,
  order: options.order ?? ["created_at", "id"],
  single: false,
  only: options.only,
  evenDeleted: options.evenDeleted,
});

/** Like `many`, where the other table holds at most one such row. */
export const oneBack = <Name extends string>(
  entityName: Name,
  otherColumn: string,
  options: { column?: string; only?: (row: string) => string } = {},
): ToMany<Name, true> => ({ ...many(entityName, otherColumn, { ...options, order: [] }), single: true });

export const through = <Name extends string>(
  entityName: Name,
  table: string,
  ownColumn: string,
  otherColumn: string,
  order: string[] = ["created_at", "id"],
): ThroughTable<Name> => ({ kind: "through", entity: entityName, table, ownColumn, otherColumn, order });

export const matching = <Name extends string>(
  entityName: Name,
  match: (other: string, row: string) => string,
  order: string[] = ["created_at", "id"],
): Matching<Name> => ({ kind: "matching", entity: entityName, match, order });

/** The columns every v1 entity begins with. */
export const rowColumns = {
  id: text.required,
  created_at: timestamp.required,
  updated_at: timestamp.required,
};

export const softDeletedColumns = { ...rowColumns, deleted_at: timestamp.nullable };
