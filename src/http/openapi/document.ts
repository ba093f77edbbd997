import type { RouteOptions } from "fastify";
import { ANY_FIELDS, anyFieldsSchema } from "../../graph/custom-fields/field-schemas.ts";
import type { Registry } from "../../graph/registry.ts";
import { entitySchemas, viewSchema } from "../../graph/view-schema.ts";
import type { JsonSchema } from "../../kernel/json-schema.ts";
import type { ApiNotes } from "./api-notes.ts";
import { errorResponses, errorSchema } from "./errors.ts";
import { namedViews } from "./named-views.ts";
import { type DescribedRoute, type Operation, operationOf } from "./operation.ts";
import { Parameters } from "./parameters.ts";
import { plainSchema } from "./plain-schema.ts";
import { securitySchemes } from "./security.ts";

export interface ApiParts {
  routes: readonly RouteOptions[];
  registry: Registry;
  notes: ApiNotes;
  version: string;
  /** An answer of the demo shop by the id of its operation. */
  examples: Readonly<Record<string, unknown>>;
}

const DESCRIPTION = `The API of a headless shop: \`/admin\` for those who run it, \`/store\` for those who buy there.

**Selection.** Answers are described as they are by default. \`fields\` and \`expand\` select other fields and relations:
\`fields=id,title\` names all of them, \`fields=+metadata,-handle\` changes the default, \`expand=variants.prices\` names relations.

**Lists** take \`limit\`, \`offset\` and \`order\` (\`order=-created_at\` is the newest first), and return the \`count\` of all rows.
Dates are filtered with \`created_at[gte]=2026-01-01\`; \`lt\`, \`lte\` and \`gt\` are the other comparisons.

**Money** is a whole number in the smallest unit of its currency.

**Permissions.** A shop can give its users roles. \`x-permissions\` of an operation names the permissions that it needs; without
one of them the answer is 403, with the code \`missing_permission\` and its name in the message.

**Repeating a request.** Send an \`Idempotency-Key\` with a POST, and a repetition changes nothing.`;

/** OpenAPI 3.1 of these routes. */
export function apiDocument({ routes, registry, notes, version, examples }: ApiParts) {
  const parameters = new Parameters();
  const schemas = new Schemas(registry);
  const known = new Map(notes.flatMap(({ tags }) => tags).flatMap((tag) => Object.entries(tag.operations)));
  const paths: Record<string, Record<string, Operation>> = {};
  const described = routes.flatMap(describedRoutes);
  for (const route of inOrder(described, notes)) {
    const note = known.get(`${route.method} ${route.path}`);
    const operation = operationOf(route, {
      parameters,
      note,
      examples,
      fields: registry.fields,
      onReference: schemas.use,
    });
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Tradewind",
      version,
      summary: "A headless commerce backend with the API of Medusa v1.",
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "The server that serves this description." }],
    ...tagsOf(notes, described),
    paths,
    components: {
      securitySchemes,
      parameters: sorted(parameters.shared),
      responses: errorResponses,
      schemas: sorted(schemas.used()),
    },
  };
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

function describedRoutes(options: RouteOptions): DescribedRoute[] {
  if (options.schema?.hide || options.url.includes("*")) return [];
  const path = options.url.replace(/:(\w+)(\([^)]*\))?/g, "{$1}");
  return [options.method]
    .flat()
    .filter((method) => METHODS.includes(method))
    .map((method) => ({ method, path, options }));
}

/** As the notes list them; others, which are of plugins, come last. */
function inOrder(routes: readonly DescribedRoute[], notes: ApiNotes): DescribedRoute[] {
  const names = notes.flatMap(({ tags }) => tags).flatMap(({ operations }) => Object.keys(operations));
  const places = new Map(names.map((name, place) => [name, place]));
  const placeOf = ({ method, path }: DescribedRoute) => places.get(`${method} ${path}`) ?? names.length;
  return [...routes].sort((one, other) => placeOf(one) - placeOf(other));
}

function tagsOf(notes: ApiNotes, routes: readonly DescribedRoute[]) {
  const noted = notes.flatMap(({ tags }) => tags);
  const names = new Set(noted.map(({ name }) => name));
  const ofPlugins = [...new Set(routes.flatMap(({ options }) => options.schema?.tags ?? ["Plugins"]))]
    .filter((name) => !names.has(name))
    .map((name) => ({ name, description: "Operations of a plugin." }));
  const groups = notes.map(({ name, tags }) => ({ name, tags: tags.map((tag) => tag.name) }));
  const others = { name: "Plugins", tags: ofPlugins.map(({ name }) => name) };
  return {
    tags: [...noted.map(({ name, description }) => ({ name, description })), ...ofPlugins],
    "x-tagGroups": ofPlugins.length > 0 ? [...groups, others] : groups,
  };
}

/** The schemas of entities and views; only those that operations refer to are in the document. */
class Schemas {
  private readonly all: Record<string, JsonSchema>;
  private readonly names = new Set(["Error"]);

  constructor(registry: Registry) {
    const views = [...namedViews()].map(([name, view]) => [name, viewSchema(registry, view)]);
    this.all = {
      Error: errorSchema,
      [ANY_FIELDS]: anyFieldsSchema,
      ...entitySchemas(registry),
      ...Object.fromEntries(views),
    };
  }

  readonly use = (name: string): void => {
    this.names.add(name);
  };

  used(): Record<string, JsonSchema> {
    const found: Record<string, JsonSchema> = {};
    // The set grows while it is read: schemas refer to others.
    for (const name of this.names) {
      const schema = this.all[name];
      if (!schema) throw new Error(`no schema is called ${name}`);
      found[name] = plainSchema(schema, this.use);
    }
    return found;
  }
}

const sorted = <Value>(values: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)));
