import {
  type Allocation,
  allocateStock,
  type LevelStock,
  type Need,
  type StockLine,
  shortage,
  sumByKey,
} from "./stock.ts";

/** The cart that needs stock: holds of other carts are not available to it. Undefined if the shop does not hold stock. */
export type Holder = string | undefined;

export interface HoldSettings {
  stockHoldMinutes: number;
}

export const holderOf = ({ config }: { config: HoldSettings }, cartId: string): Holder =>
  config.stockHoldMinutes > 0 ? cartId : undefined;

/** An inventory level, or a variant whose stock is its own quantity. */
export interface Stock {
  id: string;
  available: number;
}

/** Pieces that are held for a cart. */
export interface Hold {
  stockId: string;
  quantity: number;
}

export const withoutHeld = <Kind extends Stock>(
  stocks: readonly Kind[],
  held: ReadonlyMap<string, number>,
): Kind[] => stocks.map((stock) => ({ ...stock, available: stock.available - (held.get(stock.id) ?? 0) }));

/** Allocates every need to levels, or refuses. */
export function holdsAtLocations(needs: readonly Need[], levels: readonly LevelStock[]): Hold[] {
  const levelOf = ({ itemId, locationId }: Allocation) =>
    levels.find((level) => level.itemId === itemId && level.locationId === locationId)!;
  return sumByKey(
    allocateStock(needs, levels),
    (each) => levelOf(each).id,
    ({ quantity }) => quantity,
  ).map(({ key, quantity }) => ({ stockId: key, quantity }));
}

/** The same for quantities of variants. A variant that is not in `limited` has unlimited stock. */
export function holdsOfVariants(lines: readonly StockLine[], limited: readonly Stock[]): Hold[] {
  refuseVariantShortage(lines, limited);
  return piecesOf(lines).filter(({ stockId }) => limited.some(({ id }) => id === stockId));
}

export function refuseVariantShortage(lines: readonly StockLine[], limited: readonly Stock[]): void {
  for (const { stockId, quantity } of piecesOf(lines)) {
    const variant = limited.find(({ id }) => id === stockId);
    if (variant && variant.available < quantity) throw shortage(stockId);
  }
}

const piecesOf = (lines: readonly StockLine[]): Hold[] =>
  sumByKey(
    lines,
    ({ variantId }) => variantId,
    ({ quantity }) => quantity,
  ).map(({ key, quantity }) => ({ stockId: key, quantity }));
