import { invalid } from "../../../../kernel/refusal.ts";

/** The positions of the columns of a file. */
export class Header {
  private readonly indexes: ReadonlyMap<string, number>;

  constructor(readonly names: readonly string[]) {
    const indexes = new Map<string, number>();
    for (const [index, name] of names.entries()) {
      if (indexes.has(name)) throw invalid(`The file has the column "${name}" more than once`);
      indexes.set(name, index);
    }
    this.indexes = indexes;
  }

  has(name: string): boolean {
    return this.indexes.has(name);
  }

  /** Empty if the file does not have the column. */
  cell(cells: readonly string[], name: string): string {
    const index = this.indexes.get(name);
    return index === undefined ? "" : (cells[index] ?? "");
  }

  require(name: string): void {
    if (!this.indexes.has(name)) throw invalid(`The file has no column "${name}"`);
  }
}

/** Ignores spaces around names and empty columns at the end, which spreadsheets add. */
export function headerFrom(cells: readonly string[]): Header {
  const names = cells.map((name) => name.trim());
  const last = names.findLastIndex((name) => name !== "");
  const shown = names.slice(0, last + 1);
  const unnamed = shown.indexOf("");
  if (unnamed >= 0) throw invalid(`Column ${unnamed + 1} of the file has no name`);
  return new Header(shown);
}

export const unknownColumn = (name: string) => invalid(`The file has an unknown column "${name}"`);

const delimiters = [";", ","] as const;

/** The delimiter of the file, by the first line; ignores quoted column names. */
export function delimiterOf(header: string): (typeof delimiters)[number] {
  const bare = header.replace(/"(?:[^"]|"")*"/g, "");
  const count = (sign: string) => bare.split(sign).length;
  return count(";") > count(",") ? ";" : ",";
}

/** The end of the first line, or -1 if it is incomplete; a line break in quotes belongs to a column name. */
export function endOfFirstLine(text: string): number {
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const sign = text[index];
    if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (sign === "\n" || sign === "\r")) return index;
  }
  return -1;
}
