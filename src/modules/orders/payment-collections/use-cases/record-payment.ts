import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import type { Graph } from "../../../../graph/graph.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { Metadata } from "../../../../kernel/metadata.ts";
import { cancelCollectionSessions } from "../../../selling/payment-sessions/index.ts";
import { paymentStatusAfter, readOrderWithoutLock, saveOrderState } from "../../orders/index.ts";
import { assignPaymentsToOrder } from "../../payment-rows/index.ts";
import type { MoneyDeps } from "../../payments/index.ts";
import { insertCollectedPayment } from "../collection-payment-store.ts";
import { closingCalls } from "../collection-sessions.ts";
import { paymentCollectionEvents } from "../events.ts";
import type { PaymentCollection } from "../payment-collection.ts";
import { requireCollectionAllows, statusOf } from "../payment-collection-state.ts";
import { lockCollection, saveCollection } from "../payment-collection-store.ts";
import { callSessionProviders } from "./call-session-providers.ts";

interface AuthorizedPayment {
  sessionId: string | null;
  amount: number;
  providerId: string;
  data: Metadata;
}

/** Records an authorized payment of a locked collection. It belongs to the order at once if the edit is confirmed. */
export async function recordPayment(
  { graph }: { graph: Graph },
  tx: Tx,
  { collection, payment }: { collection: PaymentCollection; payment: AuthorizedPayment },
): Promise<void> {
  const { id: collectionId, amount, currency_code: currencyCode, $payer } = collection;
  const orderId = $payer?.is_confirmed ? $payer.order_id : null;
  await insertCollectedPayment(tx, { id: newId("pay"), collectionId, orderId, currencyCode, ...payment });
  const authorized = (collection.authorized_amount ?? 0) + payment.amount;
  const status = statusOf({ amount, authorized, isTried: true, isCanceled: false });
  const saved = await saveCollection(tx, { ...collection, status, authorized_amount: authorized });
  if (orderId !== null) await awaitCapture(graph, tx, orderId);
  await paymentCollectionEvents.announce(tx, "payment-collection.payment_authorized", { ...saved });
}

/** The provider of payments that an admin records by hand. */
const SYSTEM = "system";

/** Records the unpaid amount as paid, and closes open sessions so that the customer does not pay again. */
export async function markAuthorized(deps: MoneyDeps, id: string): Promise<void> {
  const before = await inTransaction(deps.db, async (tx) => {
    const collection = await lockCollection(deps.graph, tx, id);
    requireCollectionAllows("mark_authorized", collection);
    if (collection.status === "authorized") return null;
    const amount = collection.amount - (collection.authorized_amount ?? 0);
    const payment = { sessionId: null, amount, providerId: SYSTEM, data: {} };
    await recordPayment(deps, tx, { collection, payment });
    await cancelCollectionSessions(tx, id);
    return collection;
  });
  if (before) await callSessionProviders(deps, before, closingCalls(before));
}

/** Assigns the payments of a confirmed edit to its locked order. */
export async function assignCollectionToOrder(
  graph: Graph,
  tx: Tx,
  assigned: { collectionId: string; orderId: string },
): Promise<void> {
  const payments = await assignPaymentsToOrder(tx, assigned);
  if (payments.some(({ isCaptured }) => !isCaptured)) await awaitCapture(graph, tx, assigned.orderId);
}

/** Updates the payment status of a locked order that got an authorized payment. */
async function awaitCapture(graph: Graph, tx: Tx, orderId: string): Promise<void> {
  const { payment_status } = await readOrderWithoutLock(graph, tx, orderId);
  const next = paymentStatusAfter.authorize(payment_status);
  if (next !== payment_status) await saveOrderState(tx, orderId, { payment_status: next });
}
