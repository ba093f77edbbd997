import type { Schemas } from "@tradewind/client";

type Order = Schemas["AdminOrder"];

/** The lines of the order, and those that its swaps and claims have sent. */
export const everyLine = ({ items, swaps, claims }: Pick<Order, "items" | "swaps" | "claims">) => [
  ...(items ?? []),
  ...[...swaps, ...claims]
    .filter(({ canceled_at }) => !canceled_at)
    .flatMap(({ additional_items }) => additional_items),
];

/** "2 × Mug, 1 × Tent" */
export function goodsOf(order: Order, items: readonly { item_id: string; quantity: number }[]): string {
  const titles = new Map(everyLine(order).map(({ id, title }) => [id, title]));
  return items.map(({ item_id, quantity }) => `${quantity} × ${titles.get(item_id) ?? item_id}`).join(", ");
}
