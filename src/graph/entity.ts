import type { JsonSchema } from "../kernel/json-schema.ts";
import type { Column } from "./column.ts";
import type { OffsetIndex } from "./offset-index.ts";

export * from "./column.ts";

/**
 * The description of one entity. `graph/` derives from it the SQL of every read, the JSON schema of the answer, the type
 * of rows, and the checks of `fields`, `expand`, `order` and filters. A column that is not described is never returned.
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
  /** The column that identifies a row; `id` by default. */
  readonly key: string;
  readonly columns: Columns;
  readonly relations: Relations;
  readonly softDelete: boolean;
  /** The condition for an entity that is only some rows of its table, e.g. what visitors may see. `row` is the alias. */
  readonly only?: (row: string) => string;
  /** Relations that are always read, also without `expand`. */
  readonly eager: readonly Eager[];
  readonly offsetIndex?: OffsetIndex;
  /** Its rows hardly ever change, and triggers count the changes: see `reference-data-cache.ts`. */
  readonly isReferenceData?: boolean;
  /** For the API reference, like the two below. */
  readonly description?: string;
  /** Columns and eager relations that some answers lack, because code has made their rows. */
  readonly optional?: readonly string[];
  /** Properties that code adds to some rows after they were read, for the API reference. */
  readonly added?: Readonly<Record<string, JsonSchema>>;
}

export type ColumnsByName = Readonly<Record<string, Column>>;
export type RelationsByName = Readonly<Record<string, Relation>>;

export type Relation = ToOne | ToMany | ThroughTable | Matching;

interface Related<Name extends string> {
  /** The name of the related entity. The registry resolves it, so that modules need not import one another. */
  readonly entity: Name;
}

/** This row has the key of the other row. */
export interface ToOne<
  Name extends string = string,
  Nullable extends boolean = boolean,
  IncludesDeleted extends boolean = boolean,
> extends Related<Name> {
  readonly kind: "one";
  readonly column: string;
  readonly otherColumn: string;
  /** The key may be null. */
  readonly nullable: Nullable;
  /** Also returned after it was deleted: this row makes no sense without it. */
  readonly includesDeleted?: IncludesDeleted;
  /** Code hides the other row in some answers, for the API reference. */
  readonly isSometimesHidden?: boolean;
  /** Read from the reference-data cache. The related entities must be reference data. */
  readonly isReferenceData?: boolean;
}

/** The other rows have the key of this row. `single`: there is at most one of them. */
export interface ToMany<Name extends string = string, Single extends boolean = boolean>
  extends Related<Name> {
  readonly kind: "many";
  readonly column: string;
  readonly otherColumn: string;
  readonly order: readonly string[];
  readonly single: Single;
  /** A further condition on the related rows, a constant of the description: `(row) => "…"`. */
  readonly only?: (row: string) => string;
  /** Also deleted rows, and deleted rows below them, because history must not change. */
  readonly includesDeleted?: boolean;
}

/** The rows are linked by a join table. */
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
  readonly includesDeleted?: boolean;
}

/** The rows that match a condition, e.g. all descendants in a tree. */
export interface Matching<Name extends string = string> extends Related<Name> {
  readonly kind: "matching";
  /** A constant of the description; `other` and `row` are the aliases of the related row and of this one. */
  readonly match: (other: string, row: string) => string;
  readonly order: readonly string[];
  /** As in `ToMany`. */
  readonly includesDeleted?: boolean;
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

/** The name of a table in SQL. */
export const quoted = (table: string) => `"${table.replace(".", '"."')}"`;

/** `column` of this row has the key of the other row. */
export const one = <
  Name extends string,
  const Nullable extends boolean = true,
  const IncludesDeleted extends boolean = false,
>(
  entityName: Name,
  columnName: string,
  options: {
    otherColumn?: string;
    nullable?: Nullable;
    includesDeleted?: IncludesDeleted;
    isReferenceData?: boolean;
  } = {},
): ToOne<Name, Nullable, IncludesDeleted> => ({
  kind: "one",
  entity: entityName,
  column: columnName,
  otherColumn: options.otherColumn ?? "id",
  nullable: options.nullable ?? (true as Nullable),
  includesDeleted: options.includesDeleted,
  isReferenceData: options.isReferenceData,
});

/** Rows of the other table whose `otherColumn` has the id of this row, oldest first. */
export const many = <Name extends string>(
  entityName: Name,
  otherColumn: string,
  options: {
    column?: string;
    order?: string[];
    only?: (row: string) => string;
    includesDeleted?: boolean;
  } = {},
): ToMany<Name, false> => ({
  kind: "many",
  entity: entityName,
  column: options.column ?? "id",
  otherColumn,
  order: options.order ?? ["created_at", "id"],
  single: false,
  only: options.only,
  includesDeleted: options.includesDeleted,
});

/** Like `many`, where the other table has at most one such row. */
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
