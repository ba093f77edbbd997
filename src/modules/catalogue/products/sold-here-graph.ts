import type { Extra } from "../../../graph/graph.ts";
import { notInChannelsOfKey } from "../../shop/publishable-keys/index.ts";
import { isSoldIn } from "./product-conditions-graph.ts";

/** Read beside a product or variant, for a key with channels: whether it is sold in them. `product` is the column of its id. */
export const soldHere = (
  channels: string[] | null,
  product: "id" | "product_id",
): Extra<"$sold_here", boolean>[] =>
  channels
    ? [
        {
          name: "$sold_here",
          values: [channels],
          sql: (row, [parameter]) => isSoldIn(`${row}.${product}`, parameter!),
        },
      ]
    : [];

/** As in v1, what is there but not sold in the channels of a key is a mistake of the storefront. */
export function checkSoldHere(row: { id: string; $sold_here?: boolean }, what: string): void {
  if (row.$sold_here === false) throw notInChannelsOfKey(`${what} with id: ${row.id}`);
}
