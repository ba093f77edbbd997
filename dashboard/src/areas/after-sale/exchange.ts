import type { Schemas } from "@tradewind/client";

type Order = Schemas["AdminOrder"];

/** The lines of the order, and those that its swaps and claims have sent. */
export const everyLine = ({ items, swaps, claims }: Pick<Order, "items" | "swaps" | "claims">) => [
  ...(items ?? []),
  ...[...swaps, ...claims]
    .filter(({ canceled_at }) => !canceled_at)
    .flatMap(({ additional_items }) => additional_items),
];

type Named = { title: string; description: string | null };

/** "Sweater, M": the title of a line alone does not tell one size from another. */
export const nameOfLine = ({ title, description }: Named): string =>
  [title, description].filter(Boolean).join(", ");

/** "2 × Mug, 1 × Tent, red" */
export function goodsOf(order: Order, items: readonly { item_id: string; quantity: number }[]): string {
  const titles = new Map(everyLine(order).map((line) => [line.id, nameOfLine(line)]));
  return items.map(({ item_id, quantity }) => `${quantity} × ${titles.get(item_id) ?? item_id}`).join(", ");
}

/** "1 × Sweater, L" */
export const namesOf = (lines: readonly (Named & { quantity: number })[]): string =>
  lines.map((line) => `${line.quantity} × ${nameOfLine(line)}`).join(", ");
