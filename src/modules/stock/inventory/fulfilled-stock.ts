import { notAllowed } from "../../../kernel/refusal.ts";
import type { LevelKey } from "./inventory-level.ts";
import { type Need, totals } from "./stock.ts";

/** Pieces of an item that are kept for a line. */
export interface ReservedPieces extends LevelKey {
  id: string;
  lineItemId: string;
  quantity: number;
}

/** The level of an item at a location, with what lies there, and what of it is kept for lines. */
export interface StockedLevel extends LevelKey {
  stocked: number;
  reserved: number;
}

/** What goods that leave a location change there. */
export interface StockMovement extends LevelKey {
  lineItemId: string;
  /** Whose pieces they were; null for those that nobody had reserved. */
  reservationId: string | null;
  /** So many fewer lie there. */
  stocked: number;
  /** So many fewer are reserved. */
  reserved: number;
}

/** What lines need of items, and their names for those who read a refusal. */
export interface NamedNeed extends Need {
  title: string;
}

interface Ground {
  reserved: readonly ReservedPieces[];
  levels: readonly StockedLevel[];
  /** Where the goods leave from; null: where they are reserved, and else where there are free ones. */
  locationId: string | null;
}

const isAt = (one: LevelKey, other: LevelKey) =>
  one.itemId === other.itemId && one.locationId === other.locationId;

const sumOf = <Row>(rows: readonly Row[], quantityOf: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + quantityOf(row), 0);

/**
 * Where the goods of lines leave from. Their reservations end, those at the location first. Of an item that is kept
 * nowhere any more nothing is taken.
 */
export function movementsOf(needs: readonly NamedNeed[], ground: Ground): StockMovement[] {
  const movements: StockMovement[] = [];
  for (const need of needs) {
    const ended = endedReservations(need, ground);
    movements.push(
      ...(ground.locationId === null
        ? fromWhereTheyAre(need, ended, freeLevels(need, ground.levels, movements))
        : atLocation(need, ended, ground.locationId)),
    );
  }
  return movements;
}

/** The reservations of pieces that are no longer kept for anybody. Nothing leaves. */
export const endedFor = (needs: readonly NamedNeed[], reserved: readonly ReservedPieces[]): StockMovement[] =>
  needs.flatMap((need) => endedReservations(need, { reserved, locationId: null }));

function endedReservations(
  { lineItemId, itemId, quantity }: NamedNeed,
  { reserved, locationId }: Pick<Ground, "reserved" | "locationId">,
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

/** The levels of an item, without what other lines of the same request take there. */
const freeLevels = (
  { itemId }: NamedNeed,
  levels: readonly StockedLevel[],
  taken: readonly StockMovement[],
): StockedLevel[] =>
  levels
    .filter((level) => level.itemId === itemId)
    .map((level) => {
      const here = taken.filter((one) => isAt(one, level) && one.reservationId === null);
      return { ...level, stocked: level.stocked - sumOf(here, ({ stocked }) => stocked) };
    });

/** What is reserved leaves there, the rest where pieces are free. */
function fromWhereTheyAre(
  need: NamedNeed,
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
  if (open > 0 && levels.length > 0) throw missingGoods(need.title);
  return [...ended.map((one) => ({ ...one, stocked: one.reserved })), ...free];
}

/** All goods leave one location; what was reserved for them elsewhere is free again. */
function atLocation(need: NamedNeed, ended: StockMovement[], locationId: string): StockMovement[] {
  const here = ended.map((one) =>
    one.locationId === locationId ? { ...one, stocked: one.reserved } : { ...one, stocked: 0 },
  );
  const rest = need.quantity - sumOf(here, ({ stocked }) => stocked);
  if (rest === 0) return here;
  const { lineItemId, itemId } = need;
  return [...here, { lineItemId, itemId, locationId, reservationId: null, stocked: rest, reserved: 0 }];
}

const keyOf = ({ itemId, locationId }: LevelKey) => `${itemId} ${locationId}`;

const missingGoods = (title: string) =>
  notAllowed(`Insufficient stock for item: ${title}`, "insufficient_inventory");

/** Goods that are not there cannot leave, nor those that are reserved for another line. */
export function refuseMissingGoods(
  movements: readonly StockMovement[],
  { needs, levels }: { needs: readonly NamedNeed[]; levels: readonly StockedLevel[] },
): void {
  const nameOf = (itemId: string) => needs.find((need) => need.itemId === itemId)?.title ?? itemId;
  const leaving = movements.filter(({ stocked }) => stocked > 0);
  for (const { key, quantity } of totals(leaving, keyOf, ({ stocked }) => stocked)) {
    const here = leaving.filter((one) => keyOf(one) === key);
    const { itemId } = here[0]!;
    const level = levels.find((one) => keyOf(one) === key);
    if (!level) throw notAllowed(`Inventory item for ${nameOf(itemId)} not found at location`);
    const unreserved = sumOf(here, ({ reservationId, stocked }) => (reservationId === null ? stocked : 0));
    if (level.stocked < quantity || freeAt(level) < unreserved) throw missingGoods(nameOf(itemId));
  }
}
