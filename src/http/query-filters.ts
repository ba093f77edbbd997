import { type TSchema, Type } from "typebox";
import type { ColumnType } from "../graph/entity.ts";
import type { Comparison, Condition, Filter } from "../graph/filter.ts";
import { parseTimestamp } from "../kernel/dates.ts";
import { MAX_AMOUNT } from "../kernel/money.ts";
import { invalid } from "../kernel/refusal.ts";

/** One filter of a list: its schema in the query, and what it means. */
export interface QueryFilter {
  readonly schema: TSchema;
  readonly toFilters: (value: unknown, name: string) => Filter[];
}

const wholeNumber = Type.Integer({ minimum: -MAX_AMOUNT, maximum: MAX_AMOUNT });
// The least precise columns hold no more than this.
const fraction = Type.Number({ minimum: -1e30, maximum: 1e30 });

function valueSchema(type: ColumnType): TSchema {
  if (type === "boolean") return Type.Boolean();
  if (type === "integer") return wholeNumber;
  return type === "number" ? fraction : Type.String();
}

/** `name=value` */
export const equalTo = (type: ColumnType = "text", column?: string): QueryFilter => ({
  schema: valueSchema(type),
  toFilters: (value, name) => [{ kind: "equals", column: column ?? name, value }],
});

/** `name[]=a&name[]=b`; a single value with commas is a list too. With `either`, so is `name=a`. */
export const anyOf = (
  options: { values?: readonly string[]; column?: string; either?: boolean } = {},
): QueryFilter => ({
  schema: options.either ? oneOrMany(options.values) : Type.Array(oneOf(options.values)),
  toFilters: (value, name) => [
    {
      kind: "in",
      column: options.column ?? name,
      values: options.either ? split(value as string | string[]) : listed(value as string[]),
    },
  ],
});

const oneOf = (values?: readonly string[]) => Type.String(values ? { enum: [...values] } : {});

/** One value, or several, also with commas between them. */
function oneOrMany(values: readonly string[] = []): TSchema {
  const known = values.join("|");
  const text = Type.String(values.length > 0 ? { pattern: `^(${known})(,(${known}))*$` } : {});
  return Type.Union([text, Type.Array(text)]);
}

const dateComparisons = ["lt", "gt", "lte", "gte"] as const;
const stringComparisons = [...dateComparisons, "contains", "starts_with", "ends_with"] as const;

const comparisonSchema = (names: readonly string[], value: TSchema) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Type.Optional(value)])), {
    additionalProperties: false,
  });

const moment = Type.String({
  format: "moment",
  description: "YYYY-MM-DD, YYYY-MM-DDTHH:MM:SSZ or unix seconds.",
});

/** `name[gt]=2020-01-01&name[lt]=2021-01-01`; with `orNull`, `name=null` finds rows without a date. */
export const dates = (options: { orNull?: boolean; column?: string } = {}): QueryFilter => ({
  schema: options.orNull
    ? Type.Union([Type.Literal("null"), comparisonSchema(dateComparisons, moment)])
    : comparisonSchema(dateComparisons, moment),
  toFilters: (value, name) => {
    const column = options.column ?? name;
    if (value === "null") return [{ kind: "missing", column }];
    return comparisons(value, column, (text) => parseTimestamp(text) ?? fail(`${name} must be a date`));
  },
});

/** `name=5`, or comparisons: `name[gt]=5&name[lte]=10`; whole numbers unless `fractions` are allowed. */
export const numbers = (options: { column?: string; fractions?: boolean } = {}): QueryFilter => {
  const value = options.fractions ? fraction : wholeNumber;
  return {
    schema: Type.Union([value, comparisonSchema(dateComparisons, value)]),
    toFilters: (sent, name) => {
      const column = options.column ?? name;
      if (typeof sent === "number") return [{ kind: "equals", column, value: sent }];
      return comparisons(sent, column, (number) => number);
    },
  };
};

/** `name=a`, `name[]=a&name[]=b`, or comparisons: `name[starts_with]=a`. */
export const textFilter = (options: { column?: string; comparisons?: boolean } = {}): QueryFilter => ({
  schema: Type.Union([
    Type.String(),
    Type.Array(Type.String()),
    ...(options.comparisons === false ? [] : [comparisonSchema(stringComparisons, Type.String())]),
  ]),
  toFilters: (value, name) => {
    const column = options.column ?? name;
    if (typeof value === "string") return [{ kind: "equals", column, value }];
    if (Array.isArray(value)) return [{ kind: "in", column, values: listed(value) }];
    return comparisons(value, column, (text) => text);
  },
});

/** A condition of the module's own over one value or a list; with `either`, one value is a list of one. */
export const where = (
  condition: Condition,
  options: { list?: boolean; either?: boolean } = {},
): QueryFilter => ({
  schema: options.either
    ? Type.Union([Type.String(), Type.Array(Type.String())])
    : options.list
      ? Type.Array(Type.String())
      : Type.String(),
  toFilters: (value) => [
    {
      kind: "custom",
      condition,
      value: options.list || options.either ? listed([value].flat() as string[]) : value,
    },
  ],
});

const comparisons = (value: unknown, column: string, read: (text: string) => unknown): Filter[] =>
  Object.entries(value as Record<Comparison, string>).map(([comparison, text]) => ({
    kind: "compare",
    column,
    comparison: comparison as Comparison,
    value: read(text),
  }));

const split = (values: string | string[]) => [values].flat().flatMap((each) => each.split(","));

const listed = (values: string[]) => (values.length === 1 ? values[0]!.split(",") : values);

const fail = (message: string): never => {
  throw invalid(message);
};
