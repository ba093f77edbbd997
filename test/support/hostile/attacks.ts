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

type Step = string | number;
interface Place {
  steps: Step[];
  schema: Schema;
}

/** Every hostile request that can be made of an operation, after one that looks honest. */
export function attacksOn(operation: Operation, known: Known): Attack[] {
  const { method } = operation;
  const path = pathOf(operation, (name) => encodeURIComponent(knownInPath(known, operation, name)));
  const least = () => (operation.body ? sampleOf(operation.body, "", { known, isSparse: true }) : undefined);
  const inQuery = [...queriesFor(operation), ...oddQueries];
  return [
    { about: "as it should be", method, path, body: least() },
    ...pathAttacks(operation, known).map((attack) => ({ ...attack, method, body: least() })),
    ...inQuery.map(([about, query]) => ({ about, method, path: path + query, body: least() })),
    ...bodyAttacks(operation, known).map((attack) => ({ ...attack, method, path })),
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

type BodyAttack = Pick<Attack, "about" | "body" | "raw">;

function bodyAttacks({ body, method }: Operation, known: Known): BodyAttack[] {
  if (method === "GET") return [];
  const raw = rawBodies.map(([what, text]) => ({ about: `the body is ${what}`, raw: text }));
  if (!body) return [...raw, { about: "a body that is not asked for", body: { surprise: true } }];
  const least = () => sampleOf(body, "", { known, isSparse: true });
  const attackOn = (place: Place, what: string, change: Change): BodyAttack => ({
    about: `${place.steps.join(".")} is ${what}`,
    body: changed(least(), place.steps, { ...change, schema: body, name: "", known }),
  });
  return [
    ...raw,
    { about: "the body has everything", body: sampleOf(body, "", { known }) },
    { about: "the body has one property more", body: { ...(least() as object), surprise: 1 } },
    ...placesIn(body, []).flatMap((place) => [
      attackOn(place, "missing", { kind: "leave-out" }),
      attackOn(place, "as it should be", { kind: "put", value: undefined }),
      ...bodyValues.map(([what, value]) => attackOn(place, what, { kind: "put", value })),
    ]),
  ];
}

/** Every property, also inside lists and objects: `["prices", 0, "amount"]`. */
function placesIn(schema: Schema, steps: Step[]): Place[] {
  return inside(schema).flatMap(([step, each]) => {
    const here = [...steps, step];
    return [{ steps: here, schema: each }, ...placesIn(each, here)];
  });
}

function inside(schema: Schema): [Step, Schema][] {
  const branch = schema.anyOf?.[0] ?? schema;
  return branch.items ? [[0, branch.items]] : Object.entries(branch.properties ?? {});
}

/** `put` without a value puts one that is allowed. */
type Change = { kind: "leave-out" } | { kind: "put"; value: unknown };
type Here = Change & { schema: Schema; name: string; known: Known };

/** The way to the place is made where it is not there. */
function changed(whole: unknown, [step, ...rest]: Step[], here: Here): unknown {
  const { schema, name, known } = here;
  if (step === undefined) {
    const isPut = here.kind === "put" && here.value !== undefined;
    return isPut ? here.value : sampleOf(schema, name, { known, isSparse: true });
  }
  const present = whole ?? sampleOf(schema, name, { known, isSparse: true });
  const copy = (Array.isArray(present) ? [...present] : { ...(present as object) }) as Record<Step, unknown>;
  const next = inside(schema).find(([each]) => each === step)![1];
  const nextName = typeof step === "string" && step !== "id" ? step : name;
  if (rest.length === 0 && here.kind === "leave-out") delete copy[step];
  else copy[step] = changed(copy[step], rest, { ...here, schema: next, name: nextName });
  return Array.isArray(copy) ? copy.filter((each) => each !== undefined) : copy;
}
