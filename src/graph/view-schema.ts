import { type TSchema, Type } from "typebox";
import type { Column, Entity } from "./entity.ts";

const jsonTypes = {
  text: "string",
  integer: "integer",
  number: "number",
  boolean: "boolean",
  json: "object",
  texts: "array",
};

/** `customer_group` -> `CustomerGroup`: the name of an entity in the API reference. */
export const schemaName = (entity: string) =>
  entity.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());

/** The JSON schema of an entity: every field may be left out by `fields`, every relation by `expand`. */
export function viewSchema(entity: Entity): TSchema {
  const shown = Object.entries(entity.columns).filter(([name]) => !name.startsWith("$"));
  const columns = shown.map(([name, column]) => [name, Type.Optional(columnSchema(column))]);
  const relations = Object.entries(entity.relations).map(([name, relation]) => {
    const other = Type.Ref(schemaName(relation.entity));
    const isSingle = relation.kind === "one" || (relation.kind === "many" && relation.single);
    return [name, Type.Optional(isSingle ? other : Type.Array(other))];
  });
  return Type.Object(Object.fromEntries([...columns, ...relations]), {
    $id: schemaName(entity.name),
    description: entity.description,
  });
}

function columnSchema(column: Column): TSchema {
  const type = column.type === "timestamp" ? "string" : jsonTypes[column.type];
  return Type.Unsafe({
    type: column.nullable ? [type, "null"] : type,
    ...(column.type === "timestamp" ? { format: "date-time" } : {}),
    ...(column.type === "texts" ? { items: { type: "string" } } : {}),
    ...(column.values ? { enum: column.nullable ? [...column.values, null] : column.values } : {}),
    ...(column.description ? { description: column.description } : {}),
  });
}
