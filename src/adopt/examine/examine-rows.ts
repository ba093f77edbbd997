import type { Finding } from "../finding.ts";
import { counted, type Examination, hasTable } from "./examination.ts";
import { openWork } from "./open-work.ts";
import { refusedRows } from "./refused-rows.ts";

/** Rows that a person should know about: how many there are, and what to say about them. */
export interface RowCheck {
  code: string;
  severity: Finding["severity"];
  /** Tables and columns without which there are no such rows. */
  needs: Record<string, string[]>;
  /** Counts rows as `count`; `$1` is `value`. */
  text: string;
  value?: (examination: Examination) => unknown;
  /** `picture`, or `category` and `categories`. */
  one: string;
  many?: string;
  /** What follows the count: `are larger than …`. */
  message: string | ((examination: Examination) => string);
}

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
