/** Checked values by name; null removes one. */
export type SentCustomFields = Readonly<Record<string, unknown>>;

const COLUMNS = Symbol("columns");

/** Marks the names that are columns of the shop, not values in `custom_fields`. */
export const withColumns = (sent: SentCustomFields, columns: readonly string[]): SentCustomFields =>
  columns.length === 0 ? sent : Object.defineProperty({ ...sent }, COLUMNS, { value: columns });

/** The names that are columns. */
export const columnsIn = (sent: SentCustomFields): readonly string[] =>
  (sent as { [COLUMNS]?: readonly string[] })[COLUMNS] ?? [];

/** The database sorts the keys of what it stores. */
const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, each) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );

/** Whether a row with these values has just what is sent. */
export function areFields(values: object, sent: SentCustomFields = {}): boolean {
  const others = new Map(Object.entries(values));
  const given = Object.entries(sent).filter(([, value]) => value !== null);
  const isSame = ([name, value]: [string, unknown]) =>
    others.has(name) && sortedJson(others.get(name)) === sortedJson(value);
  return others.size === given.length && given.every(isSame);
}
