import { aPlace } from "../factories/carts.ts";
import { aDiscount } from "../factories/discounts.ts";
import { aGiftCard } from "../factories/gift-cards.ts";
import { anOrder } from "../factories/orders.ts";
import { anOption } from "../factories/shipping.ts";
import { aSoldVariant } from "../factories/sold-products.ts";
import type { TestShop } from "../fixtures/shop.ts";

/** What a dashboard requests for its list of orders. */
export const DASHBOARD =
  "/admin/orders?limit=15&offset=0&expand=customer,shipping_address" +
  "&fields=id,status,display_id,created_at,email,fulfillment_status,payment_status,total,currency_code";

/** Lists of orders, of every kind that is cached. */
export const orderLists = [
  DASHBOARD,
  `${DASHBOARD},sales_channel_id&status[]=pending`,
  "/admin/orders?expand=",
  "/admin/orders?expand=customer,billing_address,sales_channel&fields=email,tax_total&limit=2&offset=1",
  "/admin/orders?expand=&fields=paid_total,refunded_total,customer.email",
  "/admin/orders?expand=&fields=%2Bexternal_id&order=email",
  "/admin/orders?expand=customer&fields=display_id,total&payment_status[]=awaiting",
];

/** An order that has something of everything that these lists show. */
export interface CachedOrder {
  orderId: string;
  lineId: string;
  customerId: string;
  regionId: string;
}

/** Three orders, one of them with a discount and a gift card whose tax rate was never stored, as in old orders of v1. */
export async function someOrders(shop: TestShop): Promise<CachedOrder> {
  const place = await aPlace(shop, { tax_rate: 10 });
  const variantId = await aSoldVariant(shop, { stock: 100 });
  const { id: optionId } = await anOption(shop, place.id);
  const { code } = await aDiscount(shop, place.id);
  const card = await aGiftCard(shop, place.id, { value: 500 });
  await anOrder(shop.visitor(), { place, variantId, optionId });
  const order = await anOrder(shop.visitor(), {
    place,
    variantId,
    optionId,
    quantity: 2,
    discounts: [{ code }],
    giftCards: [{ code: card.code }],
  });
  await anOrder(shop.visitor(), { place, variantId, optionId });
  for (const text of [
    "update gift_card_transaction set is_taxable = null",
    "update gift_card set tax_rate = null",
    "update region set gift_cards_taxable = true",
  ]) {
    await shop.db.run({ text, values: [] });
  }
  return {
    orderId: order.id,
    lineId: order.items[0]!.id,
    customerId: order.customer_id,
    regionId: place.id,
  };
}

export type OrderChange = (shop: Pick<TestShop, "db">, about: CachedOrder) => Promise<unknown>;

const statement =
  (text: string, ...names: (keyof CachedOrder)[]): OrderChange =>
  ({ db }, about) =>
    db.run({ text, values: names.map((name) => about[name]) });

const addressesOf = (column: string) =>
  `update address set phone = md5(random()::text) where id = (select ${column} from "order" where id = $1)`;

/** By plain SQL, as other programs change things: the words of a change, and what it does. */
export const orderChanges: Record<string, OrderChange> = {
  "an order's email": statement(
    `update "order" set email = md5(random()::text) || '@example.com' where id = $1`,
    "orderId",
  ),
  "the status of an order": statement(`update "order" set status = 'completed' where id = $1`, "orderId"),
  "the status again": statement(`update "order" set status = 'pending' where id = $1`, "orderId"),
  "a captured order": statement(`update "order" set payment_status = 'captured' where id = $1`, "orderId"),
  "the quantity of a line": statement("update line_item set quantity = quantity + 1 where id = $1", "lineId"),
  "the rate of a line": statement(
    "update line_item_tax_line set rate = rate + 1 where item_id = $1",
    "lineId",
  ),
  "a further rate": statement(
    `insert into line_item_tax_line (id, rate, name, code, item_id)
     values ('litl_' || random(), 2, 'City', 'city' || random(), $1)`,
    "lineId",
  ),
  "a rate taken away": statement(
    "delete from line_item_tax_line where item_id = $1 and name = 'City'",
    "lineId",
  ),
  "a discount of a line": statement(
    "update line_item_adjustment set amount = amount + 1 where item_id = $1",
    "lineId",
  ),
  "a discount taken away": statement("delete from line_item_adjustment where item_id = $1", "lineId"),
  "the price of shipping": statement(
    "update shipping_method set price = price + 7 where order_id = $1",
    "orderId",
  ),
  "the rate of shipping": statement(
    `update shipping_method_tax_line set rate = rate + 1 where shipping_method_id in
      (select id from shipping_method where order_id = $1)`,
    "orderId",
  ),
  "a payment": statement("update payment set amount = amount + 1 where order_id = $1", "orderId"),
  "a refund": statement(
    `insert into refund (id, order_id, amount, reason) values ('ref_' || random(), $1, 3, 'other')`,
    "orderId",
  ),
  "a refund undone": statement("delete from refund where order_id = $1", "orderId"),
  "the use of a gift card": statement(
    "update gift_card_transaction set amount = amount - 1 where order_id = $1",
    "orderId",
  ),
  "the tax of a region": statement("update region set tax_rate = tax_rate + 1 where id = $1", "regionId"),
  "the tax of a gift card": statement("update gift_card set tax_rate = coalesce(tax_rate, 5) + 1"),
  "a customer's name": statement(
    "update customer set first_name = md5(random()::text) where id = $1",
    "customerId",
  ),
  "a deleted customer": statement("update customer set deleted_at = now() where id = $1", "customerId"),
  "a customer given back": statement("update customer set deleted_at = null where id = $1", "customerId"),
  "an address to ship to": statement(addressesOf("shipping_address_id"), "orderId"),
  "an address of an invoice": statement(addressesOf("billing_address_id"), "orderId"),
  "a channel's name": statement("update sales_channel set name = md5(random()::text)"),
  "a line of another order": statement(
    `update line_item set order_id = (select id from "order" where id <> $1 limit 1) where id = $2`,
    "orderId",
    "lineId",
  ),
  "the line given back": statement("update line_item set order_id = $1 where id = $2", "orderId", "lineId"),
};
