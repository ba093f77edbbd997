import type { FastifyInstance, FastifyRequest } from "fastify";
import { type TSchema, Type } from "typebox";
import type { Connection } from "../db/database.ts";
import { isObject } from "../graph/custom-fields/checked-json.ts";
import {
  type Customized,
  customizedOf,
  type Field,
  isForStorefront,
} from "../graph/custom-fields/declaration.ts";
import type { DeclaredFields } from "../graph/custom-fields/declared-fields.ts";
import { fieldFilters } from "../graph/custom-fields/field-filter.ts";
import { FIELDS } from "../graph/custom-fields/selected-fields.ts";
import { SentFields } from "../graph/custom-fields/sent-fields.ts";
import type { Entity } from "../graph/entity.ts";
import type { Filter } from "../graph/filter.ts";
import { invalid } from "../kernel/refusal.ts";
import type { SentCustomFields } from "../kernel/sent-fields.ts";
import { FIELDS_OF, type Marked, type Place, placesIn, rowsAt } from "./custom-field-places.ts";
import { inProcessCall } from "./in-process.ts";

const marked = (mark: Marked) =>
  Type.Optional(Type.Unsafe<SentCustomFields>({ type: "object", [FIELDS_OF]: mark }));

/** For a body that creates a row. */
export const fieldsOfNewRow = (entity: Customized) => ({
  [FIELDS]: marked({ entity, isNew: true }),
});

/** The same for clients that have no input for required fields. */
export const fieldsOfGivenRow = (entity: Customized) => ({
  [FIELDS]: marked({ entity, isNew: true, isLenient: true }),
});

/** For a body that changes a row. */
export const fieldsOfRow = (entity: Customized) => ({
  [FIELDS]: marked({ entity, isNew: false }),
});

/** For a body that changes a row with an id, and creates one without. */
export const fieldsOfRowOrNew = (entity: Customized) => ({
  [FIELDS]: marked({ entity, isNew: "without id" }),
});

/** For the query of a list: `custom_fields[material]=wool`. */
export function fieldsOfList({ table }: Entity) {
  const entity = customizedOf(table);
  return entity ? { [FIELDS]: marked({ entity, isNew: false, isFilter: true }) } : {};
}

/** The query of a list, after its fields were read. */
class FilteredFields {
  constructor(
    readonly sent: unknown,
    readonly filters: readonly Filter[],
  ) {}
}

/** The filters by fields of the shop in a query. */
export const filtersByFields = (query: Record<string, unknown>): readonly Filter[] =>
  query[FIELDS] instanceof FilteredFields ? query[FIELDS].filters : [];

interface Reading {
  db: Connection;
  declared: DeclaredFields;
}

/** Reads the fields of the shop in bodies and queries before their schemas are checked. */
export function installCustomFields(app: FastifyInstance, reading: Reading): void {
  const plans = new Map<unknown, { places: Place[]; listed: Marked | undefined }>();
  app.addHook("onRoute", ({ schema }) => {
    const { body, querystring } = (schema ?? {}) as { body?: TSchema; querystring?: TSchema };
    const places = placesIn(body);
    const { properties = {} } = (querystring ?? {}) as {
      properties?: Record<string, Record<string, unknown>>;
    };
    const listed = properties[FIELDS]?.[FIELDS_OF] as Marked | undefined;
    if (places.length > 0 || listed) plans.set(schema, { places, listed });
  });
  app.addHook("preValidation", (request, _reply, done) => {
    const plan = plans.get(request.routeOptions.schema);
    const isNamed = areNamed(request.query) || isSortedByColumn(request, reading);
    if (!plan && !isNamed) return done();
    readFields(request, reading, { places: plan?.places ?? [], listed: plan?.listed, isNamed }).then(
      () => done(),
      done,
    );
  });
}

/** A query may name a parameter several times, and encode what it names. What is no text is refused by the schema. */
const textsOf = (parameter: unknown): string[] =>
  [parameter].flat().filter((each): each is string => typeof each === "string");

function areNamed(query: unknown): boolean {
  const { fields, order, ...rest } = (query ?? {}) as Record<string, unknown>;
  return (
    rest[FIELDS] !== undefined ||
    [...textsOf(fields), ...textsOf(order)].some((each) => each.includes(FIELDS))
  );
}

interface Plan {
  places: readonly Place[];
  listed: Marked | undefined;
  /** Whether the query names them. */
  isNamed: boolean;
}

async function readFields(request: FastifyRequest, { db, declared }: Reading, plan: Plan): Promise<void> {
  const rows = plan.places.flatMap((place) =>
    rowsAt(request.body, place.path).map((row) => ({ ...row, place })),
  );
  const isStorefront = request.routeOptions.url?.startsWith("/store/") === true;
  const isSent = rows.some(({ row }) => row[FIELDS] !== undefined);
  const hasNew = rows.some(
    ({ place }) => place.isNew !== false && needsRefresh(declared, place, isStorefront),
  );
  // What is declared may have changed since this process has read it.
  if (isSent || plan.isNamed || hasNew) await declared.refresh(db);
  const sent = new SentFields(declared);
  const plugin = inProcessCall(request)?.plugin;
  for (const { row, path, place } of rows) {
    const isNew = place.isNew === "without id" ? !row["id"] : place.isNew;
    const { entity, isLenient } = place;
    const to = { entity, isNew, isLenient, isStorefront, plugin, path: [...path, FIELDS].join(".") };
    const values = sent.read(row[FIELDS], to);
    if (values) row[FIELDS] = values;
  }
  if (isSent) await sent.refuseMissing(db);
  if (plan.isNamed) readQuery(request, declared, { listed: plan.listed, isStorefront });
}

/**
 * New rows get defaults, and need what is required. Carts and lines are made far more often than fields are declared: where none are
 * known, the process learns of them with the next cart that it reads.
 */
function needsRefresh(declared: DeclaredFields, { entity }: Place, isStorefront: boolean): boolean {
  const isOpen = (field: Field) => field.required === true || field.default !== undefined;
  if (!isStorefront || entity === "customer") return true;
  return declared.version === null || declared.of(entity)?.fields.some(isOpen) === true;
}

function readQuery(
  request: FastifyRequest,
  declared: DeclaredFields,
  { listed, isStorefront }: { listed: Marked | undefined; isStorefront: boolean },
): void {
  const query = request.query as Record<string, unknown>;
  const fields = listed ? (declared.of(listed.entity)?.fields ?? []) : [];
  const usable = fields.filter((field) => !isStorefront || (field.filter === true && isForStorefront(field)));
  const nameOf = (name: string) => usable.find((each) => each.name === name);
  if (isStorefront) {
    for (const each of textsOf(query["fields"])) refuseHiddenSelection(each, declared);
    for (const each of textsOf(query["order"]))
      refuseHiddenOrder(each, {
        isField: (name) => declared.all.some((field) => field.column !== undefined && field.name === name),
        isUsable: (name) => nameOf(name) !== undefined,
      });
  }
  readFieldFilters(query, usable);
}

/** Replaces the filters by fields of the shop in a query with those that a list takes. */
export function readFieldFilters(query: Record<string, unknown>, usable: readonly Field[]): void {
  const sent = query[FIELDS];
  if (sent === undefined || sent === "") return;
  if (usable.length === 0 || !isObject(sent)) throw invalid(`property ${FIELDS} should not exist`);
  const filters = Object.entries(sent).flatMap(([name, value]) => {
    const field = usable.find((each) => each.name === name);
    if (!field) throw invalid(`property ${FIELDS}.${name} should not exist`);
    return fieldFilters(field, value);
  });
  query[FIELDS] = new FilteredFields(sent, filters);
}

/** A column that the shop has added is named like any other. */
function isSortedByColumn({ routeOptions, query }: FastifyRequest, { declared }: Reading): boolean {
  const { order } = (query ?? {}) as { order?: unknown };
  if (declared.isEmpty || order === undefined || !routeOptions.url?.startsWith("/store/")) return false;
  const last = textsOf(order).map((each) => pathOf(each).at(-1));
  return declared.all.some(({ name, column }) => column !== undefined && last.includes(name));
}

const pathOf = (name: string) => name.replace(/^[-+ ]/, "").split(".");

/** A field that the storefront does not see is refused as one that is not declared. */
function refuseHiddenSelection(fields: string, declared: DeclaredFields): void {
  const seen = new Set(declared.all.filter(isForStorefront).map(({ name }) => name));
  for (const each of fields.split(",")) {
    const path = pathOf(each.trim());
    const name = path[path.indexOf(FIELDS) + 1];
    if (path.includes(FIELDS) && name !== undefined && name !== "*" && !seen.has(name))
      throw invalid(`fields: there is no field ${path.join(".")}`);
  }
}

/** The order of a list would tell what its rows hide. */
function refuseHiddenOrder(
  order: string,
  { isField, isUsable }: Record<"isField" | "isUsable", (name: string) => boolean>,
): void {
  const path = pathOf(order);
  const name = path.at(-1)!;
  if (!path.includes(FIELDS) && !isField(name)) return;
  const isOwn = path.length === 1 || (path.length === 2 && path[0] === FIELDS);
  if (!isOwn || !isUsable(name)) throw invalid(`order: ${order} cannot be sorted by here`);
}
