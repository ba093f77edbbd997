import { notAllowed } from "../../../kernel/refusal.ts";
import type { LevelKey } from "./inventory-item.ts";
import { type Need, sumByKey } from "./stock.ts";

/** Pieces of an item that are reserved for a line. */
export interface ReservedPieces extends LevelKey {
  id: string;
  lineItemId: string;
  quantity: number;
}

/** The level of an item at a location. */
export interface StockedLevel extends LevelKey {
  stocked: number;
  reserved: number;
}

/** The change of a level by goods that leave its location. */
export interface StockMovement extends LevelKey {
  lineItemId: string;
  /** The reservation of the pieces; null if they were not reserved. */
  reservationId: string | null;
  /** The decrease of the stocked quantity. */
  stocked: number;
  /** The decrease of the reserved quantity. */
  reserved: number;
}

/** With the title of the line, for messages of refusals. */
export interface TitledNeed extends Need {
  title: string;
}

interface StockState {
  reserved: readonly ReservedPieces[];
  levels: readonly StockedLevel[];
  /** The location to take from; null: where pieces are reserved, otherwise where they are available. */
  locationId: string | null;
}

const isAt = (one: LevelKey, other: LevelKey) =>
  one.itemId === other.itemId && one.locationId === other.locationId;

const sumOf = <Row>(rows: readonly Row[], quantityOf: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + quantityOf(row), 0);

/** The stock that fulfilled lines take. Their reservations end, those at the location first. Items without a level are ignored. */
export function outgoingMovements(needs: readonly TitledNeed[], state: StockState): StockMovement[] {
  const movements: StockMovement[] = [];
  for (const need of needs) {
    const ended = endedReservations(need, state);
    movements.push(
      ...(state.locationId === null
        ? fromAnyLocation(need, ended, freeLevels(need, state.levels, movements))
        : fromLocation(need, ended, state.locationId)),
    );
  }
  return movements;
}

/** Releases reservations without taking stock. */
export const releasingMovements = (
  needs: readonly TitledNeed[],
  reserved: readonly ReservedPieces[],
): StockMovement[] => needs.flatMap((need) => endedReservations(need, { reserved, locationId: null }));

function endedReservations(
  { lineItemId, itemId, quantity }: TitledNeed,
  { reserved, locationId }: Pick<StockState, "reserved" | "locationId">,
): StockMovement[] {
  const own = reserved.filter((one) => one.lineItemId === lineItemId && one.itemId === itemId);
  const preferred = [
    ...own.filter((one) => one.locationId === locationId),
    ...own.filter((one) => one.locationId !== locationId),
  ];
  let open = quantity;
  return preferred.flatMap((one) => {
    const pieces = Math.min(open, one.quantity);
    open -= pieces;
    const from = { lineItemId, itemId, locationId: one.locationId, reservationId: one.id };
    return pieces > 0 ? [{ ...from, stocked: 0, reserved: pieces }] : [];
  });
}

const freeAt = ({ stocked, reserved }: StockedLevel): number => Math.max(stocked - reserved, 0);

/** The levels of an item, less the pieces that other lines of the same request take. */
const freeLevels = (
  { itemId }: TitledNeed,
  levels: readonly StockedLevel[],
  taken: readonly StockMovement[],
): StockedLevel[] =>
  levels
    .filter((level) => level.itemId === itemId)
    .map((level) => {
      const here = taken.filter((one) => isAt(one, level) && one.reservationId === null);
      return { ...level, stocked: level.stocked - sumOf(here, ({ stocked }) => stocked) };
    });

/** Takes reserved pieces at their location, the rest where pieces are available. */
function fromAnyLocation(
  need: TitledNeed,
  ended: StockMovement[],
  levels: readonly StockedLevel[],
): StockMovement[] {
  const { lineItemId, itemId } = need;
  let open = need.quantity - sumOf(ended, ({ reserved }) => reserved);
  const free = levels.flatMap((level): StockMovement[] => {
    const pieces = Math.min(open, freeAt(level));
    open -= pieces;
    const { locationId } = level;
    return pieces > 0
      ? [{ lineItemId, itemId, locationId, reservationId: null, stocked: pieces, reserved: 0 }]
      : [];
  });
  if (open > 0 && levels.length > 0) throw insufficientStock(need.title);
  return [...ended.map((one) => ({ ...one, stocked: one.reserved })), ...free];
}

/** Takes all pieces from one location; reservations at other locations are released. */
function fromLocation(need: TitledNeed, ended: StockMovement[], locationId: string): StockMovement[] {
  const here = ended.map((one) =>
    one.locationId === locationId ? { ...one, stocked: one.reserved } : { ...one, stocked: 0 },
  );
  const rest = need.quantity - sumOf(here, ({ stocked }) => stocked);
  if (rest === 0) return here;
  const { lineItemId, itemId } = need;
  return [...here, { lineItemId, itemId, locationId, reservationId: null, stocked: rest, reserved: 0 }];
}

const levelKeyOf = ({ itemId, locationId }: LevelKey) => `${itemId} ${locationId}`;

const insufficientStock = (title: string) =>
  notAllowed(`Insufficient stock for item: ${title}`, "insufficient_inventory");

/** Refuses pieces that are not in stock, or that are reserved for another line. */
export function refuseInsufficientStock(
  movements: readonly StockMovement[],
  { needs, levels }: { needs: readonly TitledNeed[]; levels: readonly StockedLevel[] },
): void {
  const nameOf = (itemId: string) => needs.find((need) => need.itemId === itemId)?.title ?? itemId;
  const leaving = movements.filter(({ stocked }) => stocked > 0);
  for (const { key, quantity } of sumByKey(leaving, levelKeyOf, ({ stocked }) => stocked)) {
    const here = leaving.filter((one) => levelKeyOf(one) === key);
    const { itemId } = here[0]!;
    const level = levels.find((one) => levelKeyOf(one) === key);
    if (!level) throw notAllowed(`Inventory item for ${nameOf(itemId)} not found at location`);
    const unreserved = sumOf(here, ({ reservationId, stocked }) => (reservationId === null ? stocked : 0));
    if (level.stocked < quantity || freeAt(level) < unreserved) throw insufficientStock(nameOf(itemId));
  }
}
