import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { aPlace, type Place } from "../support/factories/carts.ts";
import { aDiscount } from "../support/factories/discounts.ts";
import { aGiftCard } from "../support/factories/gift-cards.ts";
import { aHistory } from "../support/factories/order-history.ts";
import { anOrder, type PlacedOrder } from "../support/factories/orders.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldProduct } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let place: Place;
let product: { productId: string; variantId: string };
let order: PlacedOrder;
/** Has a fulfillment, a return, a refund, a claim and a swap. */
let old: PlacedOrder;

const { it, shop } = withShop();
it.beforeAll(async () => {
  place = await aPlace(shop);
  product = await aSoldProduct(shop);
  const { id: optionId } = await anOption(shop, place.id);
  const purchase = { place, variantId: product.variantId, optionId, quantity: 2 };
  order = await anOrder(shop.visitor(), purchase);
  old = await anOrder(shop.visitor(), purchase);
  await aHistory(shop, old);
});

const read = (query = "", id = order.id) => shop.admin.get(`/admin/orders/${id}${query}`);
const shown = async (query = "", id = order.id) => {
  const { status, body } = await read(query, id);
  expect(status, query).toBe(200);
  return body.order;
};

const totals = [
  ...["subtotal", "discount_total", "raw_discount_total", "shipping_total", "item_tax_total"],
  ...["shipping_tax_total", "tax_total", "gift_card_total", "gift_card_tax_total", "total", "paid_total"],
  ...["refunded_total", "refundable_amount"],
];
/** As in v1, where fields were chosen. */
const chosenTotals = totals.filter((name) => name !== "raw_discount_total");
const fields = [
  ...["id", "status", "fulfillment_status", "payment_status", "display_id", "cart_id", "draft_order_id"],
  ...["customer_id", "email", "region_id", "currency_code", "tax_rate", "canceled_at", "created_at"],
  ...["updated_at", "metadata", "no_notification", "sales_channel_id"],
];
const relations = [
  ...["billing_address", "claims", "customer", "discounts", "fulfillments", "gift_card_transactions"],
  ...["gift_cards", "items", "payments", "refunds", "region", "returns", "sales_channel"],
  ...["shipping_address", "shipping_methods", "swaps"],
];
const keys = (row: object) => Object.keys(row).sort();

describe("an order that an administrator opens", () => {
  it("comes with all that the dashboard shows, and its totals", async () => {
    const found = await shown();
    expect(keys(found)).toEqual([...fields, ...relations, ...totals].sort());
    expect(found).toMatchObject({
      id: order.id,
      status: "pending",
      payment_status: "awaiting",
      fulfillment_status: "not_fulfilled",
      subtotal: 2000,
      shipping_total: 500,
      tax_total: 250,
      total: 2750,
      paid_total: 2750,
      refunded_total: 0,
      refundable_amount: 2750,
      claims: [],
      customer: { email: order.email },
      payments: [{ amount: 2750, provider_id: "manual" }],
      region: { id: place.id },
      shipping_methods: [{ price: 500, tax_total: 50, total: 550, shipping_option: { amount: 500 } }],
    });
  });

  it("has lines with their product, their taxes and what can be given back for them", async () => {
    const [line] = (await shown()).items;
    expect(line).toMatchObject({
      quantity: 2,
      refundable: 2200,
      subtotal: 2000,
      tax_total: 200,
      total: 2200,
      tax_lines: [{ rate: 10 }],
      adjustments: [],
      variant: { id: product.variantId, product: { id: product.productId, profile: { type: "default" } } },
    });
    expect(line.variant.product.profile_id).toBe(line.variant.product.profile.id);
    expect(line).not.toHaveProperty("raw_discount_total");
  });

  it("shows what happened to it afterwards", async () => {
    const found = await shown("", old.id);
    expect(found).toMatchObject({
      refunded_total: 100,
      refundable_amount: 2650,
      fulfillments: [{ items: [{ quantity: 1 }], tracking_links: [{ tracking_number: "T1" }] }],
      returns: [{ refund_amount: 100, items: [{ quantity: 1, reason: null }], shipping_method: null }],
      refunds: [{ amount: 100, reason: "return" }],
      claims: [{ type: "replace", claim_items: [{ images: [], item: { id: old.items[0]!.id } }] }],
      swaps: [{ payment: null, return_order: null, shipping_address: null, shipping_methods: [] }],
    });
    for (const { additional_items } of [found.claims[0], found.swaps[0]]) {
      expect(additional_items).toMatchObject([
        {
          refundable: 1540,
          tax_lines: [{ rate: 10 }],
          adjustments: [],
          variant: { id: product.variantId },
        },
      ]);
    }
    expect(found.total).toBe(2750);
  });

  it("has only the relations that expand names, but always its totals", async () => {
    const bare = await shown("?expand=");
    expect(keys(bare)).toEqual([...fields, ...totals].sort());
    const few = await shown("?expand=customer,payments&fields=status");
    expect(keys(few)).toEqual(["customer", "id", "payments", "status", ...chosenTotals].sort());
    expect(few.total).toBe(2750);
  });

  it("shows the refundable amount with any selection", async () => {
    const one = await shown("?expand=customer", old.id);
    const [listed] = (await shop.admin.get(`/admin/orders?id=${old.id}&expand=customer`)).body.orders;
    for (const found of [one, listed]) {
      expect(found.items).toEqual([{ refundable: expect.any(Number) }]);
      for (const [exchange] of [found.swaps, found.claims]) {
        expect(exchange).toMatchObject({
          order_id: old.id,
          additional_items: [{ refundable: expect.any(Number) }],
        });
      }
    }
    expect(await shown("?expand=customer&fields=id", old.id)).not.toHaveProperty("items");
    expect((await shown("?expand=items", old.id)).items[0]).toHaveProperty("title");
  });

  it("names the kind of its cart", async () => {
    expect((await shown("?expand=cart")).cart).toMatchObject({ id: order.cart_id, object: "cart" });
  });

  it("has lines with taxes, discounts and variant wherever lines are asked for", async () => {
    const { items } = await shown("?expand=items&fields=id");
    expect(items[0]).toMatchObject({
      adjustments: [],
      tax_lines: [{ rate: 10 }],
      variant: { id: product.variantId },
      raw_discount_total: 0,
      refundable: 2200,
      total: 2200,
    });
    expect(items[0].variant).not.toHaveProperty("product");
    const [line] = (await shown("?expand=items")).items;
    expect(line.variant.product.id).toBe(product.productId);
  });

  it("shows single fields of relations, and no more of them", async () => {
    const found = await shown("?expand=&fields=items.title,items.refundable,customer.email");
    expect(found.items).toEqual([{ id: order.items[0]!.id, title: expect.any(String), refundable: 2200 }]);
    expect(found.customer).toEqual({ id: order.customer_id, email: order.email });
  });

  it("has lines with their discount before rounding unless totals of lines are named", async () => {
    const lineOf = async (fields: string) => (await shown(`?expand=items&fields=${fields}`)).items[0];
    expect(await lineOf("id,total")).toMatchObject({ total: 2200, raw_discount_total: 0, refundable: 2200 });
    expect(await lineOf("id,total,items.refundable")).not.toHaveProperty("raw_discount_total");
  });

  it("shows the lines that can be sent back", async () => {
    const { id, items } = await anOrder(shop.visitor(), { place, variantId: product.variantId, quantity: 2 });
    const returnable = async () => (await shown("?expand=items,returnable_items", id)).returnable_items;
    const move = (shipped: number, returned: number) =>
      shop.db.run({
        text: "update line_item set shipped_quantity = $2, returned_quantity = $3 where order_id = $1",
        values: [id, shipped, returned],
      });
    expect(await returnable()).toEqual([]);
    await move(2, 1);
    expect(await returnable()).toMatchObject([
      { id: items[0]!.id, total: 2200, tax_lines: [{}], variant: {} },
    ]);
    await move(2, 2);
    expect(await returnable()).toEqual([]);
  });

  it("shows its products and discounts also after they were deleted", async () => {
    const { productId, variantId } = await aSoldProduct(shop);
    const discount = await aDiscount(shop, place.id);
    const { id } = await anOrder(shop.visitor(), { place, variantId, discounts: [{ code: discount.code }] });
    await shop.admin.delete(`/admin/products/${productId}`);
    await shop.admin.delete(`/admin/discounts/${discount.id}`);
    const [listed] = (await shop.admin.get(`/admin/orders?id=${id}`)).body.orders;
    const { body } = await shop.visitor().get(`/store/orders/${id}`);
    for (const found of [await shown("", id), listed, body.order]) {
      expect(found.items).toMatchObject([{ variant: { id: variantId, deleted_at: expect.any(String) } }]);
      expect(found.discounts).toMatchObject([{ id: discount.id, rule: { id: discount.rule_id } }]);
    }
    expect(listed.items[0].variant.product.id).toBe(productId);
  });

  it("counts lines of swaps and claims among the returnable items", async () => {
    const { id } = await anOrder(shop.visitor(), { place, variantId: product.variantId });
    await aHistory(shop, { ...old, id });
    const { claims, swaps } = await shown("", id);
    const later = [claims[0].additional_items[0].id, swaps[0].additional_items[0].id];
    await shop.db.run({
      text: "update line_item set shipped_quantity = quantity where id = any($1)",
      values: [later],
    });
    const found = await shown("?expand=claims,swaps,returnable_items", id);
    const { returnable_items } = found;
    expect(found.swaps[0].additional_items[0]).toHaveProperty("original_total");
    expect(swaps[0].additional_items[0]).not.toHaveProperty("original_total");
    expect(returnable_items.map((line: { id: string }) => line.id).sort()).toEqual(later.sort());
  });

  it("shows the gift cards that it was paid with, as lists and the answers to changes do", async () => {
    const card = await aGiftCard(shop, place.id, { value: 500 });
    const { id } = await anOrder(shop.visitor(), {
      place,
      variantId: product.variantId,
      giftCards: [{ code: card.code }],
    });
    const uses = [{ amount: 500, gift_card: { id: card.id, code: card.code, value: 500, balance: 0 } }];
    const list = await shop.admin.get(`/admin/orders?id=${id}`);
    const named = "?expand=gift_card_transactions&fields=id,total";
    const changed = await shop.admin.post(`/admin/orders/${id}`, { no_notification: true });
    const withoutTotals = await shown("?fields=email", id);
    expect(withoutTotals.gift_card_transactions[0]).not.toHaveProperty("gift_card");
    expect(withoutTotals.items[0].variant).not.toHaveProperty("product");
    for (const found of [
      await shown("", id),
      await shown(named, id),
      list.body.orders[0],
      changed.body.order,
    ]) {
      expect(found.gift_card_transactions).toMatchObject(uses);
    }
  });

  it("takes the list of relations that dashboards of v1 send", async () => {
    const { status } = await read(`?expand=${[...defaultRelations, "edits", "items.variant"].join(",")}`);
    expect(status).toBe(200);
  });

  it("shows the field object on request", async () => {
    expect((await shown("?expand=&fields=object")).object).toBe("order");
    expect(await shown()).not.toHaveProperty("object");
  });

  it("is taxed with its one rate, if it is older than rates by line", async () => {
    const { id } = await anOrder(shop.visitor(), { place, variantId: product.variantId });
    await shop.db.run({ text: `update "order" set tax_rate = 20 where id = $1`, values: [id] });
    const found = await shown("", id);
    expect(found).toMatchObject({ tax_total: 200, total: 1200, tax_rate: 20 });
    expect(found.items[0]).toMatchObject({ tax_total: 200, refundable: 1200 });
  });

  it("is read with one statement and any relations", async () => {
    for (const query of ["", "?expand=", "?expand=customer.orders.items,edits.changes&fields=id,total"]) {
      const { statements, credentials, result } = await countingStatements(shop.db, () => read(query));
      expect(result.status).toBe(200);
      expect(statements).toHaveLength(1);
      expect(credentials).toBe(1);
    }
  });

  it("is a 404 when there is none", async () => {
    const { status, body } = await read("", "order_unknown");
    expect(status).toBe(404);
    expect(body).toEqual({ type: "not_found", message: "Order with id: order_unknown was not found" });
    expect((await read("", order.cart_id)).status).toBe(404);
  });

  it("is nothing for visitors", async () => {
    expect((await shop.visitor().get(`/admin/orders/${order.id}`)).status).toBe(401);
  });

  it.each([
    "expand=nonsense",
    "expand=items.nonsense",
    "expand=customer.orders.customer.orders.customer.orders",
    "fields=nonsense",
    "fields=customer.password_hash",
    "fields=$facts",
    "limit=1",
  ])("refuses ?%s", async (query) => {
    const { status, body } = await read(`?${query}`);
    expect(status).toBe(400);
    expect(body.type).toBe("invalid_data");
  });
});

/** `defaultAdminOrdersRelations` of v1. */
const defaultRelations = [
  ...["billing_address", "claims", "claims.additional_items", "claims.additional_items.variant"],
  ...["claims.claim_items", "claims.claim_items.images", "claims.claim_items.item", "claims.fulfillments"],
  ...["claims.fulfillments.tracking_links", "claims.return_order", "claims.return_order.shipping_method"],
  ...["claims.return_order.shipping_method.tax_lines", "claims.shipping_address", "claims.shipping_methods"],
  ...["customer", "discounts", "discounts.rule", "fulfillments", "fulfillments.items"],
  ...["fulfillments.tracking_links", "gift_card_transactions", "gift_cards", "items", "payments", "refunds"],
  ...["region", "returns", "returns.items", "returns.items.reason", "returns.shipping_method"],
  ...["returns.shipping_method.shipping_option", "returns.shipping_method.tax_lines", "shipping_address"],
  ...["shipping_methods", "shipping_methods.shipping_option", "shipping_methods.tax_lines", "swaps"],
  ...["swaps.additional_items", "swaps.additional_items.variant", "swaps.fulfillments"],
  ...["swaps.fulfillments.tracking_links", "swaps.payment", "swaps.return_order"],
  ...["swaps.return_order.shipping_method", "swaps.return_order.shipping_method.shipping_option"],
  ...["swaps.return_order.shipping_method.tax_lines", "swaps.shipping_address", "swaps.shipping_methods"],
  ...["swaps.shipping_methods.shipping_option", "swaps.shipping_methods.tax_lines"],
];
