import { sql } from "kysely";
import { refusedKey, refusing } from "../../../db/constraint.ts";
import { customFieldsOf } from "../../../db/custom-fields.ts";
import type { Connection, Tx } from "../../../db/database.ts";
import {
  compiled,
  compiledReturningWrite,
  compiledSql,
  compiledWrite,
  withParts,
} from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { notFound } from "../../../kernel/refusal.ts";
import { insertAddresses } from "../../people/addresses/index.ts";
import type { CartAddress } from "../../selling/carts/index.ts";
import { paymentsInserted } from "../payment-rows/index.ts";

export const orderFields = customFieldsOf("order");

/** A new order with the data of its cart. */
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
  /** The payment is captured already. */
  isCaptured: boolean;
  /** The draft order that it was created from. */
  draft: { id: string; noNotification: boolean | null } | null;
}

type OrderRow = Omit<PlacedOrder, "metadata" | "payment" | "discountIds" | "giftCardIds" | "draft"> & {
  metadata: string;
  payments: string;
  draftId: string | null;
  noNotification: boolean | null;
};

// The foreign key of the payment is checked at the end of the statement.
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

/** Inserts the order with its payment, discounts and gift cards. */
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

/** The addresses of an order and the countries that it can ship to. */
interface OrderAddresses {
  shipping_address: CartAddress | null;
  billing_address: CartAddress | null;
  /** The countries of its region. */
  countries: string[];
}

const addressOf = (column: "shipping_address_id" | "billing_address_id") =>
  sql`(select json_build_object('company', goal.company, 'first_name', goal.first_name,
      'last_name', goal.last_name, 'address_1', goal.address_1, 'address_2', goal.address_2, 'city', goal.city,
      'country_code', goal.country_code, 'province', goal.province, 'postal_code', goal.postal_code,
      'phone', goal.phone, 'metadata', goal.metadata)
    from address goal where goal.id = sold.${sql.ref(column)})`;

const addresses = compiledSql<{ id: string }, OrderAddresses>(
  "order-place-of",
  (p) => sql<OrderAddresses>`
    select ${addressOf("shipping_address_id")} as shipping_address,
      ${addressOf("billing_address_id")} as billing_address,
      array(select country.iso_2::text from country where country.region_id = sold.region_id) as countries
    from "order" sold where sold.id = ${p.id}`,
);

export async function readOrderAddresses(on: Connection, id: string): Promise<OrderAddresses> {
  const [found] = await addresses(on, { id });
  return found!;
}

const destination = compiledSql<{ id: string }, Destination>(
  "order-destination",
  (p) => sql<Destination>`select goal.country_code, goal.postal_code from "order" sold
    join address goal on goal.id = sold.shipping_address_id where sold.id = ${p.id}`,
);

interface Destination {
  country_code: string | null;
  postal_code: string | null;
}

/** Where the goods of an order go. */
export const readDestination = async (on: Connection, id: string): Promise<Destination | null> =>
  (await destination(on, { id }))[0] ?? null;

/** Null: no change. */
interface OrderDetails {
  id: string;
  email: string | null;
  customerId: string | null;
  noNotification: boolean | null;
  metadata: Metadata | null;
  shippingAddress: CartAddress | null;
  billingAddress: CartAddress | null;
}

interface OrderDetailsRow {
  id: string;
  email: string | null;
  customerId: string | null;
  noNotification: boolean | null;
  metadata: string | null;
  shippingAddressId: string | null;
  billingAddressId: string | null;
}

const save = compiledReturningWrite<OrderDetailsRow, unknown>(
  "order-save-details",
  { updates: ["order"] },
  (p) => sql`
    update "order" set email = coalesce(${p.email}, email),
      customer_id = coalesce(${p.customerId}, customer_id),
      no_notification = coalesce(${p.noNotification}::boolean, no_notification),
      metadata = coalesce(${p.metadata}::jsonb, metadata),
      shipping_address_id = coalesce(${p.shippingAddressId}, shipping_address_id),
      billing_address_id = coalesce(${p.billingAddressId}, billing_address_id),
      updated_at = now()
    where id = ${p.id}`,
);

const unknownCustomer = {
  foreignKey: (violation: Parameters<typeof refusedKey>[0]) => {
    const { value } = refusedKey(violation);
    return notFound("Customer", value);
  },
};

/** Saves the details of a locked order. */
export async function saveOrderDetails(tx: Tx, details: OrderDetails): Promise<void> {
  const { metadata, shippingAddress, billingAddress, ...row } = details;
  const newAddresses = [shippingAddress, billingAddress].filter((address) => address !== null);
  await insertAddresses(
    tx,
    newAddresses.map((address) => ({ ...address, customer_id: null })),
  );
  const changes = {
    ...row,
    metadata: metadata && JSON.stringify(metadata),
    shippingAddressId: shippingAddress?.id ?? null,
    billingAddressId: billingAddress?.id ?? null,
  };
  await refusing(save(tx, changes), unknownCustomer);
}
