import { invalid, type Refusal } from "../../../../kernel/refusal.ts";
import type { CsvRow } from "../csv/read-csv.ts";
import type { RowGroup } from "./row-groups.ts";
import type { Outcome, RowError } from "./tally.ts";

/** A thousand of them are kept on the job, and cells that come back in them may be enormous. */
const LONGEST_MESSAGE = 500;

export function rowError({ number }: CsvRow, { message, code, type, errors }: Refusal): RowError {
  const whole = errors?.length ? errors.join(", ") : message;
  const short = whole.length > LONGEST_MESSAGE ? `${whole.slice(0, LONGEST_MESSAGE)}…` : whole;
  return { row: number, message: short, code: code ?? type };
}

/** The first row says why; the others go with it. */
export const refusedGroup = ({ rows }: RowGroup, reason: Refusal): Outcome<never> => {
  const [first, ...others] = rows;
  const along = invalid(`Row ${first!.number}, which this row belongs to, was refused`);
  return {
    rows: rows.length,
    refused: [rowError(first!, reason), ...others.map((row) => rowError(row, along))],
    operations: {},
    plan: null,
  };
};
