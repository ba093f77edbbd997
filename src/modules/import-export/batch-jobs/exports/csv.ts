import { stringify } from "csv-stringify/sync";
import { exponentOf } from "../../../../kernel/currencies.ts";
import { escapedCell } from "../../../../kernel/spreadsheet-cell.ts";

export interface CsvColumn<Line> {
  name: string;
  value: (line: Line) => unknown;
}

/** Quotes cells with line breaks or outer spaces, which some programs would lose. */
const quoted_match = /[\r\n]|^\s|\s$/;

/** Only texts can be formulas, so numbers and booleans are not escaped. */
const cellText = (value: unknown, escapesFormulas: boolean): string => {
  if (value === null || value === undefined) return "";
  return typeof value === "string" && escapesFormulas ? escapedCell(value) : String(value);
};

/**
 * CSV as in v1: semicolons and CRLF. Texts that a spreadsheet would run as formulas are escaped; imports remove the
 * escape.
 */
export const csvOf = (rows: readonly (readonly unknown[])[], escapesFormulas = true): string =>
  stringify(
    rows.map((row) => row.map((value) => cellText(value, escapesFormulas))),
    { delimiter: ";", record_delimiter: "\r\n", quoted_match },
  );

export const headerOf = <Line>(columns: readonly CsvColumn<Line>[]) => columns.map(({ name }) => name);

export const cellsOf = <Line>(columns: readonly CsvColumn<Line>[], line: Line) =>
  columns.map(({ value }) => value(line));

/** 1050 cents -> 10.5: an amount in major units. */
export const decimalOf = (amount: number, currencyCode: string): number =>
  amount / 10 ** exponentOf(currencyCode);
