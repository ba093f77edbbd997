import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled, compiledReturningWrite, compiledWrite } from "../../../db/statements.ts";

interface NewSwap {
  id: string;
  orderId: string;
  cartId: string;
  noNotification: boolean | null;
  allowBackorder: boolean;
  idempotencyKey: string | null;
}

const insert = compiled("swap-insert", (db, p: NewSwap) =>
  db.insertInto("swap").values({
    id: p.id,
    order_id: p.orderId,
    cart_id: p.cartId,
    fulfillment_status: "not_fulfilled",
    payment_status: "not_paid",
    no_notification: p.noNotification,
    allow_backorder: p.allowBackorder,
    idempotency_key: p.idempotencyKey,
  }),
);

export async function insertSwap(tx: Tx, swap: NewSwap): Promise<void> {
  await insert(tx, swap);
}

export interface SwapConfirmation {
  id: string;
  differenceDue: number;
  paymentStatus: "awaiting" | "confirmed" | "difference_refunded";
  shippingAddressId: string | null;
}

const confirm = compiledWrite<SwapConfirmation>(
  "swap-confirm",
  { updates: ["swap"] },
  (p) => sql`
    update swap set difference_due = ${p.differenceDue}, shipping_address_id = ${p.shippingAddressId},
      payment_status = ${p.paymentStatus}::swap_payment_status_enum, confirmed_at = now(), updated_at = now()
    where id = ${p.id}`,
);

export const saveSwapConfirmation = (tx: Tx, confirmation: SwapConfirmation): Promise<void> =>
  confirm(tx, confirmation);

type PaymentStatus = "captured" | "requires_action";

const savePayment = compiledWrite<{ id: string; status: PaymentStatus }>(
  "swap-payment-status",
  { updates: ["swap"] },
  (p) => sql`update swap set payment_status = ${p.status}::swap_payment_status_enum, updated_at = now()
    where id = ${p.id}`,
);

/** Saves the payment status of a swap whose order is locked. */
export const saveSwapPayment = (tx: Tx, id: string, status: PaymentStatus): Promise<void> =>
  savePayment(tx, { id, status });

const saveFulfillment = compiledReturningWrite<{ id: string; status: string }, unknown>(
  "swap-fulfillment-status",
  { updates: ["swap"] },
  (
    p,
  ) => sql`update swap set fulfillment_status = ${p.status}::swap_fulfillment_status_enum, updated_at = now()
    where id = ${p.id}`,
);

/** Saves the fulfillment status of a swap whose order is locked. */
export async function saveSwapFulfillment(tx: Tx, id: string, status: string): Promise<void> {
  await saveFulfillment(tx, { id, status });
}

/** The payment status after the refund of a negative difference. */
export type SettledStatus = "difference_refunded" | "requires_action";

const settle = compiledWrite<{ id: string; status: SettledStatus }>(
  "swap-settle",
  { updates: ["swap"] },
  (p) => sql`update swap set payment_status = ${p.status}::swap_payment_status_enum, updated_at = now()
    where id = ${p.id}`,
);

/** Saves the result of that refund for a swap whose order is locked. */
export async function saveSwapSettlement(tx: Tx, id: string, status: SettledStatus): Promise<void> {
  await settle(tx, { id, status });
}

const cancel = compiledWrite<{ id: string }>(
  "swap-cancel",
  { updates: ["swap"] },
  (
    p,
  ) => sql`update swap set payment_status = 'canceled', fulfillment_status = 'canceled', canceled_at = now(),
      updated_at = now()
    where id = ${p.id}`,
);

export async function cancelSwapRow(tx: Tx, id: string): Promise<void> {
  await cancel(tx, { id });
}

const remove = compiled("swap-delete", (db, p: { id: string }) =>
  db.deleteFrom("swap").where("id", "=", p.id),
);

export async function deleteSwapRow(tx: Tx, id: string): Promise<void> {
  await remove(tx, { id });
}
