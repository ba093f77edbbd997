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

const insertOfRegion = compiledReturningWrite<{ cartId: string; prices: string }, { optionId: string }>(
  "cart-agreed-shipping-insert-of-region",
  { inserts: ["custom_shipping_option"] },
  (p) => sql<{ optionId: string }>`
    insert into custom_shipping_option (id, cart_id, shipping_option_id, price)
    select sent.id, cart.id, known.id, sent.price
    from jsonb_to_recordset(${p.prices}::jsonb) as sent(id varchar, "optionId" varchar, price integer)
    join cart on cart.id = ${p.cartId}
    join shipping_option known on known.id = sent."optionId" and known.region_id = cart.region_id
      and known.deleted_at is null
    returning shipping_option_id as "optionId"`,
);

/** The same for options of the cart's region only; returns their ids. */
export async function insertAgreedPricesOfRegion(
  tx: Tx,
  cartId: string,
  prices: readonly AgreedPrice[],
): Promise<string[]> {
  if (prices.length === 0) return [];
  const rows = prices.map((price) => ({ ...price, id: newId("cso") }));
  return (await insertOfRegion(tx, { cartId, prices: JSON.stringify(rows) })).map(({ optionId }) => optionId);
}

const removeForeign = compiledReturningWrite<{ cartId: string }, unknown>(
  "cart-agreed-shipping-remove-foreign",
  { updates: ["custom_shipping_option"] },
  (p) => sql`update custom_shipping_option agreed set deleted_at = now(), updated_at = now()
    from shipping_option offered, cart
    where agreed.cart_id = ${p.cartId} and agreed.deleted_at is null and cart.id = agreed.cart_id
      and offered.id = agreed.shipping_option_id and offered.region_id <> cart.region_id`,
);

/** Prices that were agreed on for another region than the one the cart is in now. */
export async function deleteForeignAgreements(tx: Tx, cartId: string): Promise<void> {
  await removeForeign(tx, { cartId });
}
