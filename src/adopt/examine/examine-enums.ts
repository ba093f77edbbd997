import type { Finding } from "../finding.ts";
import { counted, type Examination, listed, note, stop } from "./examination.ts";

/** Values of v1's enums that v1 does not have: Tradewind would not know what they mean. */
export async function examineEnums(examination: Examination): Promise<Finding[]> {
  const { found, target } = examination;
  const findings: Finding[] = [];
  for (const [type, wanted] of Object.entries(target.v1.enums)) {
    const labels = found.enums[type];
    if (!labels) continue;
    const missing = wanted.filter((label) => !labels.includes(label));
    if (missing.length > 0) findings.push(missingFinding(type, missing));
    const unknown = labels.filter((label) => !wanted.includes(label));
    if (unknown.length > 0) findings.push(await unknownFinding(examination, type, unknown));
  }
  return findings;
}

const missingFinding = (type: string, missing: string[]): Finding =>
  stop(
    "enum_value_missing",
    `The enum ${type} lacks ${missing.join(", ")}, which v1 1.20 has: a migration of v1 did not run.`,
    { enum: type, values: missing },
  );

async function unknownFinding(examination: Examination, type: string, unknown: string[]): Promise<Finding> {
  const used = await usesOf(examination, type, unknown);
  const details = { enum: type, values: unknown, used };
  if (used.length === 0) {
    return note(
      "enum_value_unknown",
      `The enum ${type} has values that v1 does not have, and no row uses them: ${listed(unknown)}.`,
      details,
    );
  }
  const where = used.map(({ column, rows }) => `${column} (${counted(rows, "row")})`);
  return stop(
    "enum_value_unknown",
    `The enum ${type} has values that v1 does not have: ${listed(unknown)}. They are in ${listed(where)}; give these rows a value of v1 first.`,
    details,
  );
}

interface Use {
  column: string;
  rows: number;
}

async function usesOf({ found, rows }: Examination, type: string, values: string[]): Promise<Use[]> {
  const columns = found.tables.flatMap((table) =>
    table.columns
      .filter((column) => column.type.replaceAll('"', "").replace(/^public\./, "") === type)
      .map((column) => ({ table: table.name, column: column.name })),
  );
  const uses: Use[] = [];
  for (const { table, column } of columns) {
    const name = `${table}.${column}`;
    const text = `select count(*)::int as count from public."${table}" where "${column}"::text = any($1)`;
    const [row] = (await rows<{ count: number }>(`values of ${name}`, text, [values])) ?? [];
    if (row && row.count > 0) uses.push({ column: name, rows: row.count });
  }
  return uses;
}
