export interface Difference {
  /** `permissions`, `address.city` */
  field: string;
  /** What is gone; undefined if there was nothing. */
  before: unknown;
  /** What is there now; undefined if there is nothing. */
  after: unknown;
}

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const text = (value: unknown) => JSON.stringify(value);
const isSame = (one: unknown, other: unknown) => text(one) === text(other);

const without = (list: unknown[], other: unknown[]) => {
  const known = new Set(other.map(text));
  return list.filter((value) => !known.has(text(value)));
};

/** What differs between two records, field by field. Of lists only what was taken out and put in. */
export function differencesOf(before: unknown, after: unknown, path: readonly string[] = []): Difference[] {
  if (isSame(before, after)) return [];
  if (
    (isObject(before) || before == null) &&
    (isObject(after) || after == null) &&
    !(before == null && after == null)
  ) {
    const [old, now] = [(before ?? {}) as Fields, (after ?? {}) as Fields];
    const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])];
    return fields.flatMap((field) => differencesOf(old[field], now[field], [...path, field]));
  }
  const field = path.join(".");
  if (isList(before) && isList(after)) {
    const [gone, added] = [without(before, after), without(after, before)];
    // Only the order changed.
    if (gone.length === 0 && added.length === 0) return [{ field, before, after }];
    return [
      {
        field,
        before: gone.length > 0 ? gone : undefined,
        after: added.length > 0 ? added : undefined,
      },
    ];
  }
  return [{ field, before: before ?? undefined, after: after ?? undefined }];
}

/** A value in a line or a few. */
export function shortOf(value: unknown): string {
  if (value === undefined || value === null || value === "") return "";
  if (isList(value)) return value.map(shortOf).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
