import { inTransaction } from "../../src/db/transaction.ts";
import { newId } from "../../src/kernel/ids.ts";
import { consumeGiftCards, type Taking } from "../../src/modules/selling/gift-cards/index.ts";
import type { TestShop } from "./app.ts";

export interface GiftCardView {
  id: string;
  code: string;
  value: number;
  balance: number;
  region_id: string;
  is_disabled: boolean;
  ends_at: string | null;
  tax_rate: number | null;
  metadata: Record<string, unknown> | null;
}

export async function aGiftCard(shop: TestShop, regionId: string, details: Record<string, unknown> = {}) {
  const { status, body } = await shop.admin.post("/admin/gift-cards", {
    region_id: regionId,
    value: 1000,
    ...details,
  });
  if (status !== 200) throw new Error(body.message);
  return body.gift_card as GiftCardView;
}

/** An order of a guest, with nothing in it. */
export async function anOrder(shop: TestShop, regionId: string) {
  const [id, customerId] = [newId("order"), newId("cus")];
  await shop.db.run({
    text: "insert into customer (id, email) values ($1, $2)",
    values: [customerId, `${customerId}@example.com`.toLowerCase()],
  });
  const [order] = await shop.db.run<{ id: string; display_id: number }>({
    text: `insert into "order" (id, customer_id, email, region_id, currency_code)
      select $1, customer.id, customer.email, $2, 'usd' from customer where id = $3 returning id, display_id`,
    values: [id, regionId, customerId],
  });
  return order!;
}

/** What an order takes from a card of 10 % tax. */
export const aTaking = (giftCardId: string, amount: number): Taking => ({
  giftCardId,
  amount,
  isTaxable: true,
  taxRate: 10,
});

/** Pays an order of its own with gift cards. */
export async function consume(shop: TestShop, orderId: string, takings: Taking[]): Promise<void> {
  await inTransaction(shop.db, (tx) => consumeGiftCards(tx, { orderId, takings }));
}

/** What orders took from a card, the largest first. */
export const transactionsOf = (shop: TestShop, giftCardId: string) =>
  shop.db.run<{ id: string; order_id: string; amount: number }>({
    text: `select id, order_id, amount, is_taxable, tax_rate from gift_card_transaction
      where gift_card_id = $1 order by amount desc`,
    values: [giftCardId],
  });
