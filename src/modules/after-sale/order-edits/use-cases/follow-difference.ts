import type { Tx } from "../../../../db/database.ts";
import { invalid } from "../../../../kernel/refusal.ts";
import {
  changeAmount,
  createCollection,
  type PaymentCollection,
  removeCollection,
} from "../../../orders/payment-collections/index.ts";
import { differenceOf } from "../edit-totals.ts";
import type { EditWork } from "../order-edit.ts";
import { linkCollection, unlinkCollection } from "../order-edit-store.ts";

// What a payment can hold.
const MOST = 2_147_483_647;

interface Asked {
  /** Who asks the customer for it. */
  userId: string;
  description: string | null;
}

/**
 * What the customer is asked to pay is what the edit comes to. Tells a collection that is no longer needed, whose
 * sessions are still to be closed.
 */
export async function followDifference(
  tx: Tx,
  { order, edit, collection }: EditWork,
  { userId, description }: Asked,
): Promise<PaymentCollection | null> {
  const difference = differenceOf({ order, edit });
  if (difference > MOST) throw invalid("The order edit comes to more than can be paid");
  if (difference > 0) {
    if (collection) await changeAmount(tx, collection, difference);
    else await askFor(tx, { order, edit, collection }, { userId, description, amount: difference });
    return null;
  }
  if (collection) {
    await unlinkCollection(tx, collection.id);
    await removeCollection(tx, collection);
  }
  return collection;
}

async function askFor(
  tx: Tx,
  { order, edit }: EditWork,
  { userId, description, amount }: Asked & { amount: number },
): Promise<void> {
  const id = await createCollection(tx, {
    amount,
    description,
    regionId: order.region_id,
    currencyCode: order.currency_code,
    createdBy: userId,
  });
  await linkCollection(tx, edit.id, id);
}
