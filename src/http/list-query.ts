import { type TObject, type TSchema, Type } from "typebox";
import type { Entity } from "../graph/entity.ts";
import { type Filter, wordsOf } from "../graph/filter.ts";
import type { ContextIn, Extra, ExtrasIn, Graph } from "../graph/graph.ts";
import type { SelectedRow } from "../graph/row.ts";
import type { View } from "../graph/selection.ts";
import { MAX_AMOUNT } from "../kernel/money.ts";
import { invalid } from "../kernel/refusal.ts";
import { fieldsOfList, filtersByFields } from "./custom-fields.ts";
import { hasEmptyLimit } from "./drop-null-fields.ts";
import type { QueryFilter } from "./query-filters.ts";

interface ListSpec<E extends Entity = Entity> {
  view: View<E>;
  /** Default page size. */
  limit: number;
  /** Default order; `created_at` descending when absent. */
  order?: string | readonly string[];
  filters?: Record<string, QueryFilter>;
  /** Columns that `q` searches. Absent: the list takes no `q`. */
  search?: readonly string[];
  /** `q` also searches the fields of the shop: for lists of the administration. */
  searchesFields?: boolean;
  /** As in v1, a search replaces filters on the columns it searches, except in lists with this flag. */
  keepsFilters?: boolean;
  /** Parameters that are no filters, e.g. the region that prices are shown for. */
  parameters?: Record<string, TSchema>;
  /** Which of the shared parameters the route takes in addition to limit and offset. */
  takes?: readonly ("order" | "fields" | "expand")[];
  /** The columns that `order` may name, where it may not name every one: those with an index. */
  sorts?: readonly string[];
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

/** A part of a list. */
export interface Paging {
  limit: number;
  offset: number;
}

type ListedRow<E extends Entity, Options> = SelectedRow<E> & ExtrasIn<Options>;

export interface ListQuery<E extends Entity = Entity> {
  readonly querystring: TObject;
  readonly view: View<E>;
  /** The filters of a query, for callers that read the same rows in another way. */
  filters(query: unknown): Filter[];
  /** The page, its count, and the paging as it was applied. */
  read<const Options extends ReadOptions>(
    graph: Graph,
    query: unknown,
    options: Options,
  ): Promise<ReadPage<ListedRow<E, Options>>>;
  /** The paging of a query as it is applied, and as the response shows it. */
  pagingOf(query: unknown, maxLimit: number): { applied: Paging; shown: Paging };
  /** The ids of a part of the list and the number of all: its rows can then be read by `readByIds`. */
  readIds(
    graph: Graph,
    query: unknown,
    options: { also?: Filter[]; paging: Paging },
  ): Promise<{ ids: string[]; count: number }>;
  /** Rows of the list by their ids, with the fields and relations of the query, in any order. */
  readByIds<const Options extends Pick<ReadOptions, "extras">>(
    graph: Graph,
    query: unknown,
    options: Options & { ids: readonly string[] },
  ): Promise<ListedRow<E, Options>[]>;
  /** The same, with something that is computed once for the whole list. */
  readInContext<const Options extends ReadOptions>(
    graph: Graph,
    query: unknown,
    options: Options,
  ): Promise<{ page: ReadPage<ListedRow<E, Options>>; context: ContextIn<Options> }>;
}

export function listQuery<E extends Entity>(spec: ListSpec<E>): ListQuery<E> {
  const onlyIds: View = { ...spec.view, fields: ["id"], relations: [] };
  const applied = (query: Query, max: number) => pageOf(query, { limit: spec.limit, max });
  const listed = (query: Query, also: Filter[] = []) => ({
    order: query.order || spec.order || "-created_at",
    filters: [...also, ...filtersOf(spec, query)],
    withDeleted: query.deleted_at !== undefined,
  });
  const selectionFor = ({ fields, expand }: Query) => ({
    fields: withCreationTime(spec.view, fields),
    expand,
  });
  const readInContext: ListQuery<E>["readInContext"] = async (graph, query, options) => {
    const requested = query as Query;
    const { extras, context: computed } = options;
    const page = { ...applied(requested, options.maxLimit), ...listed(requested, options.also) };
    const selected = { ...selectionFor(requested), extras, context: computed };
    const { rows, count, context } = await graph.list(spec.view, { ...page, ...selected });
    return {
      page: { rows: rows as ListedRow<E, typeof options>[], count, ...shownPaging(requested, page) },
      context: context as ContextIn<typeof options>,
    };
  };
  const readIds: ListQuery<E>["readIds"] = async (graph, query, { also, paging }) => {
    const { keys, count } = await graph.keys(onlyIds, { ...paging, ...listed(query as Query, also) });
    return { ids: keys, count };
  };
  const readByIds: ListQuery<E>["readByIds"] = async (graph, query, { ids, extras }) => {
    const requested = query as Query;
    const rows = await graph.rows(spec.view, {
      ...selectionFor(requested),
      limit: ids.length,
      offset: 0,
      filters: [{ kind: "in", column: "id", values: [...ids] }],
      withDeleted: requested.deleted_at !== undefined,
      extras,
    });
    return rows as ListedRow<E, { extras: typeof extras }>[] as never;
  };
  return {
    pagingOf(query, maxLimit) {
      const paging = applied(query as Query, maxLimit);
      return { applied: paging, shown: shownPaging(query as Query, paging) };
    },
    readIds,
    readByIds,
    querystring: querySchema(spec),
    view: spec.view,
    filters: (query) => filtersOf(spec, query as Query),
    read: async (graph, query, options) => (await readInContext(graph, query, options)).page,
    readInContext,
  };
}

/** As in v1, `limit=` is reported as 0; the page is as long as without it. */
const shownPaging = (query: Query, { limit, offset }: Paging): Paging => ({
  limit: hasEmptyLimit(query) ? 0 : limit,
  offset,
});

/** Clients of v1 rely on it: elements of a list always have `created_at`, also if `fields` does not name it. */
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
  const filters = [
    ...named.flatMap(([name, filter]) => filter.toFilters(query[name], name)),
    ...filtersByFields(query),
  ];
  // A list may also search in a way of its own, with a filter called `q`.
  return query.q && spec.search
    ? [
        ...filters,
        ...wordsOf(query.q).map((text) => ({
          kind: "search" as const,
          columns: searched,
          text,
          ...(spec.searchesFields && { withFields: true }),
        })),
      ]
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
        Type.Integer({ default: spec.limit, minimum: 0, maximum: MAX_AMOUNT, description: "Page size." }),
      ),
      offset: Type.Optional(
        Type.Integer({ default: 0, minimum: 0, maximum: MAX_AMOUNT, description: "Rows to skip." }),
      ),
      ...(spec.sorts || takes.includes("order") ? { order: Type.Optional(orderOf(spec)) } : {}),
      ...(spec.search
        ? { q: Type.Optional(Type.String({ description: `Searches ${spec.search.join(", ")}.` })) }
        : {}),
      ...(takes.includes("fields") ? { fields: Type.Optional(fieldsParameter) } : {}),
      ...(takes.includes("expand") ? { expand: Type.Optional(expandParameter) } : {}),
      ...Object.fromEntries(filters),
      ...spec.parameters,
      ...fieldsOfList(spec.view.entity),
    },
    { additionalProperties: false },
  );
}

const sorting = { description: "Field to sort by; a leading `-` sorts descending." };

const orderOf = ({ sorts }: ListSpec): TSchema =>
  sorts
    ? Type.Enum(
        sorts.flatMap((name) => [name, `-${name}`]),
        sorting,
      )
    : Type.String(sorting);

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

/** `limit` and `offset` as the request sent them, as they are applied. */
export function pageOf(
  query: { limit?: number; offset?: number },
  { limit, max }: { limit: number; max: number },
): Paging {
  if ((query.limit ?? 0) < 0) throw invalid("limit must not be less than 0");
  if ((query.offset ?? 0) < 0) throw invalid("offset must not be less than 0");
  const requested = query.limit ?? limit;
  return { limit: requested === 0 || requested > max ? max : requested, offset: query.offset ?? 0 };
}
