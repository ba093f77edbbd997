import { type TSchema, Type } from "typebox";
import type { Entity } from "../../../../graph/entity.ts";
import type { Filter } from "../../../../graph/filter.ts";
import type { Registry } from "../../../../graph/registry.ts";
import { fieldsOf, selectionOf, type View } from "../../../../graph/selection.ts";
import { readFieldFilters } from "../../../../http/custom-fields.ts";
import type { ListQuery } from "../../../../http/list-query.ts";
import { reading } from "../../../../http/validation.ts";
import { MAX_AMOUNT } from "../../../../kernel/money.ts";
import { type Order, orderOf } from "./rows-in-order.ts";

type Json = Record<string, unknown>;

/** The context of a job, as `checked` has made it. */
interface ExportContext extends Json {
  list_config: ListConfig;
  batch_size?: number;
  escape_formulas?: boolean;
  major_units?: boolean;
  guest_names?: boolean;
}

/** v1 stores these parameters of an export in `context.list_config`. */
export interface ListConfig {
  skip: number;
  take: number;
  order: Record<string, "ASC" | "DESC">;
  relations: readonly string[];
  select?: readonly string[];
}

/** The parsed parameters of an export. */
export interface ExportRequest {
  order: Order;
  skip: number;
  maxRows: number;
  filters: Filter[];
  withDeleted: boolean;
  escapesFormulas: boolean;
  /** Adds columns with amounts in major units. */
  inMajorUnits: boolean;
  /** Of orders and customers: who has no name has the one of the shipping address, or of that of the newest order. */
  withGuestNames: boolean;
  select: readonly string[];
  relations: readonly string[];
}

export interface ContextRules {
  entity: Entity;
  /** The list whose filters `filterable_fields` may have. */
  list: Pick<ListQuery, "querystring">;
  filtersOf: (query: Json) => Filter[];
  /** The defaults of `list_config`. */
  select?: readonly string[];
  relations: readonly string[];
}

const PAGE = 50;
const optionalInteger = (minimum: number) => Type.Optional(Type.Integer({ minimum, maximum: MAX_AMOUNT }));
const text = Type.Optional(Type.String());

const ownKeys = Type.Object({
  limit: optionalInteger(0),
  offset: optionalInteger(0),
  order: text,
  fields: text,
  expand: text,
  batch_size: optionalInteger(1),
  escape_formulas: Type.Optional(Type.Boolean()),
  major_units: Type.Optional(Type.Boolean()),
  guest_names: Type.Optional(Type.Boolean()),
  filterable_fields: Type.Optional(Type.Object({})),
});

/** The keys of a request that `list_config` replaces. */
const listConfigKeys = ["limit", "offset", "order", "fields", "expand"];

const without = (context: Json, keys: readonly string[]): Json =>
  Object.fromEntries(Object.entries(context).filter(([key]) => !keys.includes(key)));

function filterSchema({ querystring }: Pick<ListQuery, "querystring">): TSchema {
  const filters = without(querystring.properties, listConfigKeys) as Record<string, TSchema>;
  return Type.Object(filters, { additionalProperties: false });
}

const splitNames = (list: string) => list.split(",").flatMap((name) => name.trim() || []);

/** Parses the contexts of exports: of requests and of stored jobs. */
export function exportContexts(rules: ContextRules) {
  const readKeys = reading(ownKeys, { name: "context" });
  const readFilters = reading(filterSchema(rules.list), {
    name: "context.filterable_fields",
    likeQuery: true,
  });
  const filtersOf = ({ fields }: Registry, context: Json): Json => {
    const query = { ...(readFilters(context.filterable_fields ?? {}) as Json) };
    readFieldFilters(query, fields.ofTable(rules.entity.table)?.fields ?? []);
    return query;
  };

  /** `limit`, `order` and the like become `list_config`; all other keys stay unchanged. */
  const checked = (registry: Registry, context: Json): Json => {
    const { limit, offset, order, fields, expand } = readKeys(context);
    const view: View = { entity: rules.entity, fields: rules.select, relations: rules.relations };
    selectionOf(registry, view, { fields, expand });
    filtersOf(registry, context);
    const sort = orderOf(rules.entity, order || "-created_at");
    const select = fields === undefined ? rules.select : selectedFields(view, fields);
    const list_config: ListConfig = {
      skip: offset ?? 0,
      take: limit ?? PAGE,
      order: { [sort.field]: sort.isDescending ? "DESC" : "ASC" },
      relations: expand === undefined ? rules.relations : splitNames(expand),
      ...(select ? { select } : {}),
    };
    return { ...without(context, listConfigKeys), list_config };
  };

  const exported = (registry: Registry, stored: Json): ExportRequest => {
    const context = stored as ExportContext;
    const { skip, order, relations, select } = context.list_config;
    const [[field, direction] = ["created_at", "DESC"]] = Object.entries(order);
    const query = filtersOf(registry, context);
    return {
      order: { field, isDescending: direction === "DESC" },
      skip,
      maxRows: context.batch_size ?? Number.POSITIVE_INFINITY,
      filters: rules.filtersOf(query),
      withDeleted: query.deleted_at !== undefined,
      escapesFormulas: context.escape_formulas !== false,
      inMajorUnits: context.major_units === true,
      withGuestNames: context.guest_names === true,
      select: select ?? [],
      relations,
    };
  };
  return { checked, exported };
}

/** As in every list, `id` and `created_at` are always included. */
const selectedFields = (view: View, fields: string) => [
  ...new Set(["id", "created_at", ...fieldsOf(view, fields)]),
];
