import { notAllowed, Refusal } from "../../kernel/refusal.ts";
import type { LevelKey } from "./inventory-level.ts";
import { type Need, totals } from "./stock.ts";

/** Pieces of an item that are kept for a line. */
export interface ReservedPieces extends LevelKey {
  id: string;
  lineItemId: string;
  quantity: number;
}

/** The level of an item at a location, with what lies there. */
export interface StockedLevel extends LevelKey {
  stocked: number;
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

/**
 * Where the goods of lines leave from: from the location, or where they are reserved when none is named. Their
 * reservations end, those at the location first. Pieces that are not reserved and have no location are not known to lie
 * anywhere: nothing is taken for them.
 */
export function movementsOf(
  needs: readonly NamedNeed[],
  { reserved, locationId }: { reserved: readonly ReservedPieces[]; locationId: string | null },
): StockMovement[] {
  return needs.flatMap((need) => {
    const ended = endedReservations(need, { reserved, locationId });
    if (locationId === null) return ended.map((one) => ({ ...one, stocked: one.reserved }));
    return atLocation(need, ended, locationId);
  });
}

function endedReservations(
  { lineItemId, itemId, quantity }: NamedNeed,
  { reserved, locationId }: { reserved: readonly ReservedPieces[]; locationId: string | null },
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

/** All goods leave one location; what was reserved for them elsewhere is free again. */
function atLocation(need: NamedNeed, ended: StockMovement[], locationId: string): StockMovement[] {
  const here = ended.map((one) =>
    one.locationId === locationId ? { ...one, stocked: one.reserved } : { ...one, stocked: 0 },
  );
  const rest = need.quantity - here.reduce((sum, { stocked }) => sum + stocked, 0);
  if (rest === 0) return here;
  const { lineItemId, itemId } = need;
  return [...here, { lineItemId, itemId, locationId, reservationId: null, stocked: rest, reserved: 0 }];
}

const keyOf = ({ itemId, locationId }: LevelKey) => `${itemId} ${locationId}`;

/** Goods that are not there cannot leave, whoever they are reserved for. */
export function refuseMissingGoods(
  movements: readonly StockMovement[],
  { needs, levels }: { needs: readonly NamedNeed[]; levels: readonly StockedLevel[] },
): void {
  const nameOf = (itemId: string) => needs.find((need) => need.itemId === itemId)?.title ?? itemId;
  const leaving = movements.filter(({ stocked }) => stocked > 0);
  for (const { key, quantity } of totals(leaving, keyOf, ({ stocked }) => stocked)) {
    const { itemId } = leaving.find((one) => keyOf(one) === key)!;
    const level = levels.find((one) => keyOf(one) === key);
    if (!level) throw new Refusal("not_found", `Inventory item for ${nameOf(itemId)} not found at location`);
    if (level.stocked < quantity) {
      throw notAllowed(`Insufficient stock for item: ${nameOf(itemId)}`, "insufficient_inventory");
    }
  }
}
