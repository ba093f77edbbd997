/**
 * The description of one entity, from which `graph/` makes the SQL of every read, the JSON schema of the
 * answer and the check of `fields`, `expand`, `order` and filters. A column that is not described cannot leave.
 */
export interface Entity {
  /** Snake-case name, also used by relations of other entities: `customer_group`. */
  readonly name: string;
  /** With its schema where that is not `public`: `tradewind.webhook`. */
  readonly table: string;
  /** The column that identifies a row; `id` unless said otherwise. */
  readonly key: string;
  readonly columns: Readonly<Record<string, Column>>;
  readonly relations: Readonly<Record<string, Relation>>;
  readonly softDelete: boolean;
  /** For an entity that is only some rows of its table, e.g. what visitors may see: which. `row` is the alias. */
  readonly only?: (row: string) => string;
  /** Relations that always come along, whatever `expand` says. */
  readonly eager: readonly string[];
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

export type ColumnType = "text" | "integer" | "number" | "boolean" | "timestamp" | "json" | "texts";

export interface Column {
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

interface Related {
  /** Name of the related entity, resolved by the graph, so that modules need not import one another. */
  readonly entity: string;
}

/** This row holds the other row's key. */
export interface ToOne extends Related {
  readonly kind: "one";
  readonly column: string;
  readonly otherColumn: string;
  /** Null is possible. */
  readonly nullable: boolean;
  /** Also there after it was deleted: what belongs to it cannot be understood without it. */
  readonly evenDeleted?: boolean;
  /** Taken from the memory of the process where it is still right; the related entities must be kept ones. */
  readonly isKept?: boolean;
}

/** The other rows hold this row's key. `single` where at most one of them exists. */
export interface ToMany extends Related {
  readonly kind: "many";
  readonly column: string;
  readonly otherColumn: string;
  readonly order: readonly string[];
  readonly single: boolean;
  /** A further condition on the related rows, a constant of the description: `(row) => "…"`. */
  readonly only?: (row: string) => string;
  /** Also those that were deleted, and whatever of theirs was: the past stays as it was. */
  readonly evenDeleted?: boolean;
}

/** A join table stands between. */
export interface ThroughTable extends Related {
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
export interface Matching extends Related {
  readonly kind: "matching";
  /** A constant of the description; `other` and `row` are the aliases of the related row and of this one. */
  readonly match: (other: string, row: string) => string;
  readonly order: readonly string[];
  /** As in `ToMany`. */
  readonly evenDeleted?: boolean;
}

interface EntityInput {
  name: string;
  table?: string;
  key?: string;
  columns: Readonly<Record<string, Column>>;
  relations?: Readonly<Record<string, Relation>>;
  softDelete?: boolean;
  only?: (row: string) => string;
  eager?: readonly string[];
  positions?: Positions;
  isKept?: boolean;
  description?: string;
}

export const entity = (input: EntityInput): Entity => ({
  table: input.name,
  key: "id",
  relations: {},
  softDelete: "deleted_at" in input.columns,
  eager: [],
  ...input,
});

/** The table as SQL has it. */
export const quoted = (table: string) => `"${table.replace(".", '"."')}"`;

const column = (type: ColumnType) => ({
  required: { type, nullable: false } as Column,
  nullable: { type, nullable: true } as Column,
});

export const text = column("text");
export const integer = column("integer");
export const number = column("number");
export const boolean = column("boolean");
export const timestamp = column("timestamp");
export const json = column("json");
/** A list of texts: `text[]`. */
export const texts = column("texts");

/** Values that code puts into rows after they were read. */
export const computed = (...names: string[]): Record<string, Column> =>
  Object.fromEntries(names.map((name) => [name, { type: "integer", nullable: true, computed: true }]));

export const oneOf = (...values: string[]) => ({
  required: { type: "text", nullable: false, values } as Column,
  nullable: { type: "text", nullable: true, values } as Column,
});

/** `column` of this row holds the key of the other. */
export const one = (
  entityName: string,
  columnName: string,
  options: { otherColumn?: string; nullable?: boolean; evenDeleted?: boolean; isKept?: boolean } = {},
): ToOne => ({
  kind: "one",
  entity: entityName,
  column: columnName,
  otherColumn: options.otherColumn ?? "id",
  nullable: options.nullable ?? true,
  evenDeleted: options.evenDeleted,
  isKept: options.isKept,
});

/** Rows of the other table whose `otherColumn` holds this row's id, oldest first. */
export const many = (
  entityName: string,
  otherColumn: string,
  options: { column?: string; order?: string[]; only?: (row: string) => string; evenDeleted?: boolean } = {},
): ToMany => ({
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
export const oneBack = (
  entityName: string,
  otherColumn: string,
  options: { column?: string; only?: (row: string) => string } = {},
): ToMany => ({ ...many(entityName, otherColumn, { ...options, order: [] }), single: true });

export const through = (
  entityName: string,
  table: string,
  ownColumn: string,
  otherColumn: string,
  order: string[] = ["created_at", "id"],
): ThroughTable => ({ kind: "through", entity: entityName, table, ownColumn, otherColumn, order });

export const matching = (
  entityName: string,
  match: (other: string, row: string) => string,
  order: string[] = ["created_at", "id"],
): Matching => ({ kind: "matching", entity: entityName, match, order });

/** The columns every v1 entity begins with. */
export const rowColumns = {
  id: text.required,
  created_at: timestamp.required,
  updated_at: timestamp.required,
};

export const softDeletedColumns = { ...rowColumns, deleted_at: timestamp.nullable };
