import { notAllowed } from "../../../kernel/refusal.ts";

/** A line that needs stock. */
export interface StockLine {
  lineItemId: string;
  variantId: string;
  quantity: number;
}

/** How the stock of a variant is managed. */
export interface VariantStock {
  variantId: string;
  managesInventory: boolean;
  allowsBackorder: boolean;
  /** True if it has inventory items and the shop has a location; otherwise its stock is the quantity of the variant. */
  isByLocation: boolean;
  items: readonly { itemId: string; required: number }[];
}

export interface Availability {
  /** Pieces that can be sold now. */
  quantity: number;
  /** Not limited by stock: not managed, or backorders are allowed. */
  isUnlimited: boolean;
}

/** A variant with at most so many pieces is low in stock, unless a request says otherwise. */
export const FEW_PIECES = 5;

export const canTake = ({ quantity, isUnlimited }: Availability, requested: number): boolean =>
  isUnlimited || quantity >= requested;

/** The quantity of one item that a line needs. */
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

/** A quantity to reserve for a line at a location. */
export interface Allocation {
  lineItemId: string;
  itemId: string;
  locationId: string;
  quantity: number;
  /** Only a backorder may be reserved beyond the stocked quantity. */
  isBackorder: boolean;
}

export const shortage = (variantId: string) =>
  notAllowed(`Variant with id: ${variantId} does not have the required inventory`, "insufficient_inventory");

/** Splits lines: `needs` of items at locations, and `own` lines that take from the quantity of the variant. */
export function partitionLines(
  lines: readonly StockLine[],
  stocks: readonly VariantStock[],
): { needs: Need[]; own: StockLine[] } {
  const byVariant = new Map(stocks.map((stock) => [stock.variantId, stock]));
  const needs: Need[] = [];
  const own: StockLine[] = [];
  for (const line of lines) {
    const stock = byVariant.get(line.variantId);
    // A deleted variant has no stock.
    if (!stock) throw shortage(line.variantId);
    if (!stock.isByLocation) own.push(line);
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

/** Allocates every need to levels, or refuses. The levels are in the order of preference. */
export function allocateStock(needs: readonly Need[], levels: readonly LevelStock[]): Allocation[] {
  const left = levels.map((level) => ({ ...level }));
  return needs.flatMap((need) => {
    const places = allocateNeed(
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

type NeedAllocation = Pick<Allocation, "quantity" | "isBackorder"> & { level: LevelStock };

/**
 * Prefers one location that has the whole quantity, so that one parcel is enough; otherwise several, in the order of preference. A
 * deficit at one location reduces the stock of the others.
 */
function allocateNeed(need: Need, levels: LevelStock[]): NeedAllocation[] {
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
  // A backorder is reserved at the first location; without a location it is not recorded.
  return levels[0] ? [{ level: levels[0], quantity: need.quantity, isBackorder: true }] : [];
}

/** The sum for each key, sorted by key: rows are locked in this order. */
export function sumByKey<T>(
  rows: readonly T[],
  keyOf: (row: T) => string,
  quantityOf: (row: T) => number,
): { key: string; quantity: number }[] {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + quantityOf(row));
  return [...sums].map(([key, quantity]) => ({ key, quantity })).sort((a, b) => (a.key < b.key ? -1 : 1));
}
