import type { ErrorObject, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { JsonSchema } from "../../../src/kernel/json-schema.ts";

interface Response {
  $ref?: string;
  content?: Record<string, { schema: JsonSchema }>;
}

export interface ApiDocument {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
  components: { schemas: Record<string, JsonSchema>; responses: Record<string, Response> };
}

interface Answer {
  method: string;
  /** With or without a query. */
  path: string;
  status: number;
  body: unknown;
}

/** Compares answers with the schemas that the API description has for them. */
export class AnswerSchemas {
  private readonly checks = new Map<string, ValidateFunction>();
  /** Whole answers: everything required is there, and nothing that is not described. */
  private readonly whole: Ajv2020;
  /** Answers to `fields` and `expand`: what is there has the right type. */
  private readonly selected: Ajv2020;

  constructor(private readonly document: ApiDocument) {
    // An entity may be a part of a view that adds to its relations.
    this.whole = ajvWith(document.components.schemas, (each) => (each.allOf ? withoutOthers(each) : each));
    this.selected = ajvWith(document.components.schemas, withoutRequired);
  }

  /** What is wrong with an answer. */
  faultsOf({ method, path, status, body }: Answer): string[] {
    // A query may have further question marks.
    const [pathname = "", ...query] = path.split("?");
    const operation = this.operationOf(method, pathname);
    if (!operation) return status === 404 ? [] : [`${method} ${pathname} is not described`];
    const response = this.responseOf(operation.responses, status);
    if (!response) return [`${operation.name} answers ${status}, which is not described`];
    const schema = response.content?.["application/json"]?.schema;
    if (!schema) return [];
    const isSelected = /(^|&|\?)(fields|expand)(\[|%5B|=|&|$)/i.test(query.join("?"));
    const check = this.checkOf(`${operation.name} ${status}`, schema, isSelected);
    if (check(body)) return [];
    return (check.errors ?? [])
      .filter(({ keyword }) => keyword !== "anyOf")
      .map((error) => `${operation.name} ${status}: ${told(error)}`);
  }

  private operationOf(method: string, pathname: string) {
    const candidates = Object.entries(this.document.paths).flatMap(([template, methods]) => {
      const operation = methods[method.toLowerCase()];
      const pattern = new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}/?$`);
      return operation && pattern.test(pathname) ? [{ ...operation, name: `${method} ${template}` }] : [];
    });
    // A fixed segment wins over a parameter.
    return candidates.sort((a, b) => a.name.split("{").length - b.name.split("{").length)[0];
  }

  private responseOf(responses: Record<string, Response>, status: number): Response | undefined {
    const found = responses[status] ?? responses[`${Math.floor(status / 100)}XX`];
    return found?.$ref ? this.document.components.responses[found.$ref.split("/").at(-1)!] : found;
  }

  private checkOf(name: string, schema: JsonSchema, isSelected: boolean): ValidateFunction {
    const key = `${name} ${isSelected}`;
    const known = this.checks.get(key);
    if (known) return known;
    const check = isSelected
      ? this.selected.compile(located(withoutRequired(schema)))
      : this.whole.compile(located(closed(schema)));
    this.checks.set(key, check);
    return check;
  }
}

const told = ({ instancePath, message, params }: ErrorObject) =>
  [instancePath.replace(/\/\d+/g, "[]"), message, params["unevaluatedProperty"]].filter(Boolean).join(" ");

const ID = "https://shop.test/";

function ajvWith(schemas: Record<string, JsonSchema>, change: (schema: JsonSchema) => JsonSchema): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv, ["date-time", "email", "uri"]);
  for (const [name, schema] of Object.entries(schemas)) {
    ajv.addSchema({ ...located(change(schema)), $id: ID + name });
  }
  return ajv;
}

/** References to `components` lead to the schemas that were added by their names. */
const located = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll("#/components/schemas/", ID));

const withoutRequired = (schema: JsonSchema): JsonSchema =>
  JSON.parse(
    JSON.stringify(schema, (key, value) => (key === "required" && Array.isArray(value) ? undefined : value)),
  );

/** The objects within it may have no properties but those that are described; it may itself be a part of another. */
function withoutOthers(schema: JsonSchema): JsonSchema {
  const { properties, items, anyOf, allOf } = schema;
  return {
    ...schema,
    ...(properties ? { properties: mapped(properties, closed) } : {}),
    ...(items ? { items: closed(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(closed) } : {}),
    ...(allOf ? { allOf: allOf.map(withoutOthers) } : {}),
  };
}

function closed(schema: JsonSchema): JsonSchema {
  const isObject = schema.$ref !== undefined || schema.allOf !== undefined || schema.properties !== undefined;
  return { ...withoutOthers(schema), ...(isObject ? { unevaluatedProperties: false } : {}) };
}

const mapped = <Value>(values: Record<string, Value>, change: (value: Value) => Value) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
