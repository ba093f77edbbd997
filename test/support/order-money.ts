import type { Db } from "../../src/db/database.ts";
import { aReadyCart, complete } from "./checkout.ts";
import type { Client } from "./client.ts";

/** What the tests of money read of an order. */
export interface PlacedOrder {
  id: string;
  cartId: string;
  paymentId: string;
  /** The payment service's name of the payment. */
  entry: string;
  total: number;
}

interface Bought {
  regionId: string;
  items: { variant_id: string; quantity: number }[];
  gift_cards?: { code: string }[];
  discounts?: { code: string }[];
}

export async function anOrder(client: Client, { regionId, ...wanted }: Bought): Promise<PlacedOrder> {
  const cartId = await aReadyCart(client, { regionId }, wanted);
  const { status, body } = await complete(client, cartId);
  if (status !== 200) throw new Error(body.message);
  const { id, total, payments } = body.data;
  return { id, cartId, total, paymentId: payments[0]?.id, entry: payments[0]?.data.id };
}

/** A region that is paid with the provider, ten percent tax. */
export async function aRegionPaidBy(admin: Client, provider: string): Promise<string> {
  const { status, body } = await admin.post("/admin/regions", {
    name: "Home",
    currency_code: "usd",
    tax_rate: 10,
    countries: ["us"],
    payment_providers: [provider],
    fulfillment_providers: ["manual"],
  });
  if (status !== 200) throw new Error(body.message);
  return body.region.id;
}

/** The money of an order as it is in the books. */
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

/** As if so much time had passed that nobody counts on the process that had begun. */
export const forgetLeases = (db: Db, { isDue = true } = {}) =>
  db.run({
    text: `update tradewind.payment_operation set claimed_until = now() - interval '1 second',
      next_try_at = now() + case when $1 then interval '-1 second' else interval '1 hour' end where state = 'begun'`,
    values: [isDue],
  });

/** Another payment of an order, as a swap adds one. */
export async function anotherPayment(
  db: Db,
  { id, entry }: PlacedOrder,
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
