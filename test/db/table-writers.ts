import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const src = join(dirname(fileURLToPath(import.meta.url)), "../../src");

/**
 * The demo shop changes the dates of its orders afterwards. The erasure of a person writes every table with their data. Adopting a
 * database of v1 fills what v1 did not write, also in a database that no server runs on.
 */
const ELSEWHERE = /^(demo|adopt\/backfill|modules\/people\/personal-data)\//;

/** A function whose first parameter is called `table` writes the table that it is called with. */
const HELPER = /\b(?:function (\w+)(?:<[^(]*>)?\(\s*table\b|const (\w+) = \(table\b)/g;
const BUILDER = ["insertInto", "updateTable", "deleteFrom"];
const DECLARED = /\b(?:inserts|updates|deletes): \[([^\]]*)\]/g;
const TEXT =
  /\b(?:insert\s+into|delete\s+from|update(?=\s+[\w."]+(?:\s+(?:as\s+)?\w+)?\s+set\b))\s+([\w."]+|\$\{)/g;

interface Source {
  file: string;
  text: string;
}

export interface Sources {
  /** The modules (or folders of `src`) that write a table. */
  writers: Map<string, Set<string>>;
  /** Places where the table that is written cannot be read from the source. */
  hidden: string[];
}

/** Who writes which table, by the sources alone. */
export function tableWriters(): Sources {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !ELSEWHERE.test(file))
    .map((file) => ({ file, text: withoutComments(readFileSync(join(src, file), "utf8")) }));
  const shared = files.filter(({ file }) => file.startsWith("db/")).flatMap(({ text }) => helpersIn(text));
  const sources: Sources = { writers: new Map(), hidden: [] };
  for (const source of files) readSource(sources, source, [...shared, ...helpersIn(source.text)]);
  return sources;
}

const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*(\/\/|--).*$/gm, "");

const WRITES_TABLE = /(?:insertInto|updateTable|deleteFrom)\(table\b|(?:inserts|updates|deletes): \[table\b/;

const helpersIn = (text: string) =>
  WRITES_TABLE.test(text) ? [...text.matchAll(HELPER)].map(([, first, second]) => first ?? second!) : [];

function readSource({ writers, hidden }: Sources, { file, text }: Source, helpers: readonly string[]): void {
  const [first, area, name] = file.split("/");
  const writer = first === "modules" ? `${area}/${name}` : first!;
  const add = (table: string) => writers.set(table, (writers.get(table) ?? new Set()).add(writer));
  const isHelperHere = helpersIn(text).length > 0;
  const read = (value: string) => {
    const table = /^"([\w.]+)(?: as \w+)?"$/.exec(value)?.[1];
    if (table) add(table);
    else if (value !== "table" || !isHelperHere) hidden.push(`${file}: ${value}`);
  };
  const calls = new RegExp(
    `\\b(?<!function )(?:${[...BUILDER, ...helpers].join("|")})\\(\\s*("[^"]*"|[^\\s,)]+)`,
    "g",
  );
  for (const [, table] of text.matchAll(calls)) read(table!);
  for (const [, tables] of text.matchAll(DECLARED)) {
    for (const table of tables!.split(",")) if (table.trim()) read(table.trim());
  }
  for (const [, table] of text.matchAll(TEXT)) if (table !== "${") add(table!.replaceAll('"', ""));
}
