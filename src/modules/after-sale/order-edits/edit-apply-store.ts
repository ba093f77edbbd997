import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";
import { moveFulfillmentsToEdit } from "../../orders/fulfillments/index.ts";
import { replaceLinesByEdit } from "../../selling/line-items/index.ts";
import { moveClaimItemsToEdit } from "../claims/index.ts";
import { moveReturnItemsToEdit } from "../returns/index.ts";

/** The lines of an edit become the lines of its locked order; fulfilments, returns and claims refer to them from then on. */
export async function applyLines(tx: Tx, applied: { editId: string; orderId: string }): Promise<void> {
  await replaceLinesByEdit(tx, applied);
  await moveFulfillmentsToEdit(tx, applied.editId);
  await moveReturnItemsToEdit(tx, applied.editId);
  await moveClaimItemsToEdit(tx, applied.editId);
}

const errands = compiledSql<{ orderId: string }, unknown>(
  "order-edit-carrier-errands",
  (p) => sql`select 1 from tradewind.carrier_call where order_id = ${p.orderId}`,
);

/** Whether a carrier is being asked about goods of a locked order, by the ids that their lines have now. */
export async function isCarrierAsked(tx: Tx, orderId: string): Promise<boolean> {
  return (await errands(tx, { orderId })).length > 0;
}
