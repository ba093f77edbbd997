import { notAllowed } from "../../../kernel/refusal.ts";

/** A line that wants stock. */
export interface StockLine {
  lineItemId: string;
  variantId: string;
  quantity: number;
}

/** How the stock of a variant is kept. */
export interface VariantStock {
  variantId: string;
  managesInventory: boolean;
  allowsBackorder: boolean;
  /** True where it needs items and the shop has a location; else the variant's own quantity counts. */
  isKeptByLocation: boolean;
  items: readonly { itemId: string; required: number }[];
}

export interface Availability {
  /** Pieces that can be sold now. */
  quantity: number;
  /** Sold without regard to stock: not managed, or backorders are taken. */
  isUnlimited: boolean;
}

export const canTake = ({ quantity, isUnlimited }: Availability, wanted: number): boolean =>
  isUnlimited || quantity >= wanted;

/** What a line needs of one item. */
export interface Need {
  lineItemId: string;
  variantId: string;
  itemId: string;
  quantity: number;
  allowsBackorder: boolean;
}

export interface LevelStock {
  id: string;
  itemId: string;
  locationId: string;
  available: number;
}

/** A quantity kept for a line at a location. */
export interface Allocation {
  lineItemId: string;
  itemId: string;
  locationId: string;
  quantity: number;
  /** Sold without being there: only this may be reserved beyond what is stocked. */
  isBackorder: boolean;
}

export const shortage = (variantId: string) =>
  notAllowed(`Variant with id: ${variantId} does not have the required inventory`, "insufficient_inventory");

/** Lines whose stock lies at locations, as needs of items; and those that take from the variant's own quantity. */
export function sortedOut(
  lines: readonly StockLine[],
  stocks: readonly VariantStock[],
): { needs: Need[]; own: StockLine[] } {
  const byVariant = new Map(stocks.map((stock) => [stock.variantId, stock]));
  const needs: Need[] = [];
  const own: StockLine[] = [];
  for (const line of lines) {
    const stock = byVariant.get(line.variantId);
    // It was deleted: there is nothing of it to be had.
    if (!stock) throw shortage(line.variantId);
    if (!stock.isKeptByLocation) own.push(line);
    else if (stock.managesInventory) needs.push(...needsOf(line, stock));
  }
  return { needs, own };
}

const needsOf = (line: StockLine, stock: VariantStock): Need[] =>
  stock.items.map(({ itemId, required }) => ({
    lineItemId: line.lineItemId,
    variantId: line.variantId,
    itemId,
    quantity: line.quantity * required,
    allowsBackorder: stock.allowsBackorder,
  }));

/** Finds a place for every need, or refuses. The levels are in the order in which locations are preferred. */
export function allocated(needs: readonly Need[], levels: readonly LevelStock[]): Allocation[] {
  const left = levels.map((level) => ({ ...level }));
  return needs.flatMap((need) => {
    const places = placesFor(
      need,
      left.filter((level) => level.itemId === need.itemId),
    );
    for (const { level, quantity } of places) level.available -= quantity;
    return places.map(({ level, ...placed }) => ({
      lineItemId: need.lineItemId,
      itemId: need.itemId,
      locationId: level.locationId,
      ...placed,
    }));
  });
}

type Placed = Pick<Allocation, "quantity" | "isBackorder"> & { level: LevelStock };

/**
 * One location that has all of it, so that one parcel is enough; else as few as the order of preference gives. What is
 * missing at one location counts against the others.
 */
function placesFor(need: Need, levels: LevelStock[]): Placed[] {
  const available = levels.reduce((sum, level) => sum + level.available, 0);
  if (available < need.quantity && !need.allowsBackorder) throw shortage(need.variantId);
  const whole = levels.find((level) => level.available >= need.quantity);
  if (whole) return [{ level: whole, quantity: need.quantity, isBackorder: false }];
  let missing = need.quantity;
  const places = levels.flatMap((level) => {
    const quantity = Math.min(missing, Math.max(level.available, 0));
    missing -= quantity;
    return quantity > 0 ? [{ level, quantity, isBackorder: false }] : [];
  });
  if (missing === 0) return places;
  // A backorder waits where stock is expected first; with no location there is nowhere to note it.
  return levels[0] ? [{ level: levels[0], quantity: need.quantity, isBackorder: true }] : [];
}

/** The sum for each key, in the order of the keys: rows are locked in this order. */
export function totals<T>(
  rows: readonly T[],
  keyOf: (row: T) => string,
  quantityOf: (row: T) => number,
): { key: string; quantity: number }[] {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + quantityOf(row));
  return [...sums].map(([key, quantity]) => ({ key, quantity })).sort((a, b) => (a.key < b.key ? -1 : 1));
}
