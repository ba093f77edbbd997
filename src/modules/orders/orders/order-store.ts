import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled, compiledWrite } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import type { TaxLine } from "../../selling/totals/index.ts";

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

/** What goods belong to from now on. */
export type GoodsOwner = { order_id: string } | { swap_id: string };

/** The goods of an order or swap: what of the cart becomes part of it, with the taxes as they were found. */
export interface PlacedGoods {
  owner: GoodsOwner;
  cartId: string;
  lineTaxes: (TaxLine & { id: string; item_id: string })[];
  shippingTaxes: (TaxLine & { id: string; shipping_method_id: string })[];
  isShippingFree: boolean;
}

type GoodsRow = Omit<PlacedGoods, "owner" | "lineTaxes" | "shippingTaxes"> & {
  ownerId: string;
  lineTaxes: string;
  shippingTaxes: string;
};

// What comes back in exchange stays in the cart: it is not sent.
const goodsTaking = (owner: "order_id" | "swap_id") =>
  compiledWrite<GoodsRow>(
    `take-goods-${owner}`,
    {
      inserts: ["line_item_tax_line", "shipping_method_tax_line"],
      updates: ["line_item", "shipping_method", "line_item_tax_line", "shipping_method_tax_line"],
    },
    (p) => sql`
    with lines as (update line_item set ${sql.ref(owner)} = ${p.ownerId}, updated_at = now()
      where cart_id = ${p.cartId} and not is_return),
    methods as (update shipping_method set ${sql.ref(owner)} = ${p.ownerId},
        price = case when ${p.isShippingFree}::boolean then 0 else price end
      where cart_id = ${p.cartId}),
    line_taxes as (insert into line_item_tax_line (id, item_id, rate, name, code)
      select sent.id, sent.item_id, sent.rate, sent.name, sent.code
      from jsonb_to_recordset(${p.lineTaxes}::jsonb)
        as sent(id varchar, item_id varchar, rate real, name varchar, code varchar)
      on conflict (item_id, code) do update set rate = excluded.rate, name = excluded.name, updated_at = now())
    insert into shipping_method_tax_line (id, shipping_method_id, rate, name, code)
    select sent.id, sent.shipping_method_id, sent.rate, sent.name, sent.code
    from jsonb_to_recordset(${p.shippingTaxes}::jsonb)
      as sent(id varchar, shipping_method_id varchar, rate real, name varchar, code varchar)
    on conflict (shipping_method_id, code) do update
      set rate = excluded.rate, name = excluded.name, updated_at = now()`,
  );

const takeForOrder = goodsTaking("order_id");
const takeForSwap = goodsTaking("swap_id");

export async function takeOverGoods(
  tx: Tx,
  { owner, lineTaxes, shippingTaxes, ...goods }: PlacedGoods,
): Promise<void> {
  const [take, ownerId] = "order_id" in owner ? [takeForOrder, owner.order_id] : [takeForSwap, owner.swap_id];
  await take(tx, {
    ownerId,
    lineTaxes: JSON.stringify(lineTaxes),
    shippingTaxes: JSON.stringify(shippingTaxes),
    ...goods,
  });
}

const byCart = compiled("order-by-cart", (db, p: { cartId: string }) =>
  db.selectFrom("order").select("id").where("cart_id", "=", p.cartId),
);

export async function findOrderOfCart(on: Connection, cartId: string): Promise<string | null> {
  const [found] = await byCart(on, { cartId });
  return found?.id ?? null;
}
