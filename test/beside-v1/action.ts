import type { Pair, Request, SentFile } from "./pair.ts";
import type { World } from "./world.ts";

/** Something to ask of both systems; undefined where the world lacks what it needs. */
export type Action = (world: World) => Request | undefined;

/** Actions of one area, by name. */
export type Area = Record<string, Action>;

type Path = Request["path"] | undefined;

export const as = (caller: string) => ({
  get: (path: Path, query?: Record<string, unknown>, isOrdered = false) =>
    made(caller, "GET", path, { query, isOrdered }),
  post: (path: Path, body?: unknown, query?: Record<string, unknown>) =>
    made(caller, "POST", path, { body, query }),
  delete: (path: Path, body?: unknown) => made(caller, "DELETE", path, { body }),
});

/** A form with files. */
export const sendFiles = (path: Path, files: readonly SentFile[]): Request | undefined =>
  path && { as: "admin", method: "POST", path, files };

const made = (
  caller: string,
  method: Request["method"],
  path: Path,
  rest: Pick<Request, "body" | "query" | "isOrdered">,
): Request | undefined => path && { as: caller, method, path, ...rest };

export const admin = as("admin");
export const visitor = as("visitor");

/** A path that exists only if everything it names does. */
export function to(texts: TemplateStringsArray, ...pairs: (string | Pair | undefined)[]): Path {
  if (pairs.some((pair) => pair === undefined)) return undefined;
  return texts.flatMap((text, index) => (index < pairs.length ? [text, pairs[index]!] : [text]));
}

/** Each field is sent or left out. */
export function some<Body extends Record<string, unknown>>(world: World, fields: Body): Partial<Body> {
  const entries = Object.entries(fields).filter(
    ([, value]) => value !== undefined && world.random.isLucky(0.6),
  );
  return Object.fromEntries(entries) as Partial<Body>;
}

/** The parameters of a list: a page, an order, a selection, filters. */
export function listQuery(
  world: World,
  { expand = [], fields = [], order = [], filters = {}, isPaged = true }: ListOptions,
): Record<string, unknown> {
  const { random } = world;
  const joined = (names: readonly string[]) => names.filter(() => random.isLucky(0.4)).join(",");
  return {
    ...(isPaged
      ? random.isLucky(0.5) && { limit: random.whole(1, 5), offset: random.whole(0, 3) }
      : { limit: 500 }),
    ...(expand.length > 0 && random.isLucky(0.3) && { expand: joined(expand) }),
    ...(fields.length > 0 && random.isLucky(0.3) && { fields: joined(fields) }),
    ...(order.length > 0 &&
      random.isLucky(0.3) && { order: `${random.pick(["", "-"])}${random.pick(order)}` }),
    ...(random.isLucky(0.5) && some(world, filters)),
  };
}

export interface ListOptions {
  expand?: readonly string[];
  fields?: readonly string[];
  /** Attributes whose values are unique, so that the order is defined. */
  order?: readonly string[];
  filters?: Record<string, unknown>;
  /** False where rows are made at the same moment: v1 has no order of its own for them, so that one page shows all. */
  isPaged?: boolean;
}
