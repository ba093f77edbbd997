import { type TObject, type TSchema, Type } from "typebox";
import type { ColumnType } from "../graph/entity.ts";
import type { Comparison, Condition, Filter } from "../graph/filter.ts";
import type { Extra, Graph, Row } from "../graph/graph.ts";
import type { View } from "../graph/selection.ts";
import { parseMoment } from "../kernel/dates.ts";
import { invalid } from "../kernel/refusal.ts";
import { pageOf } from "./paging.ts";

/** One filter of a list: what the query may say, and what it means. */
export interface QueryFilter {
  readonly schema: TSchema;
  readonly toFilters: (value: unknown, name: string) => Filter[];
}

export interface ListSpec {
  view: View;
  /** Default page size. */
  limit: number;
  /** Default order; `created_at` descending unless said otherwise. */
  order?: string | readonly string[];
  filters?: Record<string, QueryFilter>;
  /** Columns that `q` searches. Absent: the list takes no `q`. */
  search?: readonly string[];
  /** Parameters that are no filters, e.g. the region that prices are shown for. */
  parameters?: Record<string, TSchema>;
  /** Which of the shared parameters the route takes besides limit and offset. */
  takes?: readonly ("order" | "fields" | "expand")[];
}

type Query = Record<string, unknown> & { limit?: number; offset?: number; q?: string; order?: string };

interface ReadPage {
  rows: Row[];
  count: number;
  offset: number;
  limit: number;
}

export interface ListQuery {
  readonly querystring: TObject;
  /** The page, its count, and the paging as it was applied. */
  read(
    graph: Graph,
    query: unknown,
    options: { maxLimit: number; also?: Filter[]; extras?: readonly Extra[] },
  ): Promise<ReadPage>;
  /** The same, with something that is computed once for the whole list. */
  readInContext(
    graph: Graph,
    query: unknown,
    options: { maxLimit: number; also?: Filter[]; extras?: readonly Extra[]; context?: Extra },
  ): Promise<{ page: ReadPage; context: unknown }>;
}

export function listQuery(spec: ListSpec): ListQuery {
  const readInContext = async (
    graph: Graph,
    query: unknown,
    options: { maxLimit: number; also?: Filter[]; extras?: readonly Extra[]; context?: Extra },
  ) => {
    const asked = query as Query;
    const paging = pageOf(asked, { limit: spec.limit, max: options.maxLimit });
    const { rows, count, context } = await graph.list(spec.view, {
      ...paging,
      fields: asked["fields"] as string | undefined,
      expand: asked["expand"] as string | undefined,
      order: asked.order || spec.order || "-created_at",
      filters: [...(options.also ?? []), ...filtersOf(spec, asked)],
      withDeleted: asked["deleted_at"] !== undefined,
      extras: options.extras,
      context: options.context,
    });
    return { page: { rows, count, ...paging }, context };
  };
  return {
    querystring: querySchema(spec),
    read: async (graph, query, options) => (await readInContext(graph, query, options)).page,
    readInContext,
  };
}

function filtersOf(spec: ListSpec, query: Query): Filter[] {
  const searched = query.q ? (spec.search ?? []) : [];
  // A search takes the place of filters on the columns it searches.
  const named = Object.entries(spec.filters ?? {}).filter(
    ([name]) => query[name] !== undefined && !searched.includes(name),
  );
  const filters = named.flatMap(([name, filter]) => filter.toFilters(query[name], name));
  // A list may also search in a way of its own, with a filter called `q`.
  return query.q && spec.search
    ? [...filters, { kind: "search", columns: searched, text: query.q }]
    : filters;
}

function querySchema(spec: ListSpec): TObject {
  const takes = spec.takes ?? ["order", "fields", "expand"];
  const filters = Object.entries(spec.filters ?? {}).map(([name, filter]) => [
    name,
    Type.Optional(filter.schema),
  ]);
  return Type.Object(
    {
      limit: Type.Optional(
        Type.Integer({ default: spec.limit, minimum: 0, maximum: MAX_INT, description: "Page size." }),
      ),
      offset: Type.Optional(
        Type.Integer({ default: 0, minimum: 0, maximum: MAX_INT, description: "Rows to skip." }),
      ),
      ...(takes.includes("order") ? { order: Type.Optional(sortOrder) } : {}),
      ...(spec.search
        ? { q: Type.Optional(Type.String({ description: `Searches ${spec.search.join(", ")}.` })) }
        : {}),
      ...(takes.includes("fields") ? { fields: Type.Optional(fieldsParameter) } : {}),
      ...(takes.includes("expand") ? { expand: Type.Optional(expandParameter) } : {}),
      ...Object.fromEntries(filters),
      ...spec.parameters,
    },
    { additionalProperties: false },
  );
}

const MAX_INT = 2_147_483_647;
const sortOrder = Type.String({ description: "Field to sort by; a leading `-` sorts descending." });
const fieldsParameter = Type.String({
  description: "Fields to return, separated by commas; `id` is always there.",
});
const expandParameter = Type.String({ description: "Relations to return, separated by commas." });

/** For routes that return one thing. */
export const selectionQuery = Type.Object(
  { fields: Type.Optional(fieldsParameter), expand: Type.Optional(expandParameter) },
  { additionalProperties: false },
);

/** For routes that take no query at all. */
export const noQuery = Type.Object({}, { additionalProperties: false });

const wholeNumber = Type.Integer({ minimum: -MAX_INT, maximum: MAX_INT });
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

/** `name[]=a&name[]=b`; a single value with commas is a list too. */
export const anyOf = (options: { values?: readonly string[]; column?: string } = {}): QueryFilter => ({
  schema: Type.Array(Type.String(options.values ? { enum: [...options.values] } : {})),
  toFilters: (value, name) => [
    { kind: "in", column: options.column ?? name, values: listed(value as string[]) },
  ],
});

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
    return comparisons(value, column, (text) => parseMoment(text) ?? fail(`${name} must be a date`));
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

const listed = (values: string[]) => (values.length === 1 ? values[0]!.split(",") : values);

const fail = (message: string): never => {
  throw invalid(message);
};
