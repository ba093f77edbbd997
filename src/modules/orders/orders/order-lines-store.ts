import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledWrite, withParts } from "../../../db/statements.ts";
import { linesMovedFromCart, lineTaxesSaved } from "../../selling/line-items/index.ts";
import { methodsMovedFromCart, shippingTaxesSaved } from "../../selling/shipping-methods/index.ts";
import type { TaxLine } from "../../selling/totals/index.ts";

/** The new owner of the lines. */
export type LinesOwner = { order_id: string } | { swap_id: string };

/** Lines and shipping methods of a cart that move to an order or swap, with their taxes. */
export interface MovedLines {
  owner: LinesOwner;
  cartId: string;
  lineTaxes: (TaxLine & { id: string; item_id: string })[];
  shippingTaxes: (TaxLine & { id: string; shipping_method_id: string })[];
  isShippingFree: boolean;
}

interface MovedRows {
  ownerId: string;
  cartId: string;
  isFree: boolean;
  lineTaxes: string;
  shippingTaxes: string;
}

const moving = (to: "order_id" | "swap_id") =>
  compiledWrite<MovedRows>(
    `move-lines-${to}`,
    withParts({}, [linesMovedFromCart, methodsMovedFromCart, lineTaxesSaved, shippingTaxesSaved]),
    ({ ownerId, cartId, isFree, lineTaxes, shippingTaxes }) => sql`
      with lines as (${linesMovedFromCart({ to, ownerId, cartId })}),
      methods as (${methodsMovedFromCart({ to, ownerId, cartId, isFree })}),
      line_taxes as (${lineTaxesSaved({ taxes: lineTaxes })})
      ${shippingTaxesSaved({ taxes: shippingTaxes })}`,
  );

const moveToOrder = moving("order_id");
const moveToSwap = moving("swap_id");

/** Moves the lines and shipping methods of a cart to its order or swap. */
export async function moveLinesToOrder(
  tx: Tx,
  { owner, cartId, lineTaxes, shippingTaxes, isShippingFree }: MovedLines,
): Promise<void> {
  const [move, ownerId] = "order_id" in owner ? [moveToOrder, owner.order_id] : [moveToSwap, owner.swap_id];
  await move(tx, {
    ownerId,
    cartId,
    isFree: isShippingFree,
    lineTaxes: JSON.stringify(lineTaxes),
    shippingTaxes: JSON.stringify(shippingTaxes),
  });
}
