import { type Shop, sql } from "tradewind/plugin";
import { book, lockBalance } from "./ledger.ts";
import type { HasDb, Tables, Tx } from "./tables.ts";

/** Events after which an order may have earned other points than are booked for it. */
export const ORDER_EVENTS = [
  "order.placed",
  "order.payment_captured",
  "order.refund_created",
  "order.canceled",
] as const;

/**
 * Books the difference between what an order should have earned and what is booked for it. So events may come twice or in another
 * order, and a refund, a cancellation and a later payment are the same work.
 */
export async function settleOrder(shop: Shop<Tables>, orderId: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const order = await orderOf(tx, orderId);
    // Guests have no account to show points in.
    if (!order?.has_account) return;
    await lockBalance(tx, order.customer_id);
    if (order.status === "canceled") await giveRewardsBack(tx, order);
    const booked = await bookedFor(tx, order);
    const spend = booked.spend ?? (await spendOf(tx, order.currency_code));
    if (spend === null) return;
    const paid = order.status === "canceled" ? 0 : await paidFor(tx, orderId);
    const missing = Math.floor(paid / spend) - booked.points;
    if (missing === 0) return;
    const kind = missing > 0 ? "earned" : "taken_back";
    await book(tx, { customerId: order.customer_id, kind, points: missing, orderId, spend });
  });
}

const orderOf = ({ db }: HasDb, orderId: string) =>
  db
    .selectFrom("tradewind_v1.order as order")
    .innerJoin("tradewind_v1.customer as customer", "customer.id", "order.customer_id")
    .select(["order.id", "order.status", "order.customer_id", "order.currency_code", "customer.has_account"])
    .where("order.id", "=", orderId)
    .executeTakeFirst();

/** What was paid in money and not paid back. Gift cards and discounts earn nothing. */
async function paidFor({ db }: HasDb, orderId: string): Promise<number> {
  const { paid } = await db
    .selectFrom("tradewind_v1.payment")
    .select(sql<number>`coalesce(sum(amount - amount_waived - amount_refunded), 0)`.as("paid"))
    .where("order_id", "=", orderId)
    .where("captured_at", "is not", null)
    .where("canceled_at", "is", null)
    .executeTakeFirstOrThrow();
  return Math.max(0, Number(paid));
}

/** With the rate of the time when the order was counted first. */
async function bookedFor({ db }: HasDb, order: { id: string; customer_id: string }) {
  const { points, spend } = await db
    .selectFrom("entry")
    .select((row) => [
      row.fn.sum<number>("points").as("points"),
      row.fn.min<number | null>("spend").as("spend"),
    ])
    .where("order_id", "=", order.id)
    .where("customer_id", "=", order.customer_id)
    .where("kind", "in", ["earned", "taken_back"])
    .executeTakeFirstOrThrow();
  return { points: Number(points ?? 0), spend };
}

async function spendOf({ db }: HasDb, currency: string): Promise<number | null> {
  const rate = await db
    .selectFrom("rate")
    .select("spend")
    .where("currency_code", "=", currency)
    .executeTakeFirst();
  return rate?.spend ?? null;
}

/** The points that a canceled order was paid with. Its codes are used up, and are closed in any case. */
async function giveRewardsBack(tx: Tx, order: { id: string; customer_id: string }): Promise<void> {
  const rewards = await tx.db
    .updateTable("reward")
    .set({ given_back_at: new Date() })
    .where("given_back_at", "is", null)
    .where("customer_id", "=", order.customer_id)
    .where("discount_id", "in", (used) =>
      used.selectFrom("tradewind_v1.order_discounts").select("discount_id").where("order_id", "=", order.id),
    )
    .returning(["points", "code", "discount_id"])
    .execute();
  const api = tx.api.as({ permissions: ["discounts:write"] });
  for (const { points, code, discount_id: id } of rewards) {
    await api.updateAdminDiscount({ path: { id }, body: { is_disabled: true } });
    await book(tx, {
      customerId: order.customer_id,
      kind: "given_back",
      points,
      orderId: order.id,
      note: code,
    });
  }
}
