import type { Client } from "../client.ts";

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
  deprecated?: boolean;
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

/** Whether what is shown can be chosen. */
export const takesSelection = ({ query, ignoredQuery }: Operation): boolean =>
  ["expand", "fields"].some((name) => name in query && !ignoredQuery.includes(name));

interface Described {
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  security?: unknown[];
  responses?: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

/** What the payment service of the fuzzing tells; others have words of their own. */
const news: Schema = {
  type: "object",
  properties: {
    kind: { type: "string", enum: ["authorized", "captured", "failed", "canceled", "nothing"] },
    resource_id: { type: "string" },
  },
  required: ["kind", "resource_id"],
};

type Components = Record<string, Schema>;

/** Every operation that the server says it has. */
export async function operationsOf(client: Pick<Client, "get">): Promise<Operation[]> {
  const { body } = await client.get("/openapi.json");
  const paths = Object.entries(body.paths as Record<string, Record<string, Described>>);
  const components = body.components.schemas as Components;
  return paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) =>
      operation({ method: method.toUpperCase() as Operation["method"], path }, described, components),
    ),
  );
}

function operation(
  { method, path }: Pick<Operation, "method" | "path">,
  described: Described,
  components: Components,
): Operation {
  const query = (described.parameters ?? []).filter((parameter) => parameter.in === "query");
  const content = described.requestBody?.content ?? {};
  const shows = shownBy(described);
  return {
    method,
    path,
    pathNames: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
    query: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
    requiredQuery: query.filter(({ required }) => required).map(({ name }) => name),
    ignoredQuery: query.filter(({ schema }) => schema.deprecated).map(({ name }) => name),
    body: content["application/json"]?.schema ?? (path.startsWith("/hooks/") ? news : null),
    takesFiles: content["multipart/form-data"] !== undefined,
    needsCredential: described.security !== undefined,
    shows,
    shown: selectable(components[shows ?? ""] ?? {}, components),
  };
}

function shownBy({ responses = {} }: Described): string | undefined {
  const { properties = {} } = responses["200"]?.content?.["application/json"]?.schema ?? {};
  return Object.values(properties).map(referenceIn).find(Boolean);
}

const referenceIn = ({ $ref, items, anyOf }: Schema): string | undefined =>
  [$ref, items?.$ref, ...(anyOf ?? []).map((each) => each.$ref)]
    .find((reference) => reference !== undefined)
    ?.split("/")
    .at(-1);

/** The fields of an entity, and its relations with theirs: `items`, `items.variant`. */
function selectable({ properties = {} }: Schema, components: Components) {
  const fields: string[] = [];
  const relations: string[] = [];
  for (const [name, schema] of Object.entries(properties)) {
    const related = referenceIn(schema);
    if (!related) fields.push(name);
    else {
      const further = Object.entries(components[related]?.properties ?? {}).filter(([, each]) =>
        referenceIn(each),
      );
      relations.push(name, ...further.map(([next]) => `${name}.${next}`));
    }
  }
  return { fields, relations };
}

export const nameOf = ({ method, path }: Pick<Operation, "method" | "path">) => `${method} ${path}`;

/** `/admin/collections/{id}` with its names filled in by a function. */
export const pathOf = ({ path }: Pick<Operation, "path">, valueFor: (name: string) => string) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => valueFor(name));
