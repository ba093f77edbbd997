import type { JsonSchema } from "../../kernel/json-schema.ts";
import { customizedOf, type Field } from "./declaration.ts";
import type { DeclaredFields } from "./declared-fields.ts";

const nullable = (type: string, schema: JsonSchema = {}): JsonSchema => ({ type: [type, "null"], ...schema });

function valueSchema({ type, options = [], schema, minimum, maximum }: Field): JsonSchema {
  const values = options.map(({ value }) => value);
  switch (type) {
    case "integer":
    case "number":
      return nullable(type, {
        ...(minimum !== undefined && { minimum }),
        ...(maximum !== undefined && { maximum }),
      });
    case "money":
      return nullable("object", {
        required: ["amount", "currency_code"],
        properties: { amount: { type: "integer" }, currency_code: { type: "string" } },
      });
    case "boolean":
      return nullable("boolean");
    case "date":
      return nullable("string", { format: "date" });
    case "choice":
      return nullable("string", { enum: [...values, null] });
    case "choices":
      return nullable("array", { items: { type: "string", enum: values } });
    case "json":
      return { anyOf: [schema ?? {}, { type: "null" }] };
    default:
      return nullable("string");
  }
}

const describedValue = (field: Field): JsonSchema => ({
  ...valueSchema(field),
  ...(field.description ? { description: field.description } : {}),
});

/** The values of fields by their names. */
const propertiesOf = (fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [field.name, describedValue(field)]));

/** The schema that `custom_fields` has in a shop that declares none for the row. */
export const ANY_FIELDS = "CustomFields";

export const anyFieldsSchema: JsonSchema = {
  type: "object",
  description:
    "The fields that the shop declares for the row, by their names. Absent where none are declared; the storefront sees those that are declared for it.",
  additionalProperties: true,
};

/** The values of a row. */
export const valuesSchema = (fields: readonly Field[]): JsonSchema =>
  fields.length === 0
    ? { $ref: ANY_FIELDS }
    : {
        type: "object",
        description: "The fields of the shop; the storefront sees those that are declared for it.",
        properties: propertiesOf(fields),
      };

/** What a row of this table has besides its columns. */
export function fieldSchemas(declared: DeclaredFields, table: string): Record<string, JsonSchema> {
  if (customizedOf(table) === undefined) return {};
  const own = declared.ofTable(table);
  return { ...propertiesOf(own?.columns ?? []), custom_fields: valuesSchema(own?.stored.all ?? []) };
}
