import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import type { FastifySchemaCompiler, FastifyServerOptions } from "fastify";
import type { Static, TSchema } from "typebox";
import { jsonFor } from "../graph/custom-fields/field-values.ts";
import { parseTimestamp } from "../kernel/dates.ts";
import { invalid } from "../kernel/refusal.ts";
import { FIELDS_OF } from "./custom-field-places.ts";
import { dropEmptyParameters, dropNullFields } from "./drop-null-fields.ts";

/**
 * Bodies are not coerced: a number in place of a string is refused. Optional fields with null, and empty parameters of a
 * query, count as not sent: see `drop-null-fields.ts`. Queries and paths are text, so `10` may be a number and `true` a
 * boolean there.
 */
const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  if (httpPart === "body") {
    const check = whenNeeded(() => forBody.compile(schema));
    return after((data) => dropNullFields(schema, data), check);
  }
  const check = whenNeeded(() => forText.compile(schema));
  return httpPart === "querystring" ? after(dropEmptyParameters, check) : check;
};

type Check = { (data: unknown): boolean; errors: ErrorObject[] | null };

function after(prepare: (data: unknown) => void, check: Check): Check {
  const validate = (data: unknown): boolean => {
    prepare(data);
    const isValid = check(data);
    validate.errors = check.errors;
    return isValid;
  };
  validate.errors = null as ErrorObject[] | null;
  return validate;
}

// Of the process: several servers in one, as in tests, compile a schema once.
const forBody = validator({ coerceTypes: false });
const forText = validator({ coerceTypes: true });

/**
 * For JSON within a body that has its own schema: the parsed value, or a refusal that names the field. A value in place of a
 * query is parsed like one: text may stand for a number, and one value for a list of one.
 */
export function reading<Schema extends TSchema>(
  schema: Schema,
  { name, likeQuery = false }: { name: string; likeQuery?: boolean },
): (value: unknown) => Static<Schema> {
  const check = whenNeeded(() => validator({ coerceTypes: likeQuery && "array" }).compile(schema));
  const under = `/${name.replaceAll(".", "/")}`;
  return (value) => {
    const read = structuredClone(value);
    if (check(read)) return read as Static<Schema>;
    const problems = check.errors ?? [];
    throw invalid(
      validationMessage(problems.map((each) => ({ ...each, instancePath: under + each.instancePath }))),
    );
  };
}

/** Compiling the schemas of all routes would take most of the start, and few of them are used in its first minute. */
function whenNeeded(compile: () => ValidateFunction): Check {
  let ready: ValidateFunction | undefined;
  const validate = (data: unknown): boolean => {
    ready ??= compile();
    const isValid = ready(data) as boolean;
    validate.errors = ready.errors ?? null;
    return isValid;
  };
  validate.errors = null as ErrorObject[] | null;
  return validate;
}

function validator({ coerceTypes }: { coerceTypes: boolean | "array" }): Ajv {
  const ajv = new Ajv({
    coerceTypes,
    useDefaults: true,
    removeAdditional: false,
    // One error is enough for the message, and a long array of wrong values cannot cost more than one.
    allErrors: false,
    allowUnionTypes: true,
    strictTypes: false,
    // `Infinity` in a query is read as a number; unless it counts as one, Ajv would not compare it with the bounds.
    strictNumbers: !coerceTypes,
  });
  // What the shop declares is checked before: see `custom-fields.ts`.
  ajv.addKeyword(FIELDS_OF);
  addFormats.default(ajv, ["date-time", "uri"]);
  ajv.addFormat("email", { type: "string", validate: isEmail });
  ajv.addFormat("moment", { type: "string", validate: (text: string) => parseTimestamp(text) !== null });
  return ajv;
}

/** One `@`, no spaces, a domain with a dot, 254 characters at most; whether it exists is unknown. */
export function isEmail(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[^\s@"(),:;<>[\\\]]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/iu.test(text)
  );
}

type Problem = Pick<ErrorObject, "keyword" | "instancePath" | "params"> & { message?: string };

/** One sentence that names the field. */
export function validationMessage(problems: readonly Problem[]): string {
  const problem = mostTelling(problems);
  const name = fieldOf(problem);
  switch (problem.keyword) {
    case "additionalProperties":
      return `property ${problem.params.additionalProperty} should not exist`;
    case "required":
      return `${problem.params.missingProperty} is required`;
    case "type":
      return `${name} must be ${withArticle(problem.params.type)}`;
    case "enum":
      return `${eachIn(name)} must be one of the following values: ${problem.params.allowedValues.join(", ")}`;
    case "format":
      return `${name} must be ${formats[problem.params.format as string] ?? problem.params.format}`;
    case "minLength":
      return `${name} should not be empty`;
    case "minItems":
      return `${name} should not be empty`;
    case "minimum":
      return `${name} must not be less than ${problem.params.limit}`;
    case "maximum":
      return `${name} must not be greater than ${problem.params.limit}`;
    default:
      return `${name} ${problem.message ?? "is not valid"}`;
  }
}

const formats: Record<string, string> = {
  email: "an email",
  moment: "a date",
  "date-time": "a date-time",
  uri: "a URL",
};

/** Of the branches of a union, the one that got furthest into the value has the most useful error. */
function mostTelling(problems: readonly Problem[]): Problem {
  const depth = (problem: Problem) => problem.instancePath.split("/").length;
  return [...problems]
    .filter((problem) => problem.keyword !== "anyOf")
    .reduce((best, each) => (depth(each) > depth(best) ? each : best), problems[0]!);
}

/** `/items/0/quantity` -> `items.0.quantity`; the body itself is called so. */
const fieldOf = (problem: Problem) =>
  problem.instancePath.slice(1).replaceAll("/", ".") || "the request body";

/** `status.0` -> `each value in status`: what holds for all of a list. */
const eachIn = (name: string) => name.replace(/^(.+)\.\d+$/, "each value in $1");

const withArticle = (type: string | string[]) => {
  const named = (each: string) =>
    each === "null" ? each : /^[aeio]/.test(each) ? `an ${each}` : `a ${each}`;
  return [type].flat().map(named).join(" or ");
};

/** Fastify asks for all shared schemas at every route. Its own store copies them each time, which takes 50 ms of the start. */
function sharedSchemas(inherited: unknown = {}) {
  const store: Record<string, unknown> = { ...(inherited as object) };
  return {
    add: (schema: { $id: string }) => {
      if (!schema.$id || schema.$id in store)
        throw new Error(`There is a schema ${schema.$id} already, or it has no $id`);
      store[schema.$id] = schema;
    },
    getSchema: (id: string) => store[id],
    getSchemas: () => store,
  };
}

type Controller = NonNullable<FastifyServerOptions["schemaController"]>;

/**
 * Schemas check requests but not answers: answers come from the read model, which selects only fields that may be shown, so
 * they are serialized as plain JSON.
 */
export const schemaController = {
  bucket: sharedSchemas,
  compilersFactory: {
    buildValidator: () => compileValidator,
    buildSerializer: () => (route: { url?: string }) => jsonFor(route.url),
  },
  // Fastify's types allow for its own compilers only.
} as object as Controller;
