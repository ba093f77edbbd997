import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled, compiledSql } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { type SwapConfirmation, saveSwapConfirmation } from "../../orders/exchange-rows/index.ts";
import { insertPayment } from "../../orders/payment-rows/index.ts";
import { noSwapOfCart } from "./swap.ts";

const byKey = compiledSql<{ orderId: string; key: string }, { id: string; returnId: string }>(
  "swap-by-key",
  (p) => sql<{ id: string; returnId: string }>`
    select swap.id, back.id as "returnId"
    from swap join "return" back on back.swap_id = swap.id
    where swap.order_id = ${p.orderId} and swap.idempotency_key = ${p.key} and swap.deleted_at is null
      and swap.confirmed_at is null and swap.canceled_at is null and swap.created_at > now() - interval '24 hours'
      and back.status = 'requested' and back.shipping_data is null
    order by swap.created_at desc limit 1`,
);

/** A recent swap of a request with this key whose return is not booked with its carrier yet. */
export async function findSwapByKey(
  on: Connection,
  orderId: string,
  key: string,
): Promise<{ id: string; returnId: string } | null> {
  const [found] = await byKey(on, { orderId, key });
  return found ?? null;
}

const unbooked = compiledSql<{ id: string }, { id: string }>(
  "swap-unbooked",
  (p) => sql<{ id: string }>`
    select swap.id from swap join "return" back on back.swap_id = swap.id
    where swap.id = ${p.id} and swap.confirmed_at is null and swap.canceled_at is null
      and back.status = 'requested' and back.shipping_data is null`,
);

/** Whether the swap is open and its return is not booked yet. */
export async function isUnbooked(on: Connection, id: string): Promise<boolean> {
  return (await unbooked(on, { id })).length > 0;
}

interface SwapOfCart {
  id: string;
  orderId: string;
  allowBackorder: boolean;
  isCanceled: boolean;
  isConfirmed: boolean;
}

const byCart = compiled("swap-by-cart", (db, p: { cartId: string }) =>
  db
    .selectFrom("swap")
    .select([
      "id",
      "order_id as orderId",
      "allow_backorder as allowBackorder",
      sql<boolean>`canceled_at is not null`.as("isCanceled"),
      sql<boolean>`confirmed_at is not null`.as("isConfirmed"),
    ])
    .where("cart_id", "=", p.cartId)
    .where("deleted_at", "is", null),
);

export async function readSwapOfCart(on: Connection, cartId: string): Promise<SwapOfCart> {
  const [found] = await byCart(on, { cartId });
  if (!found) throw noSwapOfCart(cartId);
  return found;
}

/** The id of the swap that was confirmed with the cart, or null. */
export async function findConfirmedSwap(on: Connection, cartId: string): Promise<string | null> {
  const [found] = await byCart(on, { cartId });
  return found?.isConfirmed ? found.id : null;
}

const cartOf = compiled("swap-cart", (db, p: { id: string }) =>
  db.selectFrom("swap").select("cart_id as cartId").where("id", "=", p.id),
);

export async function readCartOfSwap(tx: Tx, id: string): Promise<string | null> {
  const [found] = await cartOf(tx, { id });
  return found?.cartId ?? null;
}

interface ConfirmedSwap extends SwapConfirmation {
  orderId: string;
  cartId: string;
  currencyCode: string;
  payment: { id: string; amount: number; providerId: string; data: Metadata } | null;
}

/** The payment of a swap also belongs to the order, so that it can be refunded with the other payments. */
export async function saveConfirmation(tx: Tx, confirmed: ConfirmedSwap): Promise<void> {
  const { orderId, cartId, currencyCode, payment, id, differenceDue, paymentStatus, shippingAddressId } =
    confirmed;
  if (payment) {
    const { providerId: provider_id, ...fields } = payment;
    const owners = { cart_id: cartId, order_id: orderId, swap_id: id };
    await insertPayment(tx, { ...fields, ...owners, provider_id, currency_code: currencyCode });
  }
  await saveSwapConfirmation(tx, { id, differenceDue, paymentStatus, shippingAddressId });
}
