import type { JsonSchema } from "../src/kernel/json-schema.ts";

interface Description {
  paths: Record<string, Record<string, { operationId?: string; responses?: Record<string, Response> }>>;
  components: { schemas: Record<string, JsonSchema> };
}

interface Response {
  content?: { "application/json"?: { schema: JsonSchema } };
}

/**
 * The recorded examples with null for columns that were described after they were recorded: the text of
 * reference/examples.json. Everything else stays as it was recorded.
 */
export function completeExamples(recorded: string, description: string): string {
  const api = JSON.parse(description) as Description;
  const examples = JSON.parse(recorded) as Record<string, unknown>;
  for (const operation of Object.values(api.paths).flatMap(Object.values)) {
    const schema = operation.responses?.["200"]?.content?.["application/json"]?.schema;
    const example = examples[operation.operationId ?? ""];
    if (schema && example) complete(api, schema, example);
  }
  return `${JSON.stringify(examples, null, 1)}\n`;
}

function complete(api: Description, schema: JsonSchema, value: unknown): void {
  if (schema.$ref) complete(api, api.components.schemas[schema.$ref.split("/").at(-1)!]!, value);
  if (typeof value !== "object" || value === null) return;
  for (const part of [...(schema.allOf ?? []), ...(schema.anyOf ?? [])]) complete(api, part, value);
  if (Array.isArray(value)) {
    for (const each of value) complete(api, schema.items ?? {}, each);
    return;
  }
  const row = value as Record<string, unknown>;
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (name in row) complete(api, property, row[name]);
    else if (schema.required?.includes(name) && isNullable(property)) row[name] = null;
  }
}

const isNullable = ({ type, anyOf = [] }: JsonSchema): boolean =>
  [type].flat().includes("null") || anyOf.some(isNullable);
