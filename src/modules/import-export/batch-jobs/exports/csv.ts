import { stringify } from "csv-stringify/sync";
import { escapedCell } from "../../../../kernel/spreadsheet-cell.ts";

/** A column of a file: its name, and what a line has in it. */
export interface CsvColumn<Line> {
  name: string;
  value: (line: Line) => unknown;
}

/** Line breaks and spaces at the ends survive programs that are not careful, too. */
const quoted_match = /[\r\n]|^\s|\s$/;

/** Numbers and yes/no stay what they are: only texts can be formulas. */
const cell = (value: unknown, escapesFormulas: boolean): string => {
  if (value === null || value === undefined) return "";
  return typeof value === "string" && escapesFormulas ? escapedCell(value) : String(value);
};

/**
 * Lines in the form of v1: semicolons, CRLF. Texts that a spreadsheet would run are escaped; imports read them back as
 * they were.
 */
export const csvOf = (rows: readonly (readonly unknown[])[], escapesFormulas = true): string =>
  stringify(
    rows.map((row) => row.map((value) => cell(value, escapesFormulas))),
    { delimiter: ";", record_delimiter: "\r\n", quoted_match },
  );

export const headerOf = <Line>(columns: readonly CsvColumn<Line>[]) => columns.map(({ name }) => name);

export const cellsOf = <Line>(columns: readonly CsvColumn<Line>[], line: Line) =>
  columns.map(({ value }) => value(line));
