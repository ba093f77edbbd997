import { parse } from "csv-parse/browser/esm/sync";
import { stringify } from "csv-stringify/browser/esm/sync";

/** The beginning of a file. */
export interface FilePreview {
  delimiter: ";" | ",";
  header: string[];
  rows: string[][];
}

const PREVIEWED_BYTES = 256 * 1024;
export const PREVIEWED_ROWS = 5;

/** As the server decides it: by the signs of the first line that are not in quotes. */
function delimiterOf(line: string): FilePreview["delimiter"] {
  const bare = line.replace(/"(?:[^"]|"")*"/g, "");
  return bare.split(";").length > bare.split(",").length ? ";" : ",";
}

const lineOf = (text: string) => text.split(/\r?\n/, 1)[0] ?? "";

export async function previewOf(file: File): Promise<FilePreview> {
  const text = (await file.slice(0, PREVIEWED_BYTES).text()).replace(/^\uFEFF/, "");
  const delimiter = delimiterOf(lineOf(text));
  const [header = [], ...rows] = parse(text, {
    delimiter,
    to: PREVIEWED_ROWS + 1,
    relax_column_count: true,
    skip_empty_lines: true,
  }) as string[][];
  return { delimiter, header: withoutEmptyEnd(header.map((name) => name.trim())), rows };
}

/** Spreadsheets add empty columns at the end. */
const withoutEmptyEnd = (names: string[]) => names.slice(0, names.findLastIndex((name) => name !== "") + 1);

/** What each column of the file is called for the server; null for one that is left out. */
export type Mapping = readonly (string | null)[];

export const isUnchanged = ({ header }: FilePreview, mapping: Mapping): boolean =>
  header.every((name, index) => name === mapping[index]);

/** The file as the server reads it: with its names of columns, and without those that are left out. */
export async function mappedFile(file: File, preview: FilePreview, mapping: Mapping): Promise<File> {
  if (isUnchanged(preview, mapping)) return file;
  const { delimiter } = preview;
  const records = parse(await file.text(), {
    delimiter,
    bom: true,
    from: 2,
    relax_column_count: true,
    // The server counts them, as spreadsheets do: the numbers of rows in its messages stay those of this file.
    skip_empty_lines: false,
  }) as string[][];
  const kept = mapping.flatMap((name, index) => (name === null ? [] : [index]));
  const rows = [
    kept.map((index) => mapping[index]!),
    ...records.map((cells) => kept.map((at) => cells[at] ?? "")),
  ];
  const name = /\.(csv|tsv|txt)$/i.test(file.name) ? file.name : `${file.name}.csv`;
  return new File([stringify(rows, { delimiter })], name, { type: "text/csv" });
}

/** The refused rows with their reasons, for a spreadsheet. */
export const csvOf = (rows: readonly (readonly unknown[])[]): string =>
  stringify(rows.map((row) => [...row]));
