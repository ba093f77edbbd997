import type { StockedLevel, StockMovement } from "./fulfilled-stock.ts";
import type { LevelKey } from "./inventory-level.ts";

/** Pieces that are kept for a line again. */
export interface KeptAgain extends LevelKey {
  lineItemId: string;
  /** The reservation that they had; null where they are kept somewhere else now. */
  reservationId: string | null;
  quantity: number;
}

/** What lies at a level more than before, and what of it is kept. */
export interface LevelGrowth extends LevelKey {
  stocked: number;
  reserved: number;
}

const isAt = (one: LevelKey, other: LevelKey) =>
  one.itemId === other.itemId && one.locationId === other.locationId;

const growthOf = (kept: KeptAgain): LevelGrowth => ({ ...kept, stocked: 0, reserved: kept.quantity });

/**
 * Goods that did not leave after all are where they were taken from, and are kept for their line again. What was
 * reserved for them at another location may have been sold there meanwhile: then they are kept where they are.
 */
export function restoredBy(
  movements: readonly StockMovement[],
  levels: readonly StockedLevel[],
): { growth: LevelGrowth[]; kept: KeptAgain[] } {
  const back = movements.filter(({ stocked }) => stocked > 0);
  const kept = back.flatMap((one) =>
    one.reservationId === null ? [] : [{ ...keptAt(one), quantity: one.reserved }],
  );
  const growth = back.map(({ itemId, locationId, stocked, reserved }) => ({
    itemId,
    locationId,
    stocked,
    reserved,
  }));
  const loose = back.filter(({ reservationId }) => reservationId === null).map((one) => ({ ...one }));
  for (const one of movements.filter(({ stocked, reserved }) => stocked === 0 && reserved > 0)) {
    const level = levels.find((each) => isAt(each, one));
    const here = level ? Math.min(one.reserved, freeAfter(level, growth)) : 0;
    const again = [
      ...(here > 0 ? [{ ...keptAt(one), quantity: here }] : []),
      ...whereTheyAre(one, one.reserved - here, loose),
    ];
    kept.push(...again);
    growth.push(...again.map(growthOf));
  }
  return { growth, kept };
}

const keptAt = ({ lineItemId, itemId, locationId, reservationId }: StockMovement) => ({
  lineItemId,
  itemId,
  locationId,
  reservationId,
});

function freeAfter(level: StockedLevel, growth: readonly LevelGrowth[]): number {
  const grown = growth.filter((one) => isAt(one, level));
  return Math.max(
    grown.reduce((free, { stocked, reserved }) => free + stocked - reserved, level.stocked - level.reserved),
    0,
  );
}

/** Keeps pieces of a line at the places they came back to; `loose` is what nobody has kept there yet. */
function whereTheyAre(
  { lineItemId, itemId }: StockMovement,
  quantity: number,
  loose: StockMovement[],
): KeptAgain[] {
  let missing = quantity;
  return loose
    .filter((one) => one.lineItemId === lineItemId && one.itemId === itemId)
    .flatMap((one) => {
      const pieces = Math.min(missing, one.stocked);
      one.stocked -= pieces;
      missing -= pieces;
      return pieces > 0 ? [{ ...keptAt(one), quantity: pieces }] : [];
    });
}
