const SMALL = 8;

/** About how many characters a value has as JSON. */
export function approximateJsonLength(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return SMALL;
  let size = 0;
  for (const [key, part] of Object.entries(value)) size += key.length + approximateJsonLength(part);
  return size;
}
