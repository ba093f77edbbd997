import { type RawBuilder, sql } from "kysely";
import type { Connection } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";

export interface GiftCardUse {
  id: string;
  amount: number;
  created_at: Date;
  order_id: string;
  display_id: number;
}

interface Page {
  giftCardId: string;
  limit: number;
  offset: number;
}

/** What orders took, and what paid the differences of their swaps: those are payments that name the card. */
const usesOf = (giftCardId: RawBuilder<unknown> | string) => sql`(
    select id, amount, created_at, order_id from gift_card_transaction where gift_card_id = ${giftCardId}
    union all
    select id, amount, created_at, order_id from payment
    where data ->> 'gift_card_id' = ${giftCardId} and swap_id is not null and canceled_at is null)`;

const list = compiledSql(
  "gift-card-uses",
  (p: Page) => sql<GiftCardUse>`select used.id, used.amount, used.created_at, used.order_id, placed.display_id
    from ${usesOf(p.giftCardId)} used join "order" placed on placed.id = used.order_id
    order by used.created_at desc, used.id desc limit ${p.limit} offset ${p.offset}`,
);

const count = compiledSql(
  "gift-card-count-uses",
  (p: { giftCardId: string }) => sql<{ count: number }>`select count(*) from ${usesOf(p.giftCardId)} used`,
);

/** What orders took from a card, newest first. */
export async function listUses(on: Connection, page: Page): Promise<{ uses: GiftCardUse[]; count: number }> {
  const [uses, [counted]] = await Promise.all([list(on, page), count(on, page)]);
  return { uses, count: counted!.count };
}
