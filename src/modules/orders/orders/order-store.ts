import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled, compiledWrite } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";

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
  /** Made by an administrator as a draft. */
  isDraft: boolean;
}

const draftOf = compiled("draft-of-cart", (db, p: { cartId: string }) =>
  db.selectFrom("draft_order").select(["id", "no_notification_order"]).where("cart_id", "=", p.cartId),
);

type OrderRow = Omit<PlacedOrder, "metadata" | "payment" | "discountIds" | "giftCardIds" | "isDraft"> & {
  metadata: string;
  payment: string;
  draftId: string | null;
  noNotification: boolean | null;
};

// The payment refers to the order: both are there when the statement ends.
const insert = compiledWrite<OrderRow>(
  "order-place",
  { inserts: ["payment", "order"] },
  (p) => sql`
    with paid as (insert into payment (id, cart_id, order_id, amount, currency_code, provider_id, data, captured_at)
      select sent.id, ${p.cartId}, ${p.id}, sent.amount, ${p.currencyCode}, sent.provider, sent.data,
        case when ${p.isCaptured}::boolean then now() end
      from jsonb_to_recordset(${p.payment}::jsonb)
        as sent(id varchar, amount integer, provider varchar, data jsonb))
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

const completeDraft = compiledWrite<{ id: string; orderId: string }>(
  "draft-completed",
  { updates: ["draft_order"] },
  (p) => sql`
    update draft_order set status = 'completed', completed_at = now(), order_id = ${p.orderId}, updated_at = now()
    where id = ${p.id}`,
);

/** The order is in the books; where it was a draft, that is completed. Tells what its draft said of messages. */
export async function insertOrder(
  tx: Tx,
  { payment, metadata, discountIds, giftCardIds, isDraft, ...order }: PlacedOrder,
): Promise<{ no_notification: boolean | null }> {
  const [draft] = isDraft ? await draftOf(tx, { cartId: order.cartId }) : [];
  const paid = payment && { provider: payment.providerId, ...payment };
  const noNotification = draft?.no_notification_order ?? null;
  await insert(tx, {
    metadata: JSON.stringify(metadata),
    payment: JSON.stringify(paid ? [paid] : []),
    draftId: draft?.id ?? null,
    noNotification,
    ...order,
  });
  if (discountIds.length + giftCardIds.length > 0) await link(tx, { id: order.id, discountIds, giftCardIds });
  if (draft) await completeDraft(tx, { id: draft.id, orderId: order.id });
  return { no_notification: noNotification };
}

const byCart = compiled("order-by-cart", (db, p: { cartId: string }) =>
  db.selectFrom("order").select("id").where("cart_id", "=", p.cartId),
);

export async function findOrderOfCart(on: Connection, cartId: string): Promise<string | null> {
  const [found] = await byCart(on, { cartId });
  return found?.id ?? null;
}
