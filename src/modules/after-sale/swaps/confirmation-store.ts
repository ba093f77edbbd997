import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledWrite } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";

/** A swap that its customer has confirmed. */
export interface ConfirmedSwap {
  id: string;
  orderId: string;
  cartId: string;
  differenceDue: number;
  paymentStatus: "awaiting" | "confirmed";
  shippingAddressId: string | null;
  currencyCode: string;
  payment: { id: string; amount: number; providerId: string; data: Metadata } | null;
}

type Written = Omit<ConfirmedSwap, "payment"> & { payment: string };

const confirm = compiledWrite<Written>(
  "swap-confirm",
  { inserts: ["payment"], updates: ["swap"] },
  (p) => sql`
    with paid as (insert into payment (id, cart_id, order_id, swap_id, amount, currency_code, provider_id, data)
      select sent.id, ${p.cartId}, ${p.orderId}, ${p.id}, sent.amount, ${p.currencyCode}, sent.provider, sent.data
      from jsonb_to_recordset(${p.payment}::jsonb)
        as sent(id varchar, amount integer, provider varchar, data jsonb))
    update swap set difference_due = ${p.differenceDue}, shipping_address_id = ${p.shippingAddressId},
      payment_status = ${p.paymentStatus}::swap_payment_status_enum, confirmed_at = now(), updated_at = now()
    where id = ${p.id}`,
);

/** The payment belongs to the order, too: what is paid for a swap can be given back with the rest. */
export async function saveConfirmation(tx: Tx, { payment, ...swap }: ConfirmedSwap): Promise<void> {
  const paid = payment && { ...payment, provider: payment.providerId };
  await confirm(tx, { ...swap, payment: JSON.stringify(paid ? [paid] : []) });
}
