import type { Named, Table } from "../catalogue.ts";
import type { Finding } from "../finding.ts";
import { missingIndexes } from "../plan.ts";
import { counted, type Examination, stop } from "./examination.ts";
import { sharedTables } from "./examine-schema.ts";

/** What is unique, whether a constraint or an index says so. */
export const uniqueRuleOf = (definition: string) =>
  definition
    .replace(/^CREATE UNIQUE INDEX ON \S+ USING btree /, "UNIQUE ")
    // An empty value is never equal to another one.
    .replace(/ WHERE \((\S+) IS NOT NULL\)$/, "");

const partsOf = ({ constraints, indexes }: Table): Named[] => [...constraints, ...indexes];

const isUnique = ({ definition }: Named) => /^(UNIQUE|PRIMARY KEY|CREATE UNIQUE)/.test(definition);

/** Rows that the unique indexes and foreign keys of the target do not allow, where this database lacks them. */
export async function examineConstraints(examination: Examination): Promise<Finding[]> {
  const { found, target } = examination;
  const missing = missingIndexes(found, target);
  const findings: Finding[] = [];
  for (const { existing, wanted } of sharedTables(examination)) {
    const own = new Set(partsOf(existing).map(({ definition }) => uniqueRuleOf(definition)));
    const added = missing.filter(({ table }) => table === wanted.name);
    const lacking = [...wanted.constraints, ...added].filter(
      ({ definition }) => !own.has(uniqueRuleOf(definition)),
    );
    for (const part of lacking) {
      if (isUnique(part)) findings.push(...(await duplicates(examination, wanted.name, part)));
      if (part.definition.startsWith("FOREIGN KEY"))
        findings.push(...(await orphans(examination, wanted.name, part)));
    }
  }
  return findings;
}

const UNIQUE = /(?:^UNIQUE|^PRIMARY KEY|USING btree) \((.+?)\)(?: WHERE \((.+)\))?$/;

async function duplicates(
  { rows }: Examination,
  table: string,
  { name, definition }: Named,
): Promise<Finding[]> {
  const [, columns, condition = "true"] = UNIQUE.exec(definition) ?? [];
  if (!columns) return [];
  const text = `select count(*)::int as count from (select from public."${table}"
    where num_nulls(${columns}) = 0 and (${condition}) group by ${columns} having count(*) > 1) repeated`;
  const [row] = (await rows<{ count: number }>(`${columns} of ${table}`, text)) ?? [];
  if (!row || row.count === 0) return [];
  return [
    stop(
      "duplicates",
      `${counted(row.count, "value")} of ${columns} in the table ${table} ${row.count === 1 ? "is" : "are"} there more than once, which ${name} does not allow. Change all but one.`,
      { table, columns, values: row.count },
    ),
  ];
}

const FOREIGN_KEY = /^FOREIGN KEY \(([^,()]+)\) REFERENCES (\S+)\(([^,()]+)\)/;

async function orphans({ rows }: Examination, table: string, { definition }: Named): Promise<Finding[]> {
  const [, column, other, key] = FOREIGN_KEY.exec(definition) ?? [];
  if (!column || !other || !key) return [];
  const text = `select count(*)::int as count from public."${table}" row
    where ${column} is not null and not exists (select from ${other} known where known.${key} = row.${column})`;
  const [row] = (await rows<{ count: number }>(`${column} of ${table}`, text)) ?? [];
  if (!row || row.count === 0) return [];
  return [
    stop(
      "orphans",
      `${counted(row.count, "row")} of the table ${table} refer${row.count === 1 ? "s" : ""} by ${column} to a row of ${other.replace(/^public\./, "")} that does not exist. Delete such rows, or empty the column.`,
      { table, column, refersTo: other, rows: row.count },
    ),
  ];
}
