import type { FoundTrigger, SchemaObjects } from "../../db/migrations/schema-objects.ts";
import { type Finding, fail, listed } from "./finding.ts";

/** A trigger that does not fire when it should, with the state that it should have. */
interface Difference extends FoundTrigger {
  wanted: string;
}

/** Triggers that the migrations do not make belong to the shop, in whatever state they are. */
export function triggerFindings(expected: SchemaObjects["triggers"], found: FoundTrigger[]): Finding[] {
  const labels = new Set(found.map(({ label }) => label));
  const missing = Object.keys(expected).filter((label) => !labels.has(label));
  const differences = found
    .map((each) => ({ ...each, wanted: each.isInternal ? "O" : (expected[each.label] ?? each.state) }))
    .filter(({ state, wanted }) => state !== wanted);
  const isOff = ({ state }: Difference) => state === "D" || state === "R";
  return [
    ...stateFinding("Triggers are switched off", differences.filter(isOff)),
    ...stateFinding(
      "Triggers do not fire as the migrations say",
      differences.filter((each) => !isOff(each)),
    ),
    ...(missing.length === 0
      ? []
      : [
          fail(
            "objects",
            `Triggers are missing: ${listed(missing)}`,
            "Make them again as the files of migrations/ do, and restart the servers.",
          ),
        ]),
  ];
}

const RESTART =
  "Then restart the servers: what was written meanwhile is not in caches, positions and totals.";

function stateFinding(problem: string, differences: Difference[]): Finding[] {
  if (differences.length === 0) return [];
  const labels = [...new Set(differences.map(({ label }) => label))];
  return [
    fail(
      "objects",
      `${problem}: ${listed(labels)}`,
      `Run: ${enablingStatements(differences).join(" ")} ${RESTART}`,
    ),
  ];
}

/** Not ENABLE TRIGGER ALL: after it, those that fire always would only fire in ordinary sessions. */
function enablingStatements(differences: Difference[]): string[] {
  const tables = [...new Set(differences.map(({ table }) => table))];
  return tables.map((table) => {
    const actions = differences
      .filter((each) => each.table === table)
      .map(({ name, wanted }) => `ENABLE ${wanted === "A" ? "ALWAYS " : ""}TRIGGER ${name}`);
    return `ALTER TABLE ${table} ${actions.join(", ")};`;
  });
}
