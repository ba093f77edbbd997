import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";

export interface AgreedPrice {
  optionId: string;
  price: number;
}

const insert = compiledReturningWrite<{ cartId: string; prices: string }, unknown>(
  "cart-agreed-shipping-insert",
  { inserts: ["custom_shipping_option"] },
  (p) => sql`insert into custom_shipping_option (id, cart_id, shipping_option_id, price)
    select sent.id, ${p.cartId}, sent."optionId", sent.price
    from jsonb_to_recordset(${p.prices}::jsonb) as sent(id varchar, "optionId" varchar, price integer)`,
);

/** What shipping may cost in this cart. */
export async function insertAgreedPrices(
  tx: Tx,
  cartId: string,
  prices: readonly AgreedPrice[],
): Promise<void> {
  if (prices.length === 0) return;
  const rows = prices.map((price) => ({ ...price, id: newId("cso") }));
  await insert(tx, { cartId, prices: JSON.stringify(rows) });
}

const forget = compiledReturningWrite<{ cartId: string }, unknown>(
  "cart-agreed-shipping-forget",
  { updates: ["custom_shipping_option"] },
  (p) => sql`update custom_shipping_option agreed set deleted_at = now(), updated_at = now()
    from shipping_option offered, cart
    where agreed.cart_id = ${p.cartId} and agreed.deleted_at is null and cart.id = agreed.cart_id
      and offered.id = agreed.shipping_option_id and offered.region_id <> cart.region_id`,
);

/** What was agreed on for another region means nothing in the one the cart is in now. */
export async function forgetForeignAgreements(tx: Tx, cartId: string): Promise<void> {
  await forget(tx, { cartId });
}
