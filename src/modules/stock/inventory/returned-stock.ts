import { type LevelKey, notStocked } from "./inventory-level.ts";
import { type Need, type StockLine, totals } from "./stock.ts";

/** Pieces that come back from a customer. */
export interface ReturnedLine extends StockLine {
  /** Pieces of them that never left: they still lie where they were reserved. */
  unsent: number;
  /** Where they came from; they go back there unless they arrive somewhere else. */
  sentFrom: readonly string[];
}

export interface OpenLevel extends LevelKey {
  id: string;
  /** The order's sales channel sells from there. */
  isOfChannel: boolean;
}

/**
 * The levels that grow, each by so many pieces. Goods are where they arrived; if nobody said where, then where they
 * were sent from, or else where they can be sold again. An item that is kept nowhere any more is not counted.
 */
export function placedBack(
  needs: readonly Need[],
  {
    levels,
    lines,
    locationId,
  }: { levels: readonly OpenLevel[]; lines: readonly ReturnedLine[]; locationId: string | null },
): { id: string; quantity: number }[] {
  const placed = needs.flatMap((need) => {
    const open = levels.filter(({ itemId }) => itemId === need.itemId);
    const { sentFrom } = lines.find(({ lineItemId }) => lineItemId === need.lineItemId)!;
    const level = locationId === null ? bestOf(open, sentFrom) : arrivedAt(open, need.itemId, locationId);
    return level ? [{ id: level.id, quantity: need.quantity }] : [];
  });
  return totals(
    placed,
    ({ id }) => id,
    ({ quantity }) => quantity,
  ).map(({ key, quantity }) => ({ id: key, quantity }));
}

function arrivedAt(open: readonly OpenLevel[], itemId: string, locationId: string): OpenLevel {
  const level = open.find((each) => each.locationId === locationId);
  if (!level) throw notStocked({ itemId, locationId });
  return level;
}

const bestOf = (open: readonly OpenLevel[], sentFrom: readonly string[]): OpenLevel | undefined =>
  open.find(({ locationId }) => sentFrom.includes(locationId)) ??
  open.find(({ isOfChannel }) => isOfChannel) ??
  open[0];
