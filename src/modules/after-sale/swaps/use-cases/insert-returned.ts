import type { Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import {
  insertLines,
  insertLineTaxes,
  insertReturnedAdjustments,
  insertReturnedLines,
} from "../../../selling/line-items/index.ts";
import type { ReturnShipping } from "../../returns/index.ts";
import type { ReturnedLine } from "../swap.ts";

/** What comes back, at the price it was sold for, below zero. */
export async function insertReturned(tx: Tx, cartId: string, lines: readonly ReturnedLine[]): Promise<void> {
  await insertReturnedLines(tx, cartId, lines);
  await insertReturnedAdjustments(
    tx,
    lines.flatMap(({ id, soldId, adjustment }) =>
      adjustment ? [{ ...adjustment, item_id: id, sold_id: soldId }] : [],
    ),
  );
  await insertLineTaxes(
    tx,
    lines.flatMap(({ id, taxes }) => taxes.map((rate) => ({ ...rate, item_id: id }))),
  );
}

/** The customer pays for the shipping of what comes back with the swap. */
export async function insertReturnShipping(tx: Tx, cartId: string, shipping: ReturnShipping): Promise<void> {
  const { price, includes_tax, tax_lines } = shipping;
  const id = newId("item");
  await insertLines(tx, { cart_id: cartId }, [
    {
      id,
      variant_id: null,
      title: "Return shipping",
      unit_price: price,
      quantity: 1,
      includes_tax,
      allow_discounts: false,
      is_return: true,
      has_shipping: true,
    },
  ]);
  await insertLineTaxes(
    tx,
    tax_lines.map((rate) => ({ ...rate, item_id: id })),
  );
}
