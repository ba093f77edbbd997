import type { Tx } from "../../../../db/database.ts";
import { announce } from "../../../../events/announce.ts";
import type { Graph } from "../../../../graph/graph.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { Metadata } from "../../../../kernel/metadata.ts";
import { insertCollectedPayment } from "../collection-payment-store.ts";
import type { PaymentCollection } from "../payment-collection.ts";
import { statusOf } from "../payment-collection-state.ts";
import { saveCollection } from "../payment-collection-store.ts";
import { noteUncapturedPayment } from "./hand-over-payments.ts";

interface Authorized {
  sessionId: string | null;
  amount: number;
  providerId: string;
  data: Metadata;
}

/** A payment of a locked collection is authorized. Where the edit was confirmed before, the order has it at once. */
export async function bookPayment(
  { graph }: { graph: Graph },
  tx: Tx,
  { collection, payment }: { collection: PaymentCollection; payment: Authorized },
): Promise<void> {
  const { id: collectionId, amount, currency_code: currencyCode, $payer } = collection;
  const orderId = $payer?.is_confirmed ? $payer.order_id : null;
  await insertCollectedPayment(tx, { id: newId("pay"), collectionId, orderId, currencyCode, ...payment });
  const authorized = (collection.authorized_amount ?? 0) + payment.amount;
  const status = statusOf({ amount, authorized, isTried: true, isCanceled: false });
  const saved = await saveCollection(tx, { ...collection, status, authorized_amount: authorized });
  if (orderId !== null) await noteUncapturedPayment(graph, tx, orderId);
  await announce(tx, "payment-collection.payment_authorized", { ...saved });
}
