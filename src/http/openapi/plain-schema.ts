import type { JsonSchema } from "../../kernel/json-schema.ts";

const LOCAL = "#/components/schemas/";

/** A copy without the marks of TypeBox, in which references lead to `components`. `onReference` gets their names. */
export function plainSchema(schema: unknown, onReference: (name: string) => void): JsonSchema {
  if (Array.isArray(schema))
    return schema.map((each) => plainSchema(each, onReference)) as unknown as JsonSchema;
  if (typeof schema !== "object" || schema === null) return schema as JsonSchema;
  const entries = Object.entries(schema).map(([keyword, value]) => {
    if (keyword === "$ref" && typeof value === "string") return [keyword, reference(value, onReference)];
    return [keyword, plainSchema(value, onReference)];
  });
  return Object.fromEntries(entries.filter(([keyword]) => keyword !== "$id"));
}

function reference(name: string, onReference: (name: string) => void): string {
  const known = name.startsWith(LOCAL) ? name.slice(LOCAL.length) : name;
  onReference(known);
  return LOCAL + known;
}
