import { type Known, knownInPath } from "./known.ts";
import { type Operation, pathOf, type Schema } from "./operations.ts";
import { sampleOf } from "./samples.ts";
import { bodyValues, oddQueries, pathValues, queryValues, rawBodies } from "./values.ts";

export interface Attack {
  /** What is wrong with the request, in words. */
  about: string;
  method: Operation["method"];
  /** With its query. */
  path: string;
  body?: unknown;
  /** A body that is sent as it is. */
  raw?: string;
}

/** Every hostile request that can be made of an operation, and some that look honest. */
export function attacksOn(operation: Operation, known: Known): Attack[] {
  const { method } = operation;
  const honestPath = pathOf(operation, (name) => encodeURIComponent(knownInPath(known, operation, name)));
  const honestBody = operation.body ? sampleOf(operation.body, "", known) : undefined;
  const inQuery = [...queriesFor(operation), ...oddQueries];
  return [
    { about: "as it should be", method, path: honestPath, body: honestBody },
    ...pathAttacks(operation, known).map((attack) => ({ ...attack, method, body: honestBody })),
    ...inQuery.map(([about, query]) => ({ about, method, path: honestPath + query, body: honestBody })),
    ...bodyAttacks(operation, honestBody).map((attack) => ({ ...attack, method, path: honestPath })),
  ];
}

function pathAttacks(operation: Operation, known: Known) {
  return operation.pathNames.flatMap((attacked) =>
    pathValues.map(([what, value]) => ({
      about: `${attacked} is ${what}`,
      path: pathOf(operation, (name) =>
        name === attacked ? value : encodeURIComponent(knownInPath(known, operation, name)),
      ),
    })),
  );
}

const queriesFor = ({ query }: Operation): [string, string][] =>
  Object.keys(query).flatMap((name) =>
    queryValues.map(([what, text]): [string, string] => [
      `?${name} is ${what}`,
      `?${name}${text.replaceAll("NAME", name)}`,
    ]),
  );

function bodyAttacks({ body, method }: Operation, honest: unknown): Pick<Attack, "about" | "body" | "raw">[] {
  if (method === "GET") return [];
  const raw = rawBodies.map(([what, text]) => ({ about: `the body is ${what}`, raw: text }));
  if (!body) return [...raw, { about: "a body that is not asked for", body: { surprise: true } }];
  const places = placesIn(body, []);
  return [
    ...raw,
    { about: "the body has one property more", body: { ...(honest as object), surprise: 1 } },
    { about: "the body has only what it must", body: onlyRequired(body, honest) },
    ...places.map((place) => ({ about: `${place.join(".")} is missing`, body: changed(honest, place) })),
    ...places.flatMap((place) =>
      bodyValues.map(([what, value]) => ({
        about: `${place.join(".")} is ${what}`,
        body: changed(honest, place, { value }),
      })),
    ),
  ];
}

/** Paths to every property, also inside lists and objects: `["prices", 0, "amount"]`. */
function placesIn(schema: Schema, path: (string | number)[]): (string | number)[][] {
  const branch = schema.anyOf?.[0] ?? schema;
  const inList = branch.items ? placesIn(branch.items, [...path, 0]) : [];
  const own = Object.entries(branch.properties ?? {}).flatMap(([name, each]) => [
    [...path, name],
    ...placesIn(each, [...path, name]),
  ]);
  return [...(branch.items ? [[...path, 0]] : []), ...inList, ...own];
}

/** A copy with another value at a place, or without the place. */
function changed(whole: unknown, [step, ...rest]: (string | number)[], to?: { value: unknown }): unknown {
  if (step === undefined) return to?.value;
  const copy = Array.isArray(whole) ? [...whole] : { ...(whole as object) };
  const at = copy as Record<string | number, unknown>;
  if (rest.length > 0) at[step] = changed(at[step], rest, to);
  else if (to) at[step] = to.value;
  else delete at[step];
  return Array.isArray(copy) ? copy.filter((each) => each !== undefined) : copy;
}

const onlyRequired = ({ required = [] }: Schema, honest: unknown) =>
  Object.fromEntries(Object.entries(honest as object).filter(([name]) => required.includes(name)));
