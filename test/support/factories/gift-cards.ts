import { inTransaction } from "../../../src/db/transaction.ts";
import { consumeGiftCards, type GiftCardCharge } from "../../../src/modules/selling/gift-cards/index.ts";
import type { TestShop } from "../fixtures/shop.ts";

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

/** What an order takes from a card of 10 % tax. */
export const aCharge = (giftCardId: string, amount: number): GiftCardCharge => ({
  giftCardId,
  amount,
  isTaxable: true,
  taxRate: 10,
});

/** Pays an order of its own with gift cards. */
export async function consume(shop: TestShop, orderId: string, charges: GiftCardCharge[]): Promise<void> {
  await inTransaction(shop.db, (tx) => consumeGiftCards(tx, { orderId, charges }));
}

/** What orders took from a card, the largest first. */
export const transactionsOf = (shop: TestShop, giftCardId: string) =>
  shop.db.run<{ id: string; order_id: string; amount: number }>({
    text: `select id, order_id, amount, is_taxable, tax_rate from gift_card_transaction
      where gift_card_id = $1 order by amount desc`,
    values: [giftCardId],
  });
