import type { Db } from "../../db/database.ts";
import { newerMigrations, pendingMigrations } from "../../db/migrations/migrate.ts";
import { type Constraint, readExpectedObjects, readObjects } from "../../db/migrations/schema-objects.ts";
import { type Finding, fail, listed, ok } from "./finding.ts";
import { triggerFindings } from "./trigger-findings.ts";

/** Compares constraints, indexes and triggers with those of the migrations. */
export async function objectFindings(db: Db): Promise<Finding[]> {
  const query = (text: string) => db.pool.query(text);
  const isOther = (await pendingMigrations(query)).length > 0 || (await newerMigrations(query)).length > 0;
  if (isOther) return [];
  const [expected, found] = [await readExpectedObjects(), await readObjects(query)];
  const indexes = expected.indexes.filter((name) => !found.indexes.includes(name));
  const findings = [
    ...triggerFindings(expected.triggers, found.triggers),
    ...finding("Constraints are missing", missingConstraints(expected.constraints, found.constraints)),
    ...finding("Indexes are invalid", found.invalidIndexes, "Run for each: REINDEX INDEX CONCURRENTLY …"),
    ...finding("Indexes are missing", indexes),
  ];
  return findings.length > 0
    ? findings
    : [ok("objects", "The constraints, indexes and triggers of the migrations are there")];
}

/** By what they say: names may be those of v1. */
function missingConstraints(expected: Constraint[], found: Constraint[]): string[] {
  const textOf = ({ table, rule }: Constraint) => `${table} ${rule}`;
  const there = new Set(found.map(textOf));
  return expected.filter((each) => !there.has(textOf(each))).map(({ name, table }) => `${name} on ${table}`);
}

const MAKE_AGAIN = "Make them again as the files of migrations/ do, or restore a backup.";

function finding(problem: string, names: string[], remedy = MAKE_AGAIN): Finding[] {
  return names.length === 0 ? [] : [fail("objects", `${problem}: ${listed(names)}`, remedy)];
}
