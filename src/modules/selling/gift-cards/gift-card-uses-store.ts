import { sql } from "kysely";
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

const list = compiledSql(
  "gift-card-uses",
  (p: Page) => sql<GiftCardUse>`select used.id, used.amount, used.created_at, used.order_id, placed.display_id
    from gift_card_transaction used join "order" placed on placed.id = used.order_id
    where used.gift_card_id = ${p.giftCardId}
    order by used.created_at desc, used.id desc limit ${p.limit} offset ${p.offset}`,
);

const count = compiledSql(
  "gift-card-count-uses",
  (p: { giftCardId: string }) =>
    sql<{ count: number }>`select count(*) from gift_card_transaction where gift_card_id = ${p.giftCardId}`,
);

/** What orders took from a card, newest first. */
export async function listUses(on: Connection, page: Page): Promise<{ uses: GiftCardUse[]; count: number }> {
  const [uses, [counted]] = await Promise.all([list(on, page), count(on, page)]);
  return { uses, count: counted!.count };
}
