import type { Tx } from "../../../../db/database.ts";
import { announce } from "../../../../events/announce.ts";
import type { PaymentCollection } from "../payment-collection.ts";
import { saveCollection } from "../payment-collection-store.ts";

/** The edit comes to another difference. Sessions for the old amount have to be set again before they can be paid. */
export async function changeAmount(tx: Tx, collection: PaymentCollection, amount: number): Promise<void> {
  if (amount === collection.amount) return;
  const saved = await saveCollection(tx, { ...collection, amount });
  await announce(tx, "payment-collection.updated", { ...saved });
}
