import type { JsonSchema } from "../../kernel/json-schema.ts";
import type { Field } from "./declaration.ts";
import type { DeclaredFields } from "./declared-fields.ts";

const nullable = (type: string, schema: JsonSchema = {}): JsonSchema => ({ type: [type, "null"], ...schema });

function valueSchema({ type, options = [], schema, minimum, maximum }: Field): JsonSchema {
  const values = options.map(({ value }) => value);
  switch (type) {
    case "integer":
      return nullable("integer", {
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
export const propertiesOf = (fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [field.name, describedValue(field)]));

/** What a row of this table has besides its columns. */
export function fieldSchemas(declared: DeclaredFields, table: string): Record<string, JsonSchema> {
  const own = declared.ofTable(table);
  if (!own) return {};
  const stored = own.stored.all;
  return {
    ...propertiesOf(own.columns),
    ...(stored.length > 0 && {
      custom_fields: {
        type: "object",
        description: "The fields of the shop; the storefront sees those that are declared for it.",
        properties: propertiesOf(stored),
      },
    }),
  };
}
