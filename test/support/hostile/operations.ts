import type { Client } from "../client.ts";

/** As much of JSON schema as the API description uses. */
export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minimum?: number;
  $ref?: string;
}

export interface Operation {
  method: "GET" | "POST" | "DELETE";
  /** `/admin/collections/{id}` */
  path: string;
  /** Names in the path, in their order. */
  pathNames: string[];
  query: Record<string, Schema>;
  body: Schema | null;
  needsCredential: boolean;
  /** The name of the schema of what it shows, when that is an entity or a list of one. */
  shows: string | undefined;
}

interface Described {
  parameters?: { in: string; name: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  security?: unknown[];
  responses?: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

/** Every operation that the server says it has. */
export async function operationsOf(client: Client): Promise<Operation[]> {
  const { body } = await client.get("/openapi.json");
  const paths = Object.entries(body.paths as Record<string, Record<string, Described>>);
  return paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operation(method, path, described)),
  );
}

function operation(method: string, path: string, described: Described): Operation {
  const query = (described.parameters ?? []).filter((parameter) => parameter.in === "query");
  return {
    method: method.toUpperCase() as Operation["method"],
    path,
    pathNames: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
    query: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
    body: described.requestBody?.content["application/json"]?.schema ?? null,
    needsCredential: described.security !== undefined,
    shows: shownBy(described),
  };
}

function shownBy({ responses = {} }: Described): string | undefined {
  const { properties = {} } = responses["200"]?.content?.["application/json"]?.schema ?? {};
  const references = Object.values(properties).map(({ $ref, items }) => $ref ?? items?.$ref);
  return references
    .find((reference) => reference !== undefined)
    ?.split("/")
    .at(-1);
}

export const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

/** `/admin/collections/{id}` with its names filled in by a function. */
export const pathOf = ({ path }: Operation, valueFor: (name: string) => string) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => valueFor(name));
