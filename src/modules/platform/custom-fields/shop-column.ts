import { CUSTOMIZED, type Customized, type FieldType } from "../../../graph/custom-fields/declaration.ts";

/** The types of columns that can hold the values of a field. */
const TYPES: Partial<Record<FieldType, readonly string[]>> = {
  text: ["text", "varchar"],
  "long-text": ["text", "varchar"],
  choice: ["text", "varchar"],
  reference: ["text", "varchar"],
  integer: ["int4", "int8"],
  number: ["numeric", "float4", "float8"],
  boolean: ["bool"],
  date: ["date"],
  json: ["jsonb"],
};

/** The column that a field names. */
export interface NamedColumn {
  entity: Customized;
  name: string;
  type: FieldType;
}

/** What the description of the entity has. */
interface Described {
  columns: object;
  relations: object;
}

/** A name that the entity has already: its column would be served twice. */
export function problemOfName({ entity, name }: NamedColumn, described: Described): string | null {
  const isKnown = name in described.columns || name in described.relations || name === "custom_fields";
  return isKnown ? `column: ${entity} has ${name} already` : null;
}

/** `found` is the type of the column in the database, null if there is none. */
export function problemOfColumn({ entity, name, type }: NamedColumn, found: string | null): string | null {
  if (found === null) return `column: the table ${CUSTOMIZED[entity]} has no column ${name}`;
  const types = TYPES[type] ?? [];
  return types.includes(found) ? null : `column: a field of the type ${type} cannot be stored as ${found}`;
}
