import type { FastifySchema, RouteOptions } from "fastify";
import { type TSchema, Type } from "typebox";
import type { DeclaredFields } from "../../graph/custom-fields/declared-fields.ts";
import type { JsonSchema } from "../../kernel/json-schema.ts";
import type { OperationNote } from "./api-notes.ts";
import { withDeclaredFields } from "./declared-fields.ts";
import { errorsOf } from "./errors.ts";
import type { Parameters } from "./parameters.ts";
import { plainSchema } from "./plain-schema.ts";
import { securityOf } from "./security.ts";

/** A route with one method, as the document has it. */
export interface DescribedRoute {
  method: string;
  /** `/store/carts/{id}` */
  path: string;
  options: RouteOptions;
}

export interface Operation {
  operationId: string;
  tags: readonly string[];
  [field: string]: unknown;
}

interface Shared {
  parameters: Parameters;
  note?: OperationNote;
  examples: Readonly<Record<string, unknown>>;
  onReference: (name: string) => void;
  fields: DeclaredFields;
}

declare module "fastify" {
  interface FastifySchema {
    /** The route is not in the API reference. */
    hide?: boolean;
    tags?: readonly string[];
    summary?: string;
    description?: string;
    /** Media types of the body; JSON by default. */
    consumes?: readonly string[];
  }
}

interface RouteSchema extends FastifySchema {
  querystring?: TSchema;
  body?: TSchema;
  response?: Record<string, TSchema>;
}

const OTHERS = "Plugins";

export function operationOf(route: DescribedRoute, shared: Shared): Operation {
  const schema = (route.options.schema ?? {}) as RouteSchema;
  const id = shared.note?.id ?? idFromPath(route);
  const description = schema.description ?? shared.note?.description;
  const parameters = parametersOf(route, schema, shared);
  return {
    operationId: id,
    tags: schema.tags ?? [OTHERS],
    summary: schema.summary ?? `${route.method} ${route.path}`,
    ...(description ? { description } : {}),
    security: securityOf(route.options),
    ...permissionsOf(route.options),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(schema.body ? { requestBody: requestBody(route, schema, shared) } : {}),
    responses: { ...answersOf(schema.response, shared, shared.examples[id]), ...errors(route) },
  };
}

/** For routes of plugins: `GET /store/ratings/{id}` -> `getStoreRatingsById`. */
function idFromPath({ method, path }: DescribedRoute): string {
  const words = path.replace(/\{(\w+)\}/g, "by-$1").split(/[^A-Za-z0-9]+/);
  const named = words.filter(Boolean).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return method.toLowerCase() + named.join("");
}

/** For clients that hide what a user may not do. */
const permissionsOf = ({ config }: RouteOptions) =>
  config?.permissions?.length ? { "x-permissions": config.permissions } : {};

const needsPermission = ({ config }: RouteOptions) =>
  Boolean(config?.permissions?.length) || config?.alsoNeeds !== undefined;

const isApi = (path: string) => /^\/(admin|store)\//.test(path);

function errors({ method, path, options }: DescribedRoute) {
  const isPublic = securityOf(options).every((each) => !("session" in each));
  return errorsOf({
    needsCredential: !isPublic,
    needsPermission: needsPermission(options),
    hasPathParameters: path.includes("{"),
    isChange: method !== "GET",
    isApi: isApi(path),
  });
}

function parametersOf(
  route: DescribedRoute,
  schema: RouteSchema,
  { parameters, fields, onReference }: Shared,
) {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const inPath = names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
  const { properties = {}, required = [] } = plainSchema(
    withDeclaredFields(schema.querystring ?? {}, fields, route.path),
    onReference,
  );
  const inQuery = Object.entries(properties).map(([name, each]) =>
    parameters.query(name, each, required.includes(name)),
  );
  const takesKey = route.method === "POST" && isApi(route.path) && route.options.config?.idempotent !== false;
  return [...inPath, ...inQuery, ...(takesKey ? [parameters.idempotencyKey()] : [])];
}

function requestBody(
  { path }: DescribedRoute,
  { consumes = ["application/json"], body }: RouteSchema,
  { fields, onReference }: Shared,
) {
  const schema = plainSchema(withDeclaredFields(body, fields, path), onReference);
  return {
    required: !Type.IsOptional(body!),
    content: Object.fromEntries(consumes.map((type) => [type, { schema }])),
  };
}

const answersOf = (answers: Record<string, TSchema> = {}, { onReference }: Shared, example: unknown) =>
  Object.fromEntries(
    Object.entries(answers).map(([status, each]) => {
      const schema = plainSchema(each, onReference);
      return [status, answer(schema, status, status.startsWith("2") ? example : undefined)];
    }),
  );

function answer({ description, ...schema }: JsonSchema, status: string, example: unknown) {
  const text = description ?? (status.startsWith("2") ? "The request succeeded." : "The request failed.");
  if (schema.type === "null") return { description: text };
  const type = String(
    schema.contentMediaType ?? (schema.type === "string" ? "text/plain" : "application/json"),
  );
  return { description: text, content: { [type]: { schema, ...(example ? { example } : {}) } } };
}
