import type { Sql } from "../../src/db/database.ts";

const WRITES = /\b(insert\s+into|update|delete\s+from)\s+(?:only\s+)?((?:"?\w+"?\.)?"?\w+"?)/gi;
// `for update`, `do update set` and `on update` write nothing by themselves.
const NO_TABLES = new Set(["set", "skip", "nowait", "of"]);

/** What a statement writes by its text: tables, and those whose rows come or go. */
function writesOfText(text: string): { tables: Set<string>; rows: Set<string> } {
  const tables = new Set<string>();
  const rows = new Set<string>();
  for (const [, verb, name] of text.matchAll(WRITES)) {
    const table = name!.replaceAll('"', "");
    if (NO_TABLES.has(table)) continue;
    tables.add(table);
    if (verb!.toLowerCase() !== "update") rows.add(table);
  }
  return { tables, rows };
}

const sorted = (names: Iterable<string>) => [...new Set(names)].sort().join(", ");

const checked = new Set<string>();

/** Statements of the modules must declare what they write: the cart cache reads only the sections that were written. */
export function requireDeclaredWrites({ text, name, writes = {} }: Sql): void {
  if (name === undefined || checked.has(text)) return;
  const { inserts = [], updates = [], deletes = [] } = writes;
  const found = writesOfText(text);
  const isDeclared =
    sorted(found.tables) === sorted([...inserts, ...updates, ...deletes]) &&
    sorted(found.rows) === sorted([...inserts, ...deletes]);
  if (!isDeclared) {
    throw new Error(
      `the statement ${name} declares ${JSON.stringify(writes)} and writes ${sorted(found.tables)}`,
    );
  }
  checked.add(text);
}
