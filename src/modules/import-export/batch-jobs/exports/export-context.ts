import { type TSchema, Type } from "typebox";
import type { Entity } from "../../../../graph/entity.ts";
import type { Filter } from "../../../../graph/filter.ts";
import type { Registry } from "../../../../graph/registry.ts";
import { fieldsOf, selectionOf, type View } from "../../../../graph/selection.ts";
import type { ListQuery } from "../../../../http/list-query.ts";
import { MAX_INT } from "../../../../http/query-filters.ts";
import { reading } from "../../../../http/validation.ts";
import { type Order, orderOf } from "./rows-in-order.ts";

type Json = Record<string, unknown>;

/** The context of a job, as `checked` has made it. */
interface ExportContext extends Json {
  list_config: ListConfig;
  batch_size?: number;
  escape_formulas?: boolean;
  major_units?: boolean;
}

/** What of an export v1 keeps in `context.list_config`. */
export interface ListConfig {
  skip: number;
  take: number;
  order: Record<string, "ASC" | "DESC">;
  relations: readonly string[];
  select?: readonly string[];
}

/** The rows an export is about. */
export interface Exported {
  order: Order;
  skip: number;
  atMost: number;
  filters: Filter[];
  withDeleted: boolean;
  escapesFormulas: boolean;
  /** Amounts are shown in major units, too. */
  inMajorUnits: boolean;
  select: readonly string[];
  relations: readonly string[];
}

export interface ContextRules {
  entity: Entity;
  /** The list whose filters `filterable_fields` may have. */
  list: Pick<ListQuery, "querystring">;
  filtersOf: (query: Json) => Filter[];
  /** What is said to be read unless the request names fields and relations. */
  select?: readonly string[];
  relations: readonly string[];
}

const PAGE = 50;
const whole = (minimum: number) => Type.Optional(Type.Integer({ minimum, maximum: MAX_INT }));
const text = Type.Optional(Type.String());

const ownKeys = Type.Object({
  limit: whole(0),
  offset: whole(0),
  order: text,
  fields: text,
  expand: text,
  batch_size: whole(1),
  escape_formulas: Type.Optional(Type.Boolean()),
  major_units: Type.Optional(Type.Boolean()),
  filterable_fields: Type.Optional(Type.Object({})),
});

/** Keys of a request that its `list_config` stands for. */
const folded = ["limit", "offset", "order", "fields", "expand"];

const without = (context: Json, keys: readonly string[]): Json =>
  Object.fromEntries(Object.entries(context).filter(([key]) => !keys.includes(key)));

/** The filters of a list, without what is no filter. */
function filterSchema({ querystring }: Pick<ListQuery, "querystring">): TSchema {
  const filters = without(querystring.properties, folded) as Record<string, TSchema>;
  return Type.Object(filters, { additionalProperties: false });
}

const names = (list: string) => list.split(",").flatMap((name) => name.trim() || []);

/** Reads contexts of exports: as requests send them, and as jobs keep them. */
export function exportContexts(rules: ContextRules) {
  const readKeys = reading(ownKeys, { name: "context" });
  const readFilters = reading(filterSchema(rules.list), {
    name: "context.filterable_fields",
    likeQuery: true,
  });
  const filtersOf = (context: Json) => readFilters(context.filterable_fields ?? {}) as Json;

  /** `limit`, `order` and the like become a `list_config`, everything else stays as it was sent. */
  const checked = (registry: Registry, context: Json): Json => {
    const { limit, offset, order, fields, expand } = readKeys(context);
    const view: View = { entity: rules.entity, fields: rules.select, relations: rules.relations };
    selectionOf(registry, view, { fields, expand });
    filtersOf(context);
    const sort = orderOf(rules.entity, order || "-created_at");
    const select = fields === undefined ? rules.select : selected(view, fields);
    const list_config: ListConfig = {
      skip: offset ?? 0,
      take: limit ?? PAGE,
      order: { [sort.field]: sort.isDescending ? "DESC" : "ASC" },
      relations: expand === undefined ? rules.relations : names(expand),
      ...(select ? { select } : {}),
    };
    return { ...without(context, folded), list_config };
  };

  const exported = (stored: Json): Exported => {
    const context = stored as ExportContext;
    const { skip, order, relations, select } = context.list_config;
    const [[field, direction] = ["created_at", "DESC"]] = Object.entries(order);
    const query = filtersOf(context);
    return {
      order: { field, isDescending: direction === "DESC" },
      skip,
      atMost: context.batch_size ?? Number.POSITIVE_INFINITY,
      filters: rules.filtersOf(query),
      withDeleted: query.deleted_at !== undefined,
      escapesFormulas: context.escape_formulas !== false,
      inMajorUnits: context.major_units === true,
      select: select ?? [],
      relations,
    };
  };
  return { checked, exported };
}

/** As in every list, the key and the date of creation come along. */
const selected = (view: View, fields: string) => [
  ...new Set(["id", "created_at", ...fieldsOf(view, fields)]),
];
