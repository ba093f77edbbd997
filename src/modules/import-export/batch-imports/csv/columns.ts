import { invalid } from "../../../../kernel/refusal.ts";
import { amountOf } from "./amount-cell.ts";

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
  const named = names.slice(0, last + 1);
  const unnamed = named.indexOf("");
  if (unnamed >= 0) throw invalid(`Column ${unnamed + 1} of the file has no name`);
  return new Header(named);
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

/** A column of prices in a currency, or for a region in the region's currency. */
export interface PriceColumn {
  name: string;
  currencyCode: string;
  regionId: string | null;
}

export interface Market {
  regions: readonly { id: string; name: string; currency_code: string }[];
  currencies: readonly string[];
}

/** `Price USD`, `Price Europe [EUR]`; null for a column of another kind. */
export function priceColumnOf(name: string, market: Market): PriceColumn | null {
  const [, region, code] = /^Price (?:(.+) \[)?([A-Za-z]{3})\]?$/.exec(name) ?? [];
  if (code === undefined || name.endsWith("]") !== (region !== undefined)) return null;
  const currencyCode = code.toLowerCase();
  if (region === undefined) {
    if (!market.currencies.includes(currencyCode)) {
      throw invalid(`Column "${name}": there is no currency ${code.toUpperCase()}`);
    }
    return { name, currencyCode, regionId: null };
  }
  return { name, currencyCode, regionId: regionOf(name, { region, currencyCode }, market) };
}

function regionOf(
  name: string,
  { region, currencyCode }: { region: string; currencyCode: string },
  { regions }: Market,
): string {
  const found = regions.filter((each) => each.name === region && each.currency_code === currencyCode);
  if (found.length === 1) return found[0]!.id;
  const problem = found.length > 1 ? "there are several regions" : "there is no region";
  throw invalid(`Column "${name}": ${problem} ${region} with the currency ${currencyCode.toUpperCase()}`);
}

/** The amounts of a row; null where the cell is empty. */
export const amountsOf = (
  header: Header,
  columns: readonly PriceColumn[],
  cells: readonly string[],
): { column: PriceColumn; amount: number | null }[] =>
  columns.map((column) => ({
    column,
    amount: amountOf(header.cell(cells, column.name), column.name, column.currencyCode),
  }));
