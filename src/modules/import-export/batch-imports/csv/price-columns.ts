import { invalid } from "../../../../kernel/refusal.ts";
import { amountOf } from "./cells.ts";
import type { Header } from "./header.ts";

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
