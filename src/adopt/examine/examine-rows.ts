import type { Finding } from "../finding.ts";
import { counted, type Examination, hasTable } from "./examination.ts";
import { openWork } from "./open-work.ts";
import { refusedRows } from "./refused-rows.ts";
import type { RowCheck } from "./row-check.ts";

export async function examineRows(examination: Examination): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of [...openWork, ...refusedRows]) {
    const isThere = Object.entries(check.needs).every(([table, columns]) =>
      hasTable(examination, table, columns),
    );
    if (isThere) findings.push(...(await checked(examination, check)));
  }
  return findings;
}

async function checked(examination: Examination, check: RowCheck): Promise<Finding[]> {
  const { code, severity, text, value, one, many, message } = check;
  const values = value ? [value(examination)] : [];
  const [row] = (await examination.rows<{ count: number }>(code, text, values)) ?? [];
  if (!row || row.count === 0) return [];
  const rest = typeof message === "string" ? message : message(examination);
  return [
    { severity, code, message: `${counted(row.count, one, many)} ${rest}`, details: { rows: row.count } },
  ];
}
