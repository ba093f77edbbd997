import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A statement of a pgbench script: `:names` have become numbers, in the order in which the values are given. */
export interface Statement {
  text: string;
  names: string[];
}

export const pathOf = (name: string): string => join(import.meta.dirname, `${name}.sql`);

/** The statements of a script, for callers other than pgbench. */
export const readScript = (name: string): Statement[] => statementsIn(readFileSync(pathOf(name), "utf8"));

export const statementsIn = (script: string): Statement[] =>
  script
    .replaceAll(/^(--|\\).*$/gm, "")
    .split(";")
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .map(numbered);

function numbered(text: string): Statement {
  const names: string[] = [];
  const replaced = text.replaceAll(/(?<!:):([a-z]+)/g, (_, name: string) => {
    // As pgbench does it: a number for each place, since the places may be of different types.
    names.push(name);
    return `$${names.length}`;
  });
  return { text: replaced, names };
}
