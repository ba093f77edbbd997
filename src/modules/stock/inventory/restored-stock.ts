import type { StockedLevel, StockMovement } from "./fulfilled-stock.ts";
import type { LevelKey } from "./inventory-item.ts";

/** Pieces that are reserved for a line again. */
export interface RestoredReservation extends LevelKey {
  lineItemId: string;
  /** Their previous reservation; null if they are reserved at another location now. */
  reservationId: string | null;
  quantity: number;
}

/** The increase of a level: stocked and reserved pieces. */
export interface LevelGrowth extends LevelKey {
  stocked: number;
  reserved: number;
}

const isAt = (one: LevelKey, other: LevelKey) =>
  one.itemId === other.itemId && one.locationId === other.locationId;

const growthOf = (restored: RestoredReservation): LevelGrowth => ({
  ...restored,
  stocked: 0,
  reserved: restored.quantity,
});

/**
 * A canceled fulfilment restores the stock at its location, and the reservations of its lines. If another order has taken the stock
 * of a reservation at another location, the pieces are reserved where they were restored.
 */
export function restoredStock(
  movements: readonly StockMovement[],
  levels: readonly StockedLevel[],
): { growth: LevelGrowth[]; reservations: RestoredReservation[] } {
  const back = movements.filter(({ stocked }) => stocked > 0);
  const reservations = back.flatMap((one) =>
    one.reservationId === null ? [] : [{ ...reservationKeyOf(one), quantity: one.reserved }],
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
      ...(here > 0 ? [{ ...reservationKeyOf(one), quantity: here }] : []),
      ...reservedWhereReturned(one, one.reserved - here, loose),
    ];
    reservations.push(...again);
    growth.push(...again.map(growthOf));
  }
  return { growth, reservations };
}

const reservationKeyOf = ({ lineItemId, itemId, locationId, reservationId }: StockMovement) => ({
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

/** Reserves pieces of a line where they were restored; `loose` has the restored pieces without a reservation. */
function reservedWhereReturned(
  { lineItemId, itemId }: StockMovement,
  quantity: number,
  loose: StockMovement[],
): RestoredReservation[] {
  let missing = quantity;
  return loose
    .filter((one) => one.lineItemId === lineItemId && one.itemId === itemId)
    .flatMap((one) => {
      const pieces = Math.min(missing, one.stocked);
      one.stocked -= pieces;
      missing -= pieces;
      return pieces > 0 ? [{ ...reservationKeyOf(one), quantity: pieces }] : [];
    });
}
