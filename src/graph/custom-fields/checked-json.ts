import { Errors } from "typebox/value";
import type { JsonSchema } from "../../kernel/json-schema.ts";

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** JSON of requests may be deeper than `JSON.stringify` and PostgreSQL can go. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1));
}

/** What a schema may say. Patterns and references are left out: users write schemas, and every write of a row is checked by them. */
const types = ["object", "array", "string", "number", "integer", "boolean", "null"];
const numbers = ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"];
const MAX_LENGTH = 20_000;
const MAX_DEPTH = 10;
/** Of a schema as JSON: `properties` and the name of one are two levels. */
const MAX_NESTING = 3 * MAX_DEPTH;

/** What is wrong with a schema, or null. */
export function problemOfSchema(schema: unknown): string | null {
  if (!isObject(schema) || isDeeper(schema, MAX_NESTING) || JSON.stringify(schema).length > MAX_LENGTH) {
    return `schema must be a JSON schema of at most ${MAX_LENGTH} characters`;
  }
  return problemAt(schema, "schema", MAX_DEPTH);
}

function problemAt(schema: unknown, path: string, depth: number): string | null {
  if (!isObject(schema)) return `${path} must be an object`;
  if (depth === 0) return `${path} is deeper than ${MAX_DEPTH} levels`;
  for (const [keyword, value] of Object.entries(schema)) {
    const problem = problemOfKeyword(keyword, value, { path, depth });
    if (problem) return problem;
  }
  return schema["type"] === undefined && schema["enum"] === undefined ? `${path} needs a type` : null;
}

interface Place {
  path: string;
  depth: number;
}

function problemOfKeyword(keyword: string, value: unknown, { path, depth }: Place): string | null {
  const at = `${path}.${keyword}`;
  const isTexts = Array.isArray(value) && value.every((each) => typeof each === "string");
  if (numbers.includes(keyword)) return typeof value === "number" ? null : `${at} must be a number`;
  switch (keyword) {
    case "type":
      return [value].flat().every((each) => types.includes(each as string)) ? null : `${at} is unknown`;
    case "title":
    case "description":
      return typeof value === "string" ? null : `${at} must be a text`;
    case "required":
      return isTexts ? null : `${at} must be a list of texts`;
    case "enum":
      return Array.isArray(value) ? null : `${at} must be a list`;
    case "additionalProperties":
      return typeof value === "boolean" ? null : `${at} must be true or false`;
    case "items":
      return problemAt(value, at, depth - 1);
    case "properties":
      return isObject(value) ? problemOfEach(value, at, depth) : `${at} must be an object`;
    default:
      return `${at} is not supported`;
  }
}

const problemOfEach = (properties: Record<string, unknown>, path: string, depth: number): string | null =>
  Object.entries(properties)
    .map(([name, schema]) => problemAt(schema, `${path}.${name}`, depth - 1))
    .find((found) => found !== null) ?? null;

/** What is wrong with a value of this schema, or null. */
export function problemOfJson(schema: JsonSchema, value: unknown, name: string): string | null {
  const [error] = Errors(schema as never, value);
  if (!error) return null;
  return `${name}${error.instancePath.replaceAll("/", ".")} ${error.message}`;
}
