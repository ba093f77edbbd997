/** How many bytes a value has as JSON; 0 for undefined and null. */
export const jsonBytes = (value: unknown): number =>
  value === undefined || value === null ? 0 : Buffer.byteLength(JSON.stringify(value));

const SMALL = 8;

/** About how many characters a value has as JSON. */
export function approximateJsonLength(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return SMALL;
  let size = 0;
  for (const [key, part] of Object.entries(value)) size += key.length + approximateJsonLength(part);
  return size;
}

/** JSON from outside, e.g. the answer of a provider, of which nothing is known yet. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
