import { type TObject, type TSchema, Type } from "typebox";
import type { Entity } from "../graph/entity.ts";
import type { Filter } from "../graph/filter.ts";
import type { ContextIn, Extra, ExtrasIn, Graph } from "../graph/graph.ts";
import type { ShownRow } from "../graph/row.ts";
import type { View } from "../graph/selection.ts";
import { hasEmptyLimit } from "./drop-null-fields.ts";
import { pageOf } from "./paging.ts";
import { MAX_INT, type QueryFilter } from "./query-filters.ts";

export interface ListSpec<E extends Entity = Entity> {
  view: View<E>;
  /** Default page size. */
  limit: number;
  /** Default order; `created_at` descending unless said otherwise. */
  order?: string | readonly string[];
  filters?: Record<string, QueryFilter>;
  /** Columns that `q` searches. Absent: the list takes no `q`. */
  search?: readonly string[];
  /** As in v1, a search takes the place of filters on the columns it searches, except in lists that keep them. */
  keepsFilters?: boolean;
  /** Parameters that are no filters, e.g. the region that prices are shown for. */
  parameters?: Record<string, TSchema>;
  /** Which of the shared parameters the route takes besides limit and offset. */
  takes?: readonly ("order" | "fields" | "expand")[];
}

interface Query extends Record<string, unknown> {
  limit?: number;
  offset?: number;
  q?: string;
  order?: string;
  fields?: string;
  expand?: string;
}

interface ReadOptions {
  maxLimit: number;
  also?: Filter[];
  extras?: readonly Extra[];
  /** Computed once for the whole list. */
  context?: Extra;
}

export interface ReadPage<Row> {
  rows: Row[];
  count: number;
  offset: number;
  limit: number;
}

type ListedRow<E extends Entity, Options> = ShownRow<E> & ExtrasIn<Options>;

export interface ListQuery<E extends Entity = Entity> {
  readonly querystring: TObject;
  /** What the filters of a query mean, for those who read the same rows in another way. */
  filters(query: unknown): Filter[];
  /** The page, its count, and the paging as it was applied. */
  read<const Options extends ReadOptions>(
    graph: Graph,
    query: unknown,
    options: Options,
  ): Promise<ReadPage<ListedRow<E, Options>>>;
  /** The same, with something that is computed once for the whole list. */
  readInContext<const Options extends ReadOptions>(
    graph: Graph,
    query: unknown,
    options: Options,
  ): Promise<{ page: ReadPage<ListedRow<E, Options>>; context: ContextIn<Options> }>;
}

export function listQuery<E extends Entity>(spec: ListSpec<E>): ListQuery<E> {
  const readInContext: ListQuery<E>["readInContext"] = async (graph, query, options) => {
    const asked = query as Query;
    const paging = pageOf(asked, { limit: spec.limit, max: options.maxLimit });
    const { rows, count, context } = await graph.list(spec.view, {
      ...paging,
      fields: withCreationTime(spec.view, asked.fields),
      expand: asked.expand,
      order: asked.order || spec.order || "-created_at",
      filters: [...(options.also ?? []), ...filtersOf(spec, asked)],
      withDeleted: asked.deleted_at !== undefined,
      extras: options.extras,
      context: options.context,
    });
    // As in v1, `limit=` is said to be 0; the page is as long as without it.
    const limit = hasEmptyLimit(query) ? 0 : paging.limit;
    return {
      page: { rows: rows as ListedRow<E, typeof options>[], count, ...paging, limit },
      context: context as ContextIn<typeof options>,
    };
  };
  return {
    querystring: querySchema(spec),
    filters: (query) => filtersOf(spec, query as Query),
    read: async (graph, query, options) => (await readInContext(graph, query, options)).page,
    readInContext,
  };
}

/** Clients of v1 rely on it: an element of a list shows when it was created, whatever `fields` names. */
function withCreationTime({ entity, allowedFields }: View, fields: string | undefined): string | undefined {
  const isShown = "created_at" in entity.columns && (allowedFields?.includes("created_at") ?? true);
  // Without any name it asks for the id alone.
  if (!fields || !isShown) return fields;
  const isEdit = /^[ +\-*]/.test(fields);
  return `${fields},${isEdit ? "+" : ""}created_at`;
}

function filtersOf(spec: ListSpec, query: Query): Filter[] {
  const searched = query.q ? (spec.search ?? []) : [];
  const replaced = spec.keepsFilters ? [] : searched;
  const named = Object.entries(spec.filters ?? {}).filter(
    ([name]) => query[name] !== undefined && !replaced.includes(name),
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

const withoutEffect = Type.String({ description: "Has no effect here.", deprecated: true });

/** For routes that always answer the same. As in v1 they take `fields` and `expand`. */
export const noQuery = Type.Object(
  { expand: Type.Optional(withoutEffect), fields: Type.Optional(withoutEffect) },
  { additionalProperties: false },
);
