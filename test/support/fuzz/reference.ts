import type { Context, Things } from "./things.ts";

/**
 * Stands for the id of something in a generated request. Which one it is, is said when the request is sent: what there
 * is changes with every request, what is generated depends on the seed alone.
 */
export class Reference {
  constructor(
    readonly entity: string,
    readonly draw: number,
  ) {}
}

/** The value with ids in place of references. */
export function resolved(value: unknown, things: Things, context: Context): unknown {
  if (value instanceof Reference) return things.pick(value.entity, value.draw, { context });
  if (Array.isArray(value)) return value.map((each) => resolved(each, things, context));
  if (value !== null && typeof value === "object") {
    const entries = Object.entries(value).map(([key, each]) => [key, resolved(each, things, context)]);
    return Object.fromEntries(entries);
  }
  return value;
}
