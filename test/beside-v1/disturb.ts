import type { Request } from "./pair.ts";
import type { World } from "./world.ts";

const ODD_VALUES: unknown[] = [null, "", "text", 0, -1, 1.5, true, [], {}, ["x"]];

/** The request as it is, or with one thing wrong: a field missing or of another kind, an unknown field or id. */
export function disturbed(world: World, request: Request): Request {
  const { random } = world;
  if (!random.isLucky(0.15)) return request;
  const body = request.body as Record<string, unknown> | undefined;
  const names = Object.keys(body ?? {});
  const kinds: (() => Request)[] = [() => withUnknownId(request)];
  if (names.length > 0) {
    const name = random.pick(names);
    const { [name]: _left, ...rest } = body!;
    const odd = random.pick(ODD_VALUES);
    kinds.push(
      () => ({ ...request, body: rest }),
      () => ({ ...request, body: { ...body, [name]: odd } }),
      () => ({ ...request, body: { ...body, unknown_field: 1 } }),
    );
  }
  if (request.method === "GET")
    kinds.push(() => ({ ...request, query: { ...request.query, unknown_name: 1 } }));
  return random.pick(kinds)();
}

/** The last id of the path becomes one that neither system has. */
function withUnknownId(request: Request): Request {
  const last = request.path.findLastIndex((part) => typeof part !== "string");
  if (last < 0) return request;
  return { ...request, path: request.path.map((part, index) => (index === last ? "unknown_01" : part)) };
}
