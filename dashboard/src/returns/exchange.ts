import type { Schemas } from "@tradewind/client";

type Order = Schemas["AdminOrder"];

/** The lines of the order, and those that swaps and claims have sent. */
export const everyLine = ({ items, swaps, claims }: Pick<Order, "items" | "swaps" | "claims">) => [
  ...(items ?? []),
  ...swaps.flatMap(({ additional_items }) => additional_items),
  ...claims.flatMap(({ additional_items }) => additional_items),
];
