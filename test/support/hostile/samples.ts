import { type Known, knownValue, singular } from "./known.ts";
import type { Schema } from "./operations.ts";

let made = 0;

/** A value that the schema allows, with ids that exist where the name tells whose they are. */
export function sampleOf(schema: Schema, name: string, known: Known): unknown {
  if (schema.anyOf) return sampleOf(schema.anyOf[0]!, name, known);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  switch ([schema.type].flat()[0]) {
    case "object":
      return sampleObject(schema, name, known);
    case "array":
      return [sampleOf(schema.items ?? {}, singular(name), known)];
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 0, 7);
    case "boolean":
      return true;
    default:
      return sampleText(schema, name, known);
  }
}

function sampleObject({ properties = {} }: Schema, name: string, known: Known): unknown {
  const entries = Object.entries(properties).map(([key, each]) => [
    key,
    // `products: [{ id }]`: whose id it is, the list says.
    sampleOf(each, key === "id" ? name : key, known),
  ]);
  return Object.fromEntries(entries);
}

function sampleText({ format }: Schema, name: string, known: Known): string {
  if (format === "email") return `sample-${++made}@example.com`;
  if (format === "moment" || format === "date-time") return "2030-01-01T00:00:00.000Z";
  if (format === "uri") return "https://example.com/";
  return knownValue(known, name) ?? `sample ${++made}`;
}
