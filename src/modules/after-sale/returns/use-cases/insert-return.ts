import type { Tx } from "../../../../db/database.ts";
import { enqueue } from "../../../../jobs/queue.ts";
import { minutes } from "../../../../kernel/dates.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { Metadata } from "../../../../kernel/metadata.ts";
import { invalid } from "../../../../kernel/refusal.ts";
import { type LockedOrder, totalsOfOrder } from "../../../orders/orders/index.ts";
import {
  exceedsOpenQuantity,
  linesToReturn,
  locationNotFound,
  openRefunds,
  type ReturnItemRequest,
  type ReturnShipping,
  refundExceedsPayment,
} from "../return.ts";
import { findReasons, isLocation } from "../return-option-store.ts";
import { reasonNotFound } from "../return-reason.ts";
import { insertReturnRow } from "../return-store.ts";
import { refundValueOf } from "../returned-value.ts";

/** The job that books a return with its carrier if the request crashed before it did. */
export const BOOK_RETURN = "return-book";

/** As in v1, the return of a swap is not a return of the order, but that of a claim is. */
type ReturnOwner = { order_id: string } | { swap_id: string } | { claim_order_id: string };

interface NewReturn {
  items: readonly ReturnItemRequest[];
  /** From `prepareReturnShipping`. Absent: the customer ships the goods without a carrier of the shop. */
  shipping?: ReturnShipping | null;
  /** Absent: the value of the items less the return shipping. */
  refundAmount?: number;
  owner: ReturnOwner;
  /** The goods have already arrived. */
  receiveNow?: boolean;
  noNotification: boolean | null;
  locationId?: string | null;
  metadata?: Metadata | null;
  idempotencyKey?: string | null;
}

/**
 * Inserts a return of the locked order and returns its id. If it has a shipping method, the caller must call
 * `bookReturnWithCarrier` after the commit; a job does it after a crash.
 */
export async function insertReturn(tx: Tx, order: LockedOrder, input: NewReturn): Promise<string> {
  const { items, owner, receiveNow = false, shipping = null, locationId = null } = input;
  const isOfOrder = "order_id" in owner;
  const lines = linesToReturn(order, items, {
    isRefundedOnArrival: isOfOrder,
    isRequestOnly: isOfOrder && !receiveNow,
  });
  await checkReferences(tx, { items, locationId });
  const id = newId("ret");
  await insertReturnRow(tx, {
    id,
    order_id: "swap_id" in owner ? null : order.id,
    swap_id: "swap_id" in owner ? owner.swap_id : null,
    claim_order_id: "claim_order_id" in owner ? owner.claim_order_id : null,
    location_id: locationId,
    refund_amount: refundAmountOf(order, input),
    no_notification: input.noNotification,
    metadata: input.metadata ?? null,
    idempotency_key: input.idempotencyKey ?? null,
    items: lines.map(({ item_id, quantity, reason_id, note, line }) => ({
      item_id,
      quantity,
      reason_id: reason_id ?? null,
      note: note ?? null,
      metadata: line.metadata,
    })),
    shipping,
  });
  if (shipping) await enqueueBooking(tx, id);
  return id;
}

/** Only for a crash: normally the request itself books the return before the job starts. */
const enqueueBooking = (tx: Tx, id: string) =>
  enqueue(tx, {
    task: BOOK_RETURN,
    payload: { id },
    key: `${BOOK_RETURN}:${id}`,
    after: minutes(2),
    attempts: 10,
  });

function refundAmountOf(order: LockedOrder, { items, shipping, owner, refundAmount }: NewReturn): number {
  const { refundable_amount, total } = totalsOfOrder(order.$facts).whole;
  if (refundAmount !== undefined) {
    if (refundAmount > refundable_amount) throw refundExceedsPayment();
    return refundAmount;
  }
  // The new goods of a swap or claim compensate for its return: no refund is made with the return, so it has no limit.
  const isOfExchange = !("order_id" in owner);
  const value = refundValueOf(order, items, { shipping: shipping ?? null, isExchange: isOfExchange });
  if (isOfExchange) return value;
  // Payments by gift card, and differences from rounding single pieces, are not refunded as money.
  const reserved = exceedsOpenQuantity(order, items) ? 0 : openRefunds(order);
  // An order without payments was paid elsewhere: its total is the limit.
  const limit = order.payments.length > 0 ? refundable_amount : total;
  return Math.min(value, Math.max(limit - reserved, 0));
}

async function checkReferences(
  tx: Tx,
  { items, locationId }: { items: readonly ReturnItemRequest[]; locationId: string | null },
): Promise<void> {
  const ids = [...new Set(items.flatMap(({ reason_id }) => (reason_id ? [reason_id] : [])))];
  const known = ids.length > 0 ? await findReasons(tx, ids) : [];
  const missing = ids.find((id) => !known.some((reason) => reason.id === id));
  if (missing !== undefined) throw reasonNotFound(missing);
  if (known.some(({ isGroup }) => isGroup)) throw invalid("Cannot apply return reason category");
  if (locationId !== null && !(await isLocation(tx, locationId))) throw locationNotFound(locationId);
}
