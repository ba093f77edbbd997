import type { Tx } from "../../../../db/database.ts";
import { enqueue } from "../../../../jobs/queue.ts";
import { minutes } from "../../../../kernel/dates.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { Metadata } from "../../../../kernel/metadata.ts";
import { invalid } from "../../../../kernel/refusal.ts";
import { type OrderInWork, totalsOfOrder } from "../../../orders/orders/index.ts";
import {
  isAskedAgain,
  linesToReturn,
  moreThanPaid,
  type Pieces,
  promisedRefunds,
  type ReturnShipping,
  refundOf,
  unknownLocation,
  type WantedItem,
} from "../return.ts";
import { findReasons, isLocation } from "../return-option-store.ts";
import { unknownReason } from "../return-reason.ts";
import { insertReturnRow } from "../return-store.ts";

/** The name of the job that books at the carrier what a crash has left unbooked. */
export const BOOK_RETURN = "return-book";

/** What a return belongs to. That of a swap is no return of the order; that of a claim is one, as in v1. */
export type Owner = { order_id: string } | { swap_id: string } | { claim_order_id: string };

export interface WantedReturn {
  items: readonly WantedItem[];
  /** From `prepareReturnShipping`; absent where customers send goods back on their own. */
  shipping?: ReturnShipping | null;
  /** What is given back; the value of the goods less the way back when absent. */
  refundAmount?: number;
  owner: Owner;
  /** The goods are here already. */
  receiveNow?: boolean;
  noNotification: boolean | null;
  locationId?: string | null;
  metadata?: Metadata | null;
  idempotencyKey?: string | null;
}

/**
 * Writes down a return of an order that this transaction has locked, and tells its id. Whoever gave it a shipping
 * method calls `bookReturnWithCarrier` when the transaction is committed; a job does it after a crash.
 */
export async function insertReturn(tx: Tx, order: OrderInWork, wanted: WantedReturn): Promise<string> {
  const { items, owner, receiveNow = false, shipping = null, locationId = null } = wanted;
  const isPlain = "order_id" in owner;
  const lines = linesToReturn(order, items, {
    isPaidOnArrival: isPlain,
    isAskedOnly: isPlain && !receiveNow,
  });
  await refuseUnknown(tx, { items, locationId });
  const id = newId("ret");
  await insertReturnRow(tx, {
    id,
    order_id: "swap_id" in owner ? null : order.id,
    swap_id: "swap_id" in owner ? owner.swap_id : null,
    claim_order_id: "claim_order_id" in owner ? owner.claim_order_id : null,
    location_id: locationId,
    refund_amount: refundAmountOf(order, wanted),
    no_notification: wanted.noNotification,
    metadata: wanted.metadata ?? null,
    idempotency_key: wanted.idempotencyKey ?? null,
    items: lines.map(({ item_id, quantity, reason_id, note, line }) => ({
      item_id,
      quantity,
      reason_id: reason_id ?? null,
      note: note ?? null,
      metadata: line.metadata,
    })),
    shipping,
  });
  if (shipping) await bookLater(tx, id);
  return id;
}

/** The request does it itself at once; the job is for what a crash leaves. */
const bookLater = (tx: Tx, id: string) =>
  enqueue(tx, {
    task: BOOK_RETURN,
    payload: { id },
    key: `${BOOK_RETURN}:${id}`,
    after: minutes(2),
    attempts: 10,
  });

function refundAmountOf(order: OrderInWork, { items, shipping, owner, refundAmount }: WantedReturn): number {
  const { refundable_amount, total } = totalsOfOrder(order.$facts).whole;
  if (refundAmount !== undefined) {
    if (refundAmount > refundable_amount) throw moreThanPaid();
    return refundAmount;
  }
  // What comes back for a swap or claim is made up for by what is sent: with the return nothing is given back.
  const isFirst = !("order_id" in owner);
  const value = refundOf(order, items, { shipping: shipping ?? null, isFirst });
  if (isFirst) return value;
  // What was paid with gift cards does not come back as money, nor what rounding has added to single pieces.
  const promised = isAskedAgain(order, items) ? 0 : promisedRefunds(order);
  // An order without payments was paid elsewhere: what it cost is the most that can be owed for it.
  const most = order.payments.length > 0 ? refundable_amount : total;
  return Math.min(value, Math.max(most - promised, 0));
}

async function refuseUnknown(
  tx: Tx,
  { items, locationId }: { items: readonly (Pieces & WantedItem)[]; locationId: string | null },
): Promise<void> {
  const ids = [...new Set(items.flatMap(({ reason_id }) => (reason_id ? [reason_id] : [])))];
  const known = ids.length > 0 ? await findReasons(tx, ids) : [];
  const missing = ids.find((id) => !known.some((reason) => reason.id === id));
  if (missing !== undefined) throw unknownReason(missing);
  if (known.some(({ isGroup }) => isGroup)) throw invalid("Cannot apply return reason category");
  if (locationId !== null && !(await isLocation(tx, locationId))) throw unknownLocation(locationId);
}
