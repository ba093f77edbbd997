import { type LevelKey, notStocked } from "./inventory-item.ts";
import { type Need, type StockLine, sumByKey } from "./stock.ts";

/** Returned pieces of a line. */
export interface ReturnedLine extends StockLine {
  /** Pieces that were never sent: they are still reserved at their location. */
  unsent: number;
  /** The locations they were sent from; the default for the return. */
  sentFrom: readonly string[];
}

export interface ReturnLevel extends LevelKey {
  id: string;
  /** Whether the order's sales channel sells from the location. */
  isOfChannel: boolean;
}

/**
 * The levels to increase, with their quantities: at the given location; otherwise where the goods were sent from; otherwise at a
 * location of the channel. Items without a level are ignored.
 */
export function restockedLevels(
  needs: readonly Need[],
  {
    levels,
    lines,
    locationId,
  }: { levels: readonly ReturnLevel[]; lines: readonly ReturnedLine[]; locationId: string | null },
): { id: string; quantity: number }[] {
  const placed = needs.flatMap((need) => {
    const open = levels.filter(({ itemId }) => itemId === need.itemId);
    const { sentFrom } = lines.find(({ lineItemId }) => lineItemId === need.lineItemId)!;
    const level =
      locationId === null ? preferredLevel(open, sentFrom) : levelAt(open, need.itemId, locationId);
    return level ? [{ id: level.id, quantity: need.quantity }] : [];
  });
  return sumByKey(
    placed,
    ({ id }) => id,
    ({ quantity }) => quantity,
  ).map(({ key, quantity }) => ({ id: key, quantity }));
}

function levelAt(open: readonly ReturnLevel[], itemId: string, locationId: string): ReturnLevel {
  const level = open.find((each) => each.locationId === locationId);
  if (!level) throw notStocked({ itemId, locationId });
  return level;
}

const preferredLevel = (open: readonly ReturnLevel[], sentFrom: readonly string[]): ReturnLevel | undefined =>
  open.find(({ locationId }) => sentFrom.includes(locationId)) ??
  open.find(({ isOfChannel }) => isOfChannel) ??
  open[0];
