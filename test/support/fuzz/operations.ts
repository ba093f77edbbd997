import { Registry } from "../../../src/graph/registry.ts";
import { schemaName } from "../../../src/graph/view-schema.ts";
import { entities as allEntities } from "../../../src/modules.ts";
import type { Client } from "../clients/client.ts";

/** As much of JSON schema as the API description uses. */
export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  allOf?: Schema[];
  title?: string;
  $ref?: string;
}

export interface Operation {
  method: "GET" | "POST" | "DELETE";
  /** `/admin/collections/{id}` */
  path: string;
  /** Names in the path, in their order. */
  pathNames: string[];
  query: Record<string, Schema>;
  requiredQuery: string[];
  /** Parameters that are taken without effect. */
  ignoredQuery: string[];
  body: Schema | null;
  takesFiles: boolean;
  needsCredential: boolean;
  /** The name of the schema of what it shows, when that is an entity or a list of one. */
  shows: string | undefined;
  /** What of it `fields` and `expand` can ask for. */
  shown: { fields: string[]; relations: string[] };
}

/** Whether the operation takes `fields` and `expand`. */
export const takesSelection = ({ query, ignoredQuery }: Operation): boolean =>
  ["expand", "fields"].some((name) => name in query && !ignoredQuery.includes(name));

interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  deprecated?: boolean;
  schema: Schema;
}

interface Described {
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  security: Record<string, unknown>[];
  responses?: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

/** The notification of the payment service of the fuzz tests. */
const news: Schema = {
  type: "object",
  properties: {
    kind: { type: "string", enum: ["authorized", "captured", "failed", "canceled", "nothing"] },
    resource_id: { type: "string" },
  },
  required: ["kind", "resource_id"],
};

interface Components {
  parameters: Record<string, Parameter>;
  schemas: Record<string, Schema>;
}

/** An answer that never ends is for `test/api/event-stream.test.ts`. */
const isStream = ({ responses = {} }: Described) => "text/event-stream" in (responses["200"]?.content ?? {});

/** Every operation in the API description of the server, but for streams. */
export async function operationsOf(client: Pick<Client, "get">): Promise<Operation[]> {
  const { body } = await client.get("/openapi.json");
  const paths = Object.entries(body.paths as Record<string, Record<string, Described>>);
  return paths.flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, described]) => !isStream(described))
      .map(([method, described]) =>
        operation({ method: method.toUpperCase() as Operation["method"], path }, described, body.components),
      ),
  );
}

function operation(
  { method, path }: Pick<Operation, "method" | "path">,
  described: Described,
  components: Components,
): Operation {
  const parameters = (described.parameters ?? []).map((each) =>
    "$ref" in each ? components.parameters[lastPart(each.$ref)]! : each,
  );
  const query = parameters.filter((parameter) => parameter.in === "query");
  const content = described.requestBody?.content ?? {};
  const shows = shownBy(described, components);
  return {
    method,
    path,
    pathNames: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
    query: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
    requiredQuery: query.filter(({ required }) => required).map(({ name }) => name),
    ignoredQuery: query.filter(({ deprecated }) => deprecated).map(({ name }) => name),
    body: content["application/json"]?.schema ?? (path.startsWith("/hooks/") ? news : null),
    takesFiles: content["multipart/form-data"] !== undefined,
    needsCredential: described.security.some((each) => "session" in each),
    shows,
    shown: selectable(shows),
  };
}

const lastPart = (reference: string) => reference.split("/").at(-1)!;

/** The name of the entity that an answer shows. */
function shownBy({ responses = {} }: Described, { schemas }: Components): string | undefined {
  const { properties = {} } = responses["200"]?.content?.["application/json"]?.schema ?? {};
  return Object.values(properties)
    .map((schema) => entityIn(schema, schemas))
    .find(Boolean);
}

function entityIn({ $ref, items, allOf, title }: Schema, schemas: Components["schemas"]): string | undefined {
  if (title) return title;
  const [inner] = [items, ...(allOf ?? [])].filter((each) => each !== undefined);
  if (!$ref) return inner && entityIn(inner, schemas);
  const name = lastPart($ref);
  return entities.has(name) ? name : entityIn(schemas[name]!, schemas);
}

const registry = new Registry(allEntities);
const entities = new Map(registry.all().map((entity) => [schemaName(entity.name), entity]));

/** The fields of an entity, and its relations with theirs: `items`, `items.variant`. */
function selectable(name: string | undefined) {
  const entity = entities.get(name ?? "");
  if (!entity) return { fields: [], relations: [] };
  const fields = Object.keys(entity.columns).filter((each) => !each.startsWith("$"));
  const relations = Object.entries(entity.relations).flatMap(([first, { entity: other }]) => [
    first,
    ...Object.keys(registry.get(other).relations).map((next) => `${first}.${next}`),
  ]);
  return { fields, relations };
}

export const nameOf = ({ method, path }: Pick<Operation, "method" | "path">) => `${method} ${path}`;

/** `/admin/collections/{id}` with its names filled in by a function. */
export const pathOf = ({ path }: Pick<Operation, "path">, valueFor: (name: string) => string) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => valueFor(name));
