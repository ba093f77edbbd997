import { entityInPath } from "./entities.ts";
import { pathOf } from "./operations.ts";
import { queryText } from "./queries.ts";
import { Reference, resolved } from "./reference.ts";
import type { Planned } from "./requests.ts";
import type { Context, Things } from "./things.ts";
import type { Message } from "./wire.ts";

/** The request as it is sent, with ids of what there is now. */
export function messageOf(planned: Planned, things: Things, context: Context): Message {
  const { operation, headers } = planned;
  const inPath = valuesInPath(planned, things, context);
  const path = pathOf(operation, (name) => inPath[name]!);
  const query = queryText(resolved(planned.query, things, context) as Planned["query"]);
  const message = { method: operation.method, path: query ? `${path}?${query}` : path };
  const { body, type } = contentOf(planned, things, context);
  return body === undefined
    ? { ...message, headers }
    : { ...message, headers: { "content-type": type, ...headers }, body };
}

/** From the end of the path: a child names its parent. */
function valuesInPath(
  { operation, inPath }: Planned,
  things: Things,
  context: Context,
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of operation.pathNames.toReversed()) {
    const value = inPath[name];
    const others = operation.pathNames.filter((each) => each !== name);
    const parents = others.map((each) => entityInPath(each, operation.path) ?? "");
    values[name] =
      value instanceof Reference
        ? encodeURIComponent(things.pick(value.entity, value.draw, { context, parents }))
        : String(value);
  }
  // What comes last is what the request is about most.
  for (const name of operation.pathNames) {
    const entity = entityInPath(name, operation.path) ?? "";
    const value = context.get(entity);
    if (value !== undefined && context.delete(entity)) context.set(entity, value);
  }
  return values;
}

function contentOf(planned: Planned, things: Things, context: Context): { body?: string; type: string } {
  const { operation, raw } = planned;
  const json = "application/json";
  if (raw !== undefined) return { body: raw, type: json };
  if (operation.takesFiles) return { body: form(), type: "multipart/form-data; boundary=edge" };
  if (operation.method === "GET" || planned.body === undefined) return { type: json };
  return { body: JSON.stringify(resolved(planned.body, things, context)), type: json };
}

const form = () =>
  '--edge\r\ncontent-disposition: form-data; name="files"; filename="note.txt"\r\ncontent-type: text/plain\r\n\r\nhello\r\n--edge--\r\n';
