import { invalid } from "../../../../kernel/refusal.ts";

/** Where the columns of a file are. */
export class Header {
  private readonly places: ReadonlyMap<string, number>;

  constructor(readonly names: readonly string[]) {
    const places = new Map<string, number>();
    for (const [index, name] of names.entries()) {
      if (places.has(name)) throw invalid(`The file has the column "${name}" more than once`);
      places.set(name, index);
    }
    this.places = places;
  }

  has(name: string): boolean {
    return this.places.has(name);
  }

  /** The cell of a column that may be missing. */
  cell(cells: readonly string[], name: string): string {
    const index = this.places.get(name);
    return index === undefined ? "" : (cells[index] ?? "");
  }

  require(name: string): void {
    if (!this.places.has(name)) throw invalid(`The file has no column "${name}"`);
  }
}

/** Blanks around names, and empty columns at the end, come from spreadsheets. */
export function headerFrom(cells: readonly string[]): Header {
  const names = cells.map((name) => name.trim());
  const last = names.findLastIndex((name) => name !== "");
  const shown = names.slice(0, last + 1);
  const unnamed = shown.indexOf("");
  if (unnamed >= 0) throw invalid(`Column ${unnamed + 1} of the file has no name`);
  return new Header(shown);
}

export const unknownColumn = (name: string) => invalid(`The file has an unknown column "${name}"`);
