import fc from "fast-check";
import { disturbed } from "./disturbed.ts";
import { entityInPath } from "./entities.ts";
import { envelope } from "./envelopes.ts";
import type { Operation } from "./operations.ts";
import { query } from "./queries.ts";
import { Reference } from "./reference.ts";
import { shaped } from "./shapes.ts";
import { oddQueries, pathValues, queryValues, rawBodies } from "./values.ts";

export type Kind =
  | "fitting"
  | "unknown ids"
  | "odd body"
  | "odd query"
  | "odd path"
  | "raw body"
  | "odd envelope";

/** A request as the seed makes it; references in it become ids when it is sent. */
export interface Planned {
  operation: Operation;
  kind: Kind;
  /** What stands in the path for each of its names; texts are encoded already. */
  inPath: Record<string, unknown>;
  /** Parts of the query, with names and values: `["limit", 5]`; texts are parts that are sent as they are. */
  query: ([string, unknown] | string)[];
  body?: unknown;
  /** A body that is sent as it is. */
  raw?: string;
  headers: Record<string, string | string[]>;
  /** Whose credentials it carries. */
  caller: "its own" | "a customer" | "nobody" | "the other surface";
}

const weights: Record<Kind, number> = {
  fitting: 11,
  "unknown ids": 2,
  "odd body": 4,
  "odd query": 2,
  "odd path": 1,
  "raw body": 1,
  "odd envelope": 2,
};

/** Requests of all kinds to one operation. */
export function requestsTo(operation: Operation): fc.Arbitrary<Planned> {
  const kinds = (Object.keys(weights) as Kind[]).filter((kind) => isPossible(kind, operation));
  return fc.oneof(
    ...kinds.map((kind) => ({ arbitrary: requestsOf(kind, operation), weight: weights[kind] })),
  );
}

function isPossible(kind: Kind, { pathNames, body, method }: Operation): boolean {
  if (kind === "odd path") return pathNames.length > 0;
  if (kind === "odd body") return body !== null;
  return kind !== "raw body" || method !== "GET";
}

function requestsOf(kind: Kind, operation: Operation): fc.Arbitrary<Planned> {
  const isUnknown = kind === "unknown ids";
  const fits = operation.body
    ? shaped(operation.body, { name: "", path: operation.path, isUnknown })
    : fc.constant(undefined);
  return fc
    .record({
      inPath: pathPart(operation, kind),
      query: kind === "odd query" ? oddQuery(operation) : query(operation, isUnknown),
      body: kind === "odd body" ? disturbed(fits) : fits,
      raw: kind === "raw body" ? fc.constantFrom(...rawBodies) : fc.constant(undefined),
      headers: kind === "odd envelope" ? envelope() : usualHeaders(operation),
      caller: fc.oneof(
        { arbitrary: fc.constant("its own"), weight: 20 },
        { arbitrary: fc.constant("a customer"), weight: operation.path.startsWith("/store") ? 8 : 1 },
        { arbitrary: fc.constantFrom("nobody", "the other surface"), weight: 1 },
      ),
    })
    .map((parts) => ({ operation, kind, ...parts }) as Planned);
}

function pathPart({ path, pathNames }: Operation, kind: Kind): fc.Arbitrary<Record<string, unknown>> {
  const usual = (name: string): fc.Arbitrary<unknown> => {
    const entity = entityInPath(name, path);
    if (kind === "unknown ids") return fc.constantFrom("unknown_01", `${entity}_01UNKNOWN`);
    return entity
      ? fc.integer({ min: 0, max: 2 ** 30 }).map((draw) => new Reference(entity, draw))
      : fc.constantFrom("known@example.com", "manual");
  };
  const odd = fc.constantFrom(...pathValues);
  const parts = Object.fromEntries(
    pathNames.map((name, index) => [
      name,
      // The last name is always odd; the others may lead to something that exists.
      kind === "odd path" ? (index === pathNames.length - 1 ? odd : fc.oneof(usual(name), odd)) : usual(name),
    ]),
  );
  return fc.record(parts);
}

function oddQuery({ query }: Operation): fc.Arbitrary<string[]> {
  const names = Object.keys(query);
  const undeclared = fc.constantFrom(...oddQueries);
  const declared = fc
    .tuple(fc.constantFrom(...names, "fields", "expand", "limit"), fc.constantFrom(...queryValues))
    .map(([name, text]) => `${name}${text.replaceAll("NAME", name)}`);
  const part = names.length > 0 ? fc.oneof({ arbitrary: declared, weight: 6 }, undeclared) : undeclared;
  return fc.array(part, { minLength: 1, maxLength: 2 });
}

/** Now and then a key that other requests have, too. */
const usualHeaders = ({ method }: Operation): fc.Arbitrary<Record<string, string>> =>
  method !== "POST"
    ? fc.constant({})
    : fc.oneof(
        { arbitrary: fc.constant({}), weight: 12 },
        fc.nat({ max: 30 }).map((number) => ({ "idempotency-key": `key ${number}` })),
      );
