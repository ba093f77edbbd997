import type { Db } from "../../db/database.ts";
import { newerMigrations, pendingMigrations } from "../../db/migrate.ts";
import { readExpectedObjects, readObjects } from "../../db/schema-objects.ts";
import { type Finding, fail, ok } from "./finding.ts";

/** Compares indexes and triggers with those of the migrations. */
export async function objectFindings(db: Db): Promise<Finding[]> {
  const query = (text: string) => db.pool.query(text);
  const isOther = (await pendingMigrations(query)).length > 0 || (await newerMigrations(query)).length > 0;
  if (isOther) return [];
  const [expected, found] = [await readExpectedObjects(), await readObjects(query)];
  const missing = (kind: "indexes" | "triggers") =>
    expected[kind].filter((name) => !found[kind].includes(name));
  const findings = [
    ...finding("Triggers are switched off", found.disabledTriggers, SWITCH_ON),
    ...finding("Triggers are missing", missing("triggers"), MAKE_AGAIN),
    ...finding("Indexes are invalid", found.invalidIndexes, "Run for each: REINDEX INDEX CONCURRENTLY …"),
    ...finding("Indexes are missing", missing("indexes"), MAKE_AGAIN),
  ];
  return findings.length > 0
    ? findings
    : [ok("objects", "The indexes and triggers of the migrations are there")];
}

const SWITCH_ON =
  "Run for each table: ALTER TABLE … ENABLE TRIGGER ALL, and restart the servers: what was written meanwhile is not in caches, positions and totals.";
const MAKE_AGAIN = "Make them again as the files of migrations/ do, or restore a backup.";

const MOST_NAMES = 5;

function finding(problem: string, names: string[], remedy: string): Finding[] {
  if (names.length === 0) return [];
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : "";
  return [fail("objects", `${problem}: ${names.slice(0, MOST_NAMES).join(", ")}${more}`, remedy)];
}
