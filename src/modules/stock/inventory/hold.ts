import {
  type Allocation,
  allocated,
  type LevelStock,
  type Need,
  type StockLine,
  shortage,
  totals,
} from "./stock.ts";

/** The cart for which stock is looked at: what others hold is not there for it. Nobody where the shop holds none. */
export type Holder = string | undefined;

export interface HoldSettings {
  stockHoldMinutes: number;
}

export const holderOf = ({ config }: { config: HoldSettings }, cartId: string): Holder =>
  config.stockHoldMinutes > 0 ? cartId : undefined;

/** An inventory level, or a variant of which the own quantity counts. */
export interface Stock {
  id: string;
  available: number;
}

/** Pieces that are kept for a cart. */
export interface Hold {
  stockId: string;
  quantity: number;
}

export const lessHeld = <Kind extends Stock>(
  stocks: readonly Kind[],
  held: ReadonlyMap<string, number>,
): Kind[] => stocks.map((stock) => ({ ...stock, available: stock.available - (held.get(stock.id) ?? 0) }));

/** Finds a place for every need, or refuses. */
export function holdsAtLocations(needs: readonly Need[], levels: readonly LevelStock[]): Hold[] {
  const levelOf = ({ itemId, locationId }: Allocation) =>
    levels.find((level) => level.itemId === itemId && level.locationId === locationId)!;
  return totals(
    allocated(needs, levels),
    (each) => levelOf(each).id,
    ({ quantity }) => quantity,
  ).map(({ key, quantity }) => ({ stockId: key, quantity }));
}

/** The same for variants' own quantities. One that is not among the limited ones is sold without regard to stock. */
export function holdsOfOwn(lines: readonly StockLine[], limited: readonly Stock[]): Hold[] {
  refuseOwnShortage(lines, limited);
  return piecesOf(lines).filter(({ stockId }) => limited.some(({ id }) => id === stockId));
}

export function refuseOwnShortage(lines: readonly StockLine[], limited: readonly Stock[]): void {
  for (const { stockId, quantity } of piecesOf(lines)) {
    const variant = limited.find(({ id }) => id === stockId);
    if (variant && variant.available < quantity) throw shortage(stockId);
  }
}

const piecesOf = (lines: readonly StockLine[]): Hold[] =>
  totals(
    lines,
    ({ variantId }) => variantId,
    ({ quantity }) => quantity,
  ).map(({ key, quantity }) => ({ stockId: key, quantity }));
