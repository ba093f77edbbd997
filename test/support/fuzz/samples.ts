import { entityNamed, singular } from "./entities.ts";
import type { Schema } from "./operations.ts";

let made = 0;

export interface Wish {
  /** The path of the operation, which decides what names mean. */
  path: string;
  /** The id of something of this kind. */
  idOf: (entity: string) => string;
  /** Leaves out what need not be there. */
  isSparse?: boolean;
}

/** A value that the schema allows, with existing ids where the name shows their entity. */
export function sampleOf(schema: Schema, name: string, wish: Wish): unknown {
  if (schema.anyOf) return sampleOf(schema.anyOf[0]!, name, wish);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  switch ([schema.type].flat()[0]) {
    case "object":
      return sampleObject(schema, name, wish);
    case "array":
      return [sampleOf(schema.items ?? {}, singular(name), wish)];
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 0, 1);
    case "boolean":
      return true;
    default:
      return sampleText(schema, name, wish);
  }
}

function sampleObject({ properties = {}, required = [] }: Schema, name: string, wish: Wish): unknown {
  // Rules that the schema cannot express: a price has a currency or a region.
  const needed = [...required, ...("region_id" in properties ? ["currency_code", "amount"] : [])];
  const wanted = Object.entries(properties).filter(
    // A shop that has declared no fields takes none.
    ([key]) => key !== "custom_fields" && (!wish.isSparse || needed.includes(key)),
  );
  const entries = wanted.map(([key, each]) => [
    key,
    // `products: [{ id }]`: the name of the list shows the entity of the id.
    sampleOf(each, key === "id" ? singular(name) : key, wish),
  ]);
  return Object.fromEntries(entries);
}

function sampleText({ format, pattern }: Schema, name: string, { path, idOf }: Wish): string {
  if (format === "email") return `sample-${++made}@example.com`;
  if (format === "moment" || format === "date-time") return "2030-01-01T00:00:00.000Z";
  if (format === "uri") return "https://example.com/";
  if (pattern) return ["a.b.c", "eur", "de"].find((text) => new RegExp(pattern).test(text)) ?? "a.b.c";
  const entity = entityNamed(name, path);
  return entity ? idOf(entity) : `sample ${++made}`;
}
