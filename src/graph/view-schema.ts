import type { JsonSchema } from "../kernel/json-schema.ts";
import { fieldSchemas } from "./custom-fields/field-schemas.ts";
import type { Column, Entity, Relation } from "./entity.ts";
import type { Registry } from "./registry.ts";
import { type Selection, selectionOf, type View } from "./selection.ts";

const jsonTypes = {
  text: "string",
  timestamp: "string",
  integer: "integer",
  number: "number",
  boolean: "boolean",
  json: "object",
  texts: "array",
};

/** `customer_group` -> `CustomerGroup`: the name of an entity in the API reference. */
export const schemaName = (entity: string) =>
  entity.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());

/** The schema of every entity by its name: its columns, and the relations that are always read. */
export const entitySchemas = (registry: Registry): Record<string, JsonSchema> =>
  Object.fromEntries(
    registry.all().map((entity) => [schemaName(entity.name), entitySchema(registry, entity)]),
  );

function entitySchema(registry: Registry, entity: Entity): JsonSchema {
  const columns = shownColumns(entity);
  const relations = entity.eager.map((name) => [name, related(registry, entity.relations[name]!)] as const);
  return {
    type: "object",
    ...(entity.description ? { description: entity.description } : {}),
    required: [
      ...requiredOf(entity, columns),
      ...entity.eager.filter((name) => !entity.optional?.includes(name)),
    ],
    properties: Object.fromEntries([
      ...columns.map(([name, column]) => [name, columnSchema(column)] as const),
      ...Object.entries(fieldSchemas(registry.fields, entity.table)),
      ...relations,
      ...Object.entries(entity.added ?? {}),
    ]),
  };
}

export interface ShownView {
  view: View;
  /** Relations that code adds to some answers, as dotted paths. Those below relations that a view does not have are ignored. */
  added?: readonly string[];
}

/**
 * The schema of an answer: the entity together with the relations of the view, as deep as the view reads them. `expand` can
 * name the other relations, so they are there as optional ones, without relations of their own: no reference leads back.
 */
export function viewSchema(registry: Registry, { view, ...shown }: ShownView): JsonSchema {
  const relations = view.relations ?? [];
  const added = (shown.added ?? []).filter((path) => isBelow([...relations, ...shown.added!], path));
  const selection = selectionOf(registry, { ...view, relations: [...relations, ...added] });
  const whole = selectionSchema(registry, { selection, added });
  const { allOf = [whole] } = whole;
  const others = Object.entries(view.entity.relations).filter(
    ([name]) => !selection.relations.has(name) && (view.allowedRelations?.includes(name) ?? true),
  );
  if (others.length === 0) return whole;
  const properties = others.map(([name, relation]) => [
    name,
    { ...related(registry, relation), description: "With `expand`." },
  ]);
  return { allOf: [...allOf, { type: "object", properties: Object.fromEntries(properties) }] };
}

/** Whether the relation that a path leads through is there. */
function isBelow(paths: readonly string[], path: string): boolean {
  const parent = path.split(".").slice(0, -1).join(".");
  return parent === "" || paths.includes(parent);
}

interface Shown {
  selection: Selection;
  added: readonly string[];
}

function selectionSchema(registry: Registry, { selection, added }: Shown): JsonSchema {
  const { entity, columns, relations } = selection;
  const isWhole = shownColumns(entity).every(([name]) => columns.has(name));
  const base = isWhole ? { $ref: schemaName(entity.name) } : selectedSchema(registry, selection);
  const below = [...relations].filter(
    ([name, { relations: further }]) => !isWhole || !entity.eager.includes(name) || further.size > 0,
  );
  if (below.length === 0) return base;
  const properties = below.map(([name, next]) => {
    const addedBelow = added.filter((path) => path.startsWith(`${name}.`));
    const other = { selection: next, added: addedBelow.map((path) => path.slice(name.length + 1)) };
    return [name, relationSchema(registry, entity.relations[name]!, selectionSchema(registry, other))];
  });
  const required = below.map(([name]) => name).filter((name) => !added.includes(name));
  return { allOf: [base, { type: "object", required, properties: Object.fromEntries(properties) }] };
}

/** Some columns of an entity, and what the shop adds to it. */
function selectedSchema(registry: Registry, { entity, columns, showsFields }: Selection): JsonSchema {
  const part = partSchema(entity, columns);
  const custom = showsFields ? fieldSchemas(registry.fields, entity.table) : {};
  return { ...part, properties: { ...part.properties, ...custom } };
}

/** Some columns of an entity. */
export function partSchema(entity: Entity, columns: ReadonlySet<string>): JsonSchema {
  const chosen = shownColumns(entity).filter(([name, { computed }]) => columns.has(name) || computed);
  return {
    type: "object",
    title: schemaName(entity.name),
    required: requiredOf(entity, chosen),
    properties: Object.fromEntries([
      ...chosen.map(([name, column]) => [name, columnSchema(column)] as const),
      ...Object.entries(entity.added ?? {}),
    ]),
  };
}

const requiredOf = ({ optional = [] }: Entity, columns: [string, Column][]) =>
  columns.filter(([name, { computed }]) => !computed && !optional.includes(name)).map(([name]) => name);

const related = (registry: Registry, relation: Relation): JsonSchema =>
  relationSchema(registry, relation, { $ref: schemaName(relation.entity) });

function relationSchema(registry: Registry, relation: Relation, other: JsonSchema): JsonSchema {
  const isSingle = relation.kind === "one" || (relation.kind === "many" && relation.single);
  if (!isSingle) return { type: "array", items: other };
  return isCertain(registry, relation) ? other : { anyOf: [other, { type: "null" }] };
}

/** As in `row.ts`: the key is required, and the row cannot be deleted softly, or is there even then. */
const isCertain = (registry: Registry, relation: Relation) =>
  relation.kind === "one" &&
  !relation.nullable &&
  !relation.isSometimesHidden &&
  (relation.includesDeleted === true || !registry.get(relation.entity).softDelete);

/** Columns such as `$groups` are for the code that prepares an answer. */
const shownColumns = (entity: Entity): [string, Column][] =>
  Object.entries(entity.columns).filter(([name]) => !name.startsWith("$"));

function columnSchema(column: Column): JsonSchema {
  const type = column.isList ? "array" : jsonTypes[column.type];
  return {
    type: column.nullable ? [type, "null"] : type,
    ...(column.type === "timestamp" ? { format: "date-time" } : {}),
    ...(column.type === "texts" ? { items: { type: "string" } } : {}),
    ...(column.values ? { enum: column.nullable ? [...column.values, null] : column.values } : {}),
    ...(column.description ? { description: column.description } : {}),
  };
}
