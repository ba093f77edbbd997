import fc from "fast-check";
import { Reference } from "./reference.ts";
import { hostileValue } from "./values.ts";

type Step = string | number;

/** Bodies that were as they should be, before something was done to one place of them. */
export function disturbed(bodies: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(bodies, fc.nat(), fc.constantFrom("put", "put", "put", "leave out", "wrap", "add"), hostileValue)
    .map(([body, draw, way, value]) => {
      const places = placesIn(body, []);
      if (way === "add" || places.length === 0) return { ...(body as object), [`added_${draw % 5}`]: value };
      return changed(body, places[draw % places.length]!, (old) => {
        if (way === "wrap") return [old];
        return way === "put" ? value : undefined;
      });
    });
}

const isInside = (value: unknown): value is object =>
  value !== null && typeof value === "object" && !(value instanceof Reference);

/** Every property, also inside lists and objects: `["prices", 0, "amount"]`. */
function placesIn(value: unknown, steps: Step[]): Step[][] {
  if (!isInside(value)) return [];
  const entries: [Step, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([step, each]) => [[...steps, step], ...placesIn(each, [...steps, step])]);
}

function changed(value: unknown, [step, ...rest]: Step[], change: (old: unknown) => unknown): unknown {
  if (step === undefined) return change(value);
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<Step, unknown>;
  copy[step] = changed(copy[step], rest, change);
  return copy;
}
