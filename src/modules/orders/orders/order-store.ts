import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled, compiledWrite, withParts } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { paymentsInserted } from "../payment-records/index.ts";

/** An order that is about to be placed, with what was taken over from its cart. */
export interface PlacedOrder {
  id: string;
  cartId: string;
  customerId: string;
  email: string;
  billingAddressId: string | null;
  shippingAddressId: string | null;
  regionId: string;
  currencyCode: string;
  salesChannelId: string | null;
  metadata: Metadata;
  discountIds: string[];
  giftCardIds: string[];
  payment: { id: string; amount: number; providerId: string; data: Metadata } | null;
  /** The merchant has the money already. */
  isCaptured: boolean;
  /** The draft that an administrator made it from. */
  draft: { id: string; noNotification: boolean | null } | null;
}

type OrderRow = Omit<PlacedOrder, "metadata" | "payment" | "discountIds" | "giftCardIds" | "draft"> & {
  metadata: string;
  payments: string;
  draftId: string | null;
  noNotification: boolean | null;
};

// The payment refers to the order: both are there when the statement ends.
const insert = compiledWrite<OrderRow>(
  "order-place",
  withParts({ inserts: ["order"] }, [paymentsInserted]),
  (p) => sql`
    with paid as (${paymentsInserted({ payments: p.payments, isCaptured: sql`${p.isCaptured}::boolean` })})
    insert into "order" (id, cart_id, customer_id, email, billing_address_id, shipping_address_id, region_id,
      currency_code, sales_channel_id, payment_status, metadata, draft_order_id, no_notification)
    values (${p.id}, ${p.cartId}, ${p.customerId}, ${p.email}, ${p.billingAddressId}, ${p.shippingAddressId},
      ${p.regionId}, ${p.currencyCode}, ${p.salesChannelId},
      (case when ${p.isCaptured}::boolean then 'captured' else 'awaiting' end)::order_payment_status_enum,
      ${p.metadata}::jsonb, ${p.draftId}, ${p.noNotification}::boolean)`,
);

const link = compiledWrite<{ id: string; discountIds: string[]; giftCardIds: string[] }>(
  "order-link-codes",
  { inserts: ["order_discounts", "order_gift_cards"] },
  (p) => sql`
    with discounted as (insert into order_discounts (order_id, discount_id)
      select ${p.id}, unnest(${p.discountIds}::text[]))
    insert into order_gift_cards (order_id, gift_card_id) select ${p.id}, unnest(${p.giftCardIds}::text[])`,
);

/** Inserts the order with its payment and its codes. */
export async function insertOrder(
  tx: Tx,
  { payment, metadata, discountIds, giftCardIds, draft, ...order }: PlacedOrder,
): Promise<void> {
  const paid = payment && {
    id: payment.id,
    cart_id: order.cartId,
    order_id: order.id,
    amount: payment.amount,
    currency_code: order.currencyCode,
    provider_id: payment.providerId,
    data: payment.data,
  };
  await insert(tx, {
    metadata: JSON.stringify(metadata),
    payments: JSON.stringify(paid ? [paid] : []),
    draftId: draft?.id ?? null,
    noNotification: draft?.noNotification ?? null,
    ...order,
  });
  if (discountIds.length + giftCardIds.length > 0) await link(tx, { id: order.id, discountIds, giftCardIds });
}

const byCart = compiled("order-by-cart", (db, p: { cartId: string }) =>
  db.selectFrom("order").select("id").where("cart_id", "=", p.cartId),
);

export async function findOrderOfCart(on: Connection, cartId: string): Promise<string | null> {
  const [found] = await byCart(on, { cartId });
  return found?.id ?? null;
}
