import { isoTimestamp } from "../../../../kernel/iso-timestamp.ts";
import { withStableShape } from "../../../../kernel/with-stable-shape.ts";
import type { CartLine } from "../cart.ts";

type Counted = [line: string, quantity: number, moment: string];

/** The lines with the present stock of their variants: see `stock` in `cart-versions-graph.ts`. */
export function withStock(lines: readonly CartLine[], stock: string | null): CartLine[] {
  const counted = stock === null ? [] : (JSON.parse(stock) as Counted[]);
  const now = new Map(
    counted.map(([line, inventory_quantity, moment]) => [
      line,
      { inventory_quantity, updated_at: isoTimestamp(moment) },
    ]),
  );
  return lines.map((line) => {
    const left = now.get(line.id);
    return line.variant && left
      ? withStableShape(line, { variant: withStableShape(line.variant, left) })
      : line;
  });
}
