const EMPTY: Readonly<Record<string, unknown>> = Object.freeze({});

/** A frozen copy of free JSON data, such as metadata; for null an empty object. Several times faster than `structuredClone`. */
export const frozenCopy = (data: Readonly<Record<string, unknown>> | null | undefined) =>
  data ? (copyOf(data) as Readonly<Record<string, unknown>>) : EMPTY;

function copyOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(copyOf));
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copyOf(each)])));
}
