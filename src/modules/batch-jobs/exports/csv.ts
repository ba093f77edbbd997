import { stringify } from "csv-stringify/sync";

/** A column of a file: its name, and what a line has in it. */
export interface CsvColumn<Line> {
  name: string;
  value: (line: Line) => unknown;
}

/** Line breaks and spaces at the ends survive programs that are not careful, too. */
const quoted_match = /[\r\n]|^\s|\s$/;

const cell = (value: unknown): string => (value === null || value === undefined ? "" : String(value));

/**
 * Lines in the form of v1: semicolons, CRLF. Cells are written as they are, so that a file that is imported again
 * changes nothing; whoever opens exports with strangers' texts in a spreadsheet can have formulas escaped.
 */
export const csvOf = (rows: readonly (readonly unknown[])[], escape_formulas = false): string =>
  stringify(
    rows.map((row) => row.map(cell)),
    { delimiter: ";", record_delimiter: "\r\n", quoted_match, escape_formulas },
  );

export const headerOf = <Line>(columns: readonly CsvColumn<Line>[]) => columns.map(({ name }) => name);

export const cellsOf = <Line>(columns: readonly CsvColumn<Line>[], line: Line) =>
  columns.map(({ value }) => value(line));
