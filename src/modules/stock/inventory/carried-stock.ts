import type { StockLine } from "./stock.ts";

/** A variant whose stock was its own quantity until now. */
export interface CarriedVariant {
  id: string;
  /** The available quantity; negative after backorders. */
  quantity: number;
  items: readonly { itemId: string; required: number }[];
}

interface CarriedLevel {
  itemId: string;
  stocked: number;
  reserved: number;
}

interface CarriedReservation {
  lineItemId: string;
  itemId: string;
  quantity: number;
}

export interface CarriedStock {
  levels: CarriedLevel[];
  reservations: CarriedReservation[];
}

/**
 * The quantities of variants as levels. Sold pieces that are not packed yet are added and reserved for their lines, so that the
 * available quantity stays the same. An item of several variants gets the pieces of all of them.
 */
export function carriedOver(
  variants: readonly CarriedVariant[],
  soldLines: readonly StockLine[],
): CarriedStock {
  const linesOf = byVariant(soldLines);
  const levels = new Map<string, CarriedLevel>();
  const reservations: CarriedReservation[] = [];
  for (const { id, quantity, items } of variants) {
    const lines = linesOf.get(id) ?? [];
    const sold = lines.reduce((sum, line) => sum + line.quantity, 0);
    for (const { itemId, required } of items) {
      const level = levels.get(itemId) ?? { itemId, stocked: 0, reserved: 0 };
      level.stocked += Math.max(quantity + sold, 0) * required;
      level.reserved += sold * required;
      levels.set(itemId, level);
      reservations.push(
        ...lines.map((line) => ({ lineItemId: line.lineItemId, itemId, quantity: line.quantity * required })),
      );
    }
  }
  return { levels: [...levels.values()], reservations };
}

function byVariant(lines: readonly StockLine[]): Map<string, StockLine[]> {
  const found = new Map<string, StockLine[]>();
  for (const line of lines) {
    const known = found.get(line.variantId);
    if (known) known.push(line);
    else found.set(line.variantId, [line]);
  }
  return found;
}
