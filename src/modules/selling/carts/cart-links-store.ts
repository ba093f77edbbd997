import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledWrite } from "../../../db/statements.ts";

interface Links {
  cartId: string;
  ids: string[];
}

/** One statement that makes the rows of a link table exactly those that are wanted. */
const replaced = (table: "cart_discounts" | "cart_gift_cards", column: "discount_id" | "gift_card_id") =>
  compiledWrite<Links>(
    `cart-replace-${table}`,
    { inserts: [table], deletes: [table] },
    (p) => sql`
      with gone as (delete from ${sql.table(table)}
        where cart_id = ${p.cartId} and ${sql.ref(column)} <> all(${p.ids}::text[]))
      insert into ${sql.table(table)} (cart_id, ${sql.ref(column)})
      select ${p.cartId}, wanted from unnest(${p.ids}::text[]) wanted
      on conflict do nothing`,
  );

const replaceDiscounts = replaced("cart_discounts", "discount_id");
const replaceGiftCards = replaced("cart_gift_cards", "gift_card_id");

export async function saveDiscounts(tx: Tx, cartId: string, ids: string[]): Promise<void> {
  await replaceDiscounts(tx, { cartId, ids });
}

export async function saveGiftCards(tx: Tx, cartId: string, ids: string[]): Promise<void> {
  await replaceGiftCards(tx, { cartId, ids });
}
