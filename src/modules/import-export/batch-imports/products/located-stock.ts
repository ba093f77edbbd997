import { invalid } from "../../../../kernel/refusal.ts";
import { type NamedLocation, piecesOfVariant, type VariantItem } from "../../../stock/inventory/index.ts";

/** A column with the stock at one location: `Stock Quay warehouse`. */
export interface StockColumn {
  name: string;
  locationId: string;
}

const PREFIX = "Stock ";
const PLAIN = "Variant Inventory Quantity";

export const stockColumnName = (location: string) => `${PREFIX}${location}`;

/** Null for a column of another kind. */
export function stockColumnOf(name: string, locations: readonly NamedLocation[]): StockColumn | null {
  if (!name.startsWith(PREFIX)) return null;
  const location = name.slice(PREFIX.length);
  const found = locations.filter((each) => each.name.trim() === location);
  if (found.length === 1) return { name, locationId: found[0]!.id };
  const problem = found.length > 1 ? "there are several locations" : "there is no location";
  throw invalid(`Column "${name}": ${problem} with the name ${location}`);
}

/** The stock that a row says. */
export interface RowStock {
  /** Of the plain column: at all locations together. */
  plain: number | null;
  cells: readonly { column: StockColumn; quantity: number }[];
}

/** By location. */
type Stock = ReadonlyMap<string, number>;

const sumOf = (stock: Stock) => [...stock.values()].reduce((sum, pieces) => sum + pieces, 0);

/**
 * The stock of variants in a shop with locations, before and after the rows of a chunk.
 *
 * A column of a location sets the stock there. The plain column is the stock at all locations together; what it adds or takes is booked at the
 * default location. Stock that has no place is refused: it would be lost.
 */
export class LocatedStock {
  private readonly after = new Map<string, Stock>();

  constructor(
    /** The default location first; empty in a shop without locations. */
    readonly locations: readonly NamedLocation[],
    private readonly items: ReadonlyMap<string, readonly VariantItem[]>,
  ) {}

  /** Whether the stock of the variant is at locations. A new variant (null) gets an item if its stock is counted. */
  isLocated(variantId: string | null, isCounted: boolean): boolean {
    if (this.locations.length === 0) return false;
    if (variantId !== null && this.after.has(variantId)) return true;
    return variantId === null ? isCounted : (this.items.get(variantId) ?? []).length > 0;
  }

  /** The stock after a row; null if the row does not change it. */
  planned(variantId: string | null, { plain, cells }: RowStock): Stock | null {
    const now = this.stockOf(variantId);
    if (plain !== null && plain < 0) throw invalid(`${PLAIN} must not be less than 0`);
    if (now === null) return this.unchangedBundle(variantId!, { plain, cells });
    const next = new Map(now);
    for (const { column, quantity } of cells) next.set(column.locationId, quantity);
    if (plain === null || plain === sumOf(next)) return isEqual(now, next) ? null : next;
    if (cells.length > 0) {
      if (plain === sumOf(now)) return isEqual(now, next) ? null : next;
      throw invalid(`${PLAIN} is ${plain}, but the locations have ${sumOf(next)} together`);
    }
    const [place] = this.locations;
    const there = (now.get(place!.id) ?? 0) + plain - sumOf(now);
    if (there < 0) {
      const elsewhere = sumOf(now) - (now.get(place!.id) ?? 0);
      throw invalid(
        `${PLAIN} is ${plain}, but locations other than ${place!.name} have ${elsewhere}: use a column for each location, such as ${stockColumnName(place!.name)}`,
      );
    }
    return next.set(place!.id, there);
  }

  put(variantId: string, stock: Stock): void {
    this.after.set(variantId, stock);
  }

  /** What earlier rows of a simulation have changed. */
  addSimulated(simulated: ReadonlyMap<string, Stock>): void {
    for (const [variantId, stock] of simulated) this.after.set(variantId, stock);
  }

  changeOf(variantId: string): Stock | undefined {
    return this.after.get(variantId);
  }

  /** The quantities that differ from the stored ones. */
  changedLevels(variantId: string): { locationId: string; quantity: number }[] {
    const after = this.after.get(variantId);
    if (!after) return [];
    const before = stored(this.items.get(variantId) ?? []);
    return [...after].flatMap(([locationId, quantity]) =>
      before.get(locationId) === quantity ? [] : { locationId, quantity },
    );
  }

  /** Null for a variant that is made of several pieces: it has no stock of its own. */
  private stockOf(variantId: string | null): Stock | null {
    if (variantId === null) return new Map();
    const planned = this.after.get(variantId);
    if (planned) return planned;
    const items = this.items.get(variantId) ?? [];
    return items.length > 1 || items.some(({ required }) => required > 1) ? null : stored(items);
  }

  private unchangedBundle(variantId: string, { plain, cells }: RowStock): null {
    const isSame = plain === null || plain === piecesOfVariant(this.items.get(variantId) ?? []);
    if (isSame && cells.length === 0) return null;
    const name = cells[0]?.column.name ?? PLAIN;
    throw invalid(`${name}: the variant is made of several items; change their stock on the stock page`);
  }
}

const stored = ([item]: readonly VariantItem[]): Stock => new Map(Object.entries(item?.levels ?? {}));

const isEqual = (one: Stock, other: Stock) =>
  one.size === other.size && [...one].every(([location, pieces]) => other.get(location) === pieces);
