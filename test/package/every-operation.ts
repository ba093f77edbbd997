import { readFileSync } from "node:fs";
import { root } from "../../scripts/packaging/root.ts";
import type { Schema } from "../support/fuzz/operations.ts";
import { sampleOf } from "../support/fuzz/samples.ts";

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

type Content = Record<string, { schema: Schema }>;

interface Described {
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

interface Description {
  paths: Record<string, Record<string, Described>>;
  components: { parameters: Record<string, Parameter>; schemas: Record<string, Schema> };
}

const description = JSON.parse(readFileSync(`${root}/docs/openapi.json`, "utf8")) as Description;
const lastPart = (reference: string) => reference.split("/").at(-1)!;

/** The schema with what it refers to in its place. */
function whole(schema: Schema): Schema {
  if (schema.$ref) return whole(description.components.schemas[lastPart(schema.$ref)]!);
  const { properties, items, anyOf } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, whole(each)])),
    }),
    ...(items && { items: whole(items) }),
    ...(anyOf && { anyOf: anyOf.map(whole) }),
  };
}

const sample = (schema: Schema, { name, path }: { name: string; path: string }) =>
  sampleOf(whole(schema), name, { path, idOf: (entity) => `${entity}_1`, isSparse: true });

const parametersOf = ({ parameters = [] }: Described): Parameter[] =>
  parameters.map((each) => ("$ref" in each ? description.components.parameters[lastPart(each.$ref)]! : each));

/** What the operation needs, as a literal; empty if it needs nothing. */
function initOf(path: string, described: Described): string {
  const needed = parametersOf(described).filter(({ required }) => required);
  const valuesIn = (place: string) => {
    const entries = needed
      .filter((each) => each.in === place)
      .map(({ name, schema }) => [name, sample(schema, { name, path })]);
    return entries.length > 0 ? `${place}: ${JSON.stringify(Object.fromEntries(entries))}` : undefined;
  };
  const params = [valuesIn("path"), valuesIn("query")].filter(Boolean);
  const parts = [params.length > 0 ? `params: { ${params.join(", ")} }` : undefined, bodyOf(path, described)];
  return parts.filter(Boolean).length > 0 ? `{ ${parts.filter(Boolean).join(", ")} }` : "";
}

function bodyOf(path: string, { requestBody }: Described): string | undefined {
  if (!requestBody) return undefined;
  const { content } = requestBody;
  if ("multipart/form-data" in content) return 'body: { files: [new Blob(["content"])] }';
  const [{ schema }] = Object.values(content) as [{ schema: Schema }];
  return `body: ${JSON.stringify(sample(schema, { name: "", path }))}`;
}

/** A list has pages. One row, and files of rows, take `offset` as v1 does. */
function isList(described: Described): boolean {
  const { properties = {} } = described.responses["200"]?.content?.["application/json"]?.schema ?? {};
  const hasRows = Object.values(properties).some(({ type }) => type === "array");
  return hasRows && parametersOf(described).some(({ name }) => name === "offset");
}

const HEAD = `import { createClient } from "@tradewind/client";

type Useless<T> = 0 extends 1 & T ? true : unknown extends T ? true : [T] extends [never] ? true : false;
/** Refuses what the compiler knows nothing about: \`any\`, \`unknown\`, \`never\`. */
declare function known<T>(value: T, ...refused: Useless<T> extends true ? ["nothing is known"] : []): void;

const client = createClient({ baseUrl: "https://shop.example" });
`;

/** A program that calls each operation of the description, reads the pages of each list, and uses each answer. */
export function everyOperation(): { program: string; calls: number; lists: number } {
  const calls: string[] = [];
  const lists: string[] = [];
  for (const [path, methods] of Object.entries(description.paths))
    for (const [method, described] of Object.entries(methods)) {
      const init = initOf(path, described);
      const words = [JSON.stringify(path), init].filter(Boolean).join(", ");
      calls.push(`known((await client.${method.toUpperCase()}(${words})).data);`);
      if (method === "get" && isList(described)) lists.push(path);
    }
  const loops = lists.map((path) => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}: "1"`);
    const options = names.length > 0 ? `, { path: { ${names.join(", ")} } }` : "";
    return `for await (const row of client.pages(${JSON.stringify(path)}${options})) known(row);`;
  });
  return { program: [HEAD, ...calls, ...loops, ""].join("\n"), calls: calls.length, lists: lists.length };
}
