const known = new Map<string, readonly string[]>();

const WRITES = /\b(insert\s+into|update|delete\s+from)\s+(?:only\s+)?((?:"?\w+"?\.)?"?\w+"?)/gi;
// `for update`, `do update set` and `on update` write nothing by themselves.
const NO_TABLES = new Set(["set", "skip", "nowait", "of"]);
const MOST = 5_000;

/** Rows came or went. */
export const rowsOf = (table: string) => `rows of ${table}`;

/** The tables that a statement writes to by itself, by its text, and those whose number of rows it may change. */
export function writtenTables(text: string): readonly string[] {
  const found = known.get(text);
  if (found) return found;
  const tables = [...text.matchAll(WRITES)].flatMap(([, verb, name]) => {
    const table = name!.replaceAll('"', "");
    if (NO_TABLES.has(table)) return [];
    return verb!.toLowerCase() === "update" ? [table] : [table, rowsOf(table)];
  });
  if (known.size < MOST) known.set(text, tables);
  return tables;
}
