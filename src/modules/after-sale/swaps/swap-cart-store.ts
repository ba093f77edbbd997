import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledWrite } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";

/** The cart in which a customer confirms a swap. */
export interface SwapCart {
  id: string;
  orderId: string;
  salesChannelId: string | null;
  metadata: Metadata;
  discountIds: string[];
}

type CartRow = Omit<SwapCart, "metadata"> & { metadata: string };

const insertCart = compiledWrite<CartRow>(
  "swap-cart-insert",
  { inserts: ["cart", "cart_discounts"] },
  (p) => sql`
    with discounted as (insert into cart_discounts (cart_id, discount_id)
      select ${p.id}, unnest(${p.discountIds}::text[]))
    insert into cart (id, type, email, customer_id, region_id, sales_channel_id, billing_address_id,
      shipping_address_id, context, metadata)
    select ${p.id}, 'swap', sold.email, sold.customer_id, sold.region_id, ${p.salesChannelId},
      sold.billing_address_id, sold.shipping_address_id, '{}'::jsonb, ${p.metadata}::jsonb
    from "order" sold where sold.id = ${p.orderId}`,
);

/**
 * A cart for the customer of the order and with its addresses, region and discounts. An address that is changed in the
 * cart becomes a new one, so that the order keeps its own.
 */
export async function insertSwapCart(tx: Tx, { metadata, ...cart }: SwapCart): Promise<void> {
  await insertCart(tx, { ...cart, metadata: JSON.stringify(metadata) });
}

/** Shipping at a price that was agreed on. */
export interface AgreedShipping {
  id: string;
  optionId: string;
  price: number;
}

const insertAgreed = compiledReturningWrite<
  { cartId: string; orderId: string; agreed: string },
  { optionId: string }
>(
  "swap-agreed-shipping",
  { inserts: ["custom_shipping_option"] },
  (p) => sql<{ optionId: string }>`
    insert into custom_shipping_option (id, cart_id, shipping_option_id, price)
    select sent.id, ${p.cartId}, known.id, sent.price
    from jsonb_to_recordset(${p.agreed}::jsonb) as sent(id varchar, option_id varchar, price integer)
    join "order" sold on sold.id = ${p.orderId}
    join shipping_option known on known.id = sent.option_id and known.region_id = sold.region_id
      and known.deleted_at is null
    returning shipping_option_id as "optionId"`,
);

/** Tells which of the options could be agreed on: those of the order's region. */
export async function insertAgreedShipping(
  tx: Tx,
  { agreed, ...of }: { cartId: string; orderId: string; agreed: readonly AgreedShipping[] },
): Promise<string[]> {
  if (agreed.length === 0) return [];
  const rows = agreed.map(({ id, optionId, price }) => ({ id, option_id: optionId, price }));
  return (await insertAgreed(tx, { ...of, agreed: JSON.stringify(rows) })).map(({ optionId }) => optionId);
}
