export type ColumnType = "text" | "integer" | "number" | "boolean" | "timestamp" | "json" | "texts";

/** A column whose values have the TypeScript type `Value` in rows. */
export interface Column<Value = unknown> extends WritingFacts {
  /** Never set: it carries the type for `RowOf`. */
  readonly value?: Value;
  readonly type: ColumnType;
  /** JSON that is a list. */
  readonly isList?: true;
  readonly nullable: boolean;
  readonly values?: readonly string[];
  readonly description?: string;
  /** The SQL of a value that is not stored. `row` is the alias of the row. */
  readonly sql?: (row: string) => string;
  /** Code adds it after the row was read, e.g. a total. It is described here for the API reference. */
  readonly computed?: true;
  /** The SQL that lists are sorted by instead of the value, e.g. the beginning of a long text, which fits into an index. */
  readonly sort?: (row: string) => string;
}

/** How values come into a column. Its limits are the same in bodies, CSV files and forms. */
export interface WritingFacts {
  /** Requests may write it: always, or only when they create the row. */
  readonly written?: "always" | "on-create";
  /** The value in a new row. Without it, a nullable column starts with null, and a required one must be sent. */
  readonly initial?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The name in CSV files, without the name of the entity: `HS Code`. Exports have the column, imports read it. */
  readonly csv?: string;
  /** The field in the form of the dashboard. */
  readonly form?: FormFacts;
}

export interface FormFacts {
  /** The part of the form that has the field, after the fields that are described before it. */
  readonly card: string;
  /** An input that the type of the column does not decide. */
  readonly input?: "country" | "long-text";
  /** Shown after a number: `mm`. */
  readonly unit?: string;
}

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

const amount = (name: string) => (name.startsWith("raw_") ? "number" : "integer");
/** Values that code adds to rows after they were read. Raw amounts are not rounded. */
export const computed = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(
    names.map((name) => [name, { type: amount(name), nullable: true, computed: true }]),
  ) as Record<Name, Column<number | null | undefined>>;

export const oneOf = <Value extends string>(...values: Value[]) => column<Value>("text", values);

const MAX_TEXT_LENGTH = 255;

/** A column that requests may write. A text has at most 255 characters unless the facts say otherwise. */
export const writable = <C extends Column, const Facts extends WritingFacts>(
  column: C,
  facts: Facts,
): Writable<C, Facts> =>
  ({
    ...column,
    written: "always",
    ...(column.type === "text" && !column.values && { maxLength: MAX_TEXT_LENGTH }),
    ...facts,
  }) as Writable<C, Facts>;

type Writable<C extends Column, Facts extends WritingFacts> = C &
  Facts & { written: Facts extends { written: infer Written } ? Written : "always" };

/** The columns every v1 entity begins with. */
export const rowColumns = {
  id: text.required,
  created_at: timestamp.required,
  updated_at: timestamp.required,
};

export const softDeletedColumns = { ...rowColumns, deleted_at: timestamp.nullable };
