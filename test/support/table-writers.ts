import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const src = join(dirname(fileURLToPath(import.meta.url)), "../../src");

/** The demo shop changes the dates of its orders afterwards; `db` holds helpers that get their tables by name. */
const ELSEWHERE = /^(demo|db)\//;

/** Functions whose first argument is a table that they write. */
const CALLS =
  /\b(?:insertInto|updateTable|deleteFrom|linkTable|namedRows|oldRows)(?:<[^(]*>)?\(\s*("[^"]*"|[^\s,)]+)/g;
const DECLARED = /\b(?:inserts|updates|deletes): \[([^\]]*)\]/g;
const TEXT =
  /\b(?:insert\s+into|delete\s+from|update(?=\s+[\w."]+(?:\s+(?:as\s+)?\w+)?\s+set\b))\s+([\w."]+|\$\{)/g;

export interface Sources {
  /** The modules (or folders of `src`) that write a table. */
  writers: Map<string, Set<string>>;
  /** Places where the table that is written cannot be read from the source. */
  hidden: string[];
}

/** Who writes which table, by the sources alone. */
export function tableWriters(): Sources {
  const sources: Sources = { writers: new Map(), hidden: [] };
  for (const file of readdirSync(src, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts") || file.endsWith(".test.ts") || ELSEWHERE.test(file)) continue;
    readSource(sources, file, withoutComments(readFileSync(join(src, file), "utf8")));
  }
  return sources;
}

const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*(\/\/|--).*$/gm, "");

function readSource({ writers, hidden }: Sources, file: string, text: string): void {
  const [first, area, name] = file.split("/");
  const writer = first === "modules" ? `${area}/${name}` : first!;
  const add = (table: string) => writers.set(table, (writers.get(table) ?? new Set()).add(writer));
  const addQuoted = (value: string) => {
    const table = /^"([\w.]+)(?: as \w+)?"$/.exec(value)?.[1];
    if (table) add(table);
    else hidden.push(`${file}: ${value}`);
  };
  for (const [, table] of text.matchAll(CALLS)) addQuoted(table!);
  for (const [, tables] of text.matchAll(DECLARED)) {
    for (const table of tables!.split(",")) if (table.trim()) addQuoted(table.trim());
  }
  for (const [, table] of text.matchAll(TEXT)) if (table !== "${") add(table!.replaceAll('"', ""));
}
