import type { Db } from "../../../src/db/database.ts";
import type { GuestOrder } from "./orders.ts";

/** The captured and refunded amounts of an order. */
export async function booksOf(db: Db, orderId: string) {
  const [books] = await db.run<{
    status: string;
    captured: number;
    refunded: number;
    refunds: number[];
  }>({
    text: `select payment_status as status,
        (select coalesce(sum(amount), 0) from payment where order_id = $1 and captured_at is not null) as captured,
        (select coalesce(sum(amount_refunded), 0) from payment where order_id = $1) as refunded,
        (select coalesce(json_agg(amount order by id), '[]') from refund where order_id = $1) as refunds
      from "order" where id = $1`,
    values: [orderId],
  });
  return books!;
}

/** Lets the claims of all unfinished payment operations expire, as after a crash. */
export const expireLeases = (db: Db, { isDue = true } = {}) =>
  db.run({
    text: `update tradewind.payment_operation set claimed_until = now() - interval '1 second',
      next_try_at = now() + case when $1 then interval '-1 second' else interval '1 hour' end where state = 'begun'`,
    values: [isDue],
  });

/** Another payment of an order, as a swap adds one. */
export async function anotherPayment(
  db: Db,
  { id, entry }: GuestOrder,
  { amount, isCaptured }: { amount: number; isCaptured: boolean },
): Promise<string> {
  const paymentId = `pay_${entry}_${amount}`;
  await db.run({
    text: `insert into payment (id, order_id, amount, currency_code, provider_id, data, captured_at)
      select $1, order_id, $3, currency_code, provider_id, data, case when $4 then now() end
      from payment where order_id = $2 limit 1`,
    values: [paymentId, id, amount, isCaptured],
  });
  return paymentId;
}
