import { describe, expect } from "vitest";
import type { Client } from "../support/clients/client.ts";
import { addLine, aPayableCart, aPlace, complete, type Place, readCart } from "../support/factories/carts.ts";
import { aShopper } from "../support/factories/customers.ts";
import { aDiscount } from "../support/factories/discounts.ts";
import { anOrder } from "../support/factories/orders.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

let place: Place;
let optionId: string;
let variantId: string;
it.beforeAll(async () => {
  place = await aPlace(shop);
  optionId = (await anOption(shop, place.id)).id;
});
it.beforeEach(async () => {
  variantId = await aSoldVariant(shop, { stock: 10, price: 1000 });
});

const run = <Row>(text: string, ...values: unknown[]) => shop.db.run<Row>({ text, values });

const productOf = "(select product_id from product_variant where id = $1)";

/** How goods of old orders and carts are gone. */
const GONE: Record<string, () => Promise<unknown>> = {
  "whose variant is deleted": () =>
    run("update product_variant set deleted_at = now() where id = $1", variantId),
  "whose product is deleted, and its variants as v1 does it": async () => {
    await run(`update product set deleted_at = now() where id = ${productOf}`, variantId);
    await run("update product_variant set deleted_at = now() where id = $1", variantId);
  },
};

/** Every answer about an order. */
async function lookAtOrder(id: string, admin: Client = shop.admin): Promise<void> {
  for (const path of [
    `/admin/orders/${id}`,
    `/admin/orders/${id}?expand=items,items.variant,items.variant.product,customer,customer.groups,region,sales_channel,cart`,
    `/admin/orders?id=${id}`,
    "/admin/orders?q=a",
    `/store/orders/${id}`,
  ]) {
    const { status, body } = await admin.get(path);
    expect({ path, status, body: status === 200 ? "" : body }).toEqual({ path, status: 200, body: "" });
  }
}

describe.each(Object.keys(GONE))("an order %s", (how) => {
  it("is shown, captured, fulfilled, shipped, returned and refunded", async () => {
    const order = await anOrder(shop.visitor(), { place, variantId, quantity: 2, optionId });
    await GONE[how]!();
    await lookAtOrder(order.id);
    const act = async (path: string, body: object = {}) => {
      const answer = await shop.admin.post(`/admin/orders/${order.id}${path}`, body);
      expect({ path, status: answer.status, message: answer.body.message }).toEqual({
        path,
        status: 200,
        message: undefined,
      });
      return answer.body.order;
    };
    const { items } = await act("/capture");
    const { fulfillments } = await act("/fulfillment", { items: [{ item_id: items[0].id, quantity: 2 }] });
    await act("/shipment", { fulfillment_id: fulfillments[0].id });
    const returned = await act("/return", {
      items: [{ item_id: items[0].id, quantity: 1 }],
      receive_now: true,
    });
    expect(returned.items[0].returned_quantity).toBe(1);
    await act("/refund", { amount: 100, reason: "other" });
    await lookAtOrder(order.id);
  });

  it("is canceled", async () => {
    const order = await anOrder(shop.visitor(), { place, variantId });
    await GONE[how]!();
    const { status, body } = await shop.admin.post(`/admin/orders/${order.id}/cancel`);
    expect({ status, state: body.order?.status }).toEqual({ status: 200, state: "canceled" });
    await lookAtOrder(order.id);
  });
});

describe.each(Object.keys(GONE))("a cart %s", (how) => {
  it("is shown, cannot be completed, and can be emptied", async () => {
    const cart = await aPayableCart(shop.visitor(), { place, variantId });
    await GONE[how]!();
    const shown = await readCart(shop.visitor(), cart.id);
    expect(shown.items).toHaveLength(1);
    const before = await run('select count(*) as n from "order"');
    const { status, body } = await complete(shop.visitor(), cart.id);
    expect({ status, isOrder: body.type === "order" }).toEqual({ status: 409, isOrder: false });
    expect(JSON.stringify(body)).toContain("goods_deleted");
    expect(await run('select count(*) as n from "order"')).toEqual(before);
    const line = await shop.visitor().delete(`/store/carts/${cart.id}/line-items/${shown.items[0]!.id}`);
    expect(line.status).toBe(200);
    const other = await aSoldVariant(shop);
    await addLine(shop.visitor(), cart.id, other);
    await shop.visitor().post(`/store/carts/${cart.id}/payment-sessions`);
    expect((await complete(shop.visitor(), cart.id)).body.type).toBe("order");
  });
});

describe("a customer who is gone", () => {
  it("leaves orders that are shown and handled", async () => {
    const shopper = await aShopper(shop);
    const order = await anOrder(shopper.browser, { place, variantId });
    await run("update customer set deleted_at = now() where id = $1", shopper.id);
    await lookAtOrder(order.id);
    expect((await shop.admin.post(`/admin/orders/${order.id}/capture`)).status).toBe(200);
    expect((await shop.admin.post(`/admin/orders/${order.id}/cancel`)).status).toBe(200);
    expect((await shopper.browser.get("/store/customers/me/orders")).status).toBe(401);
  });

  it("leaves a cart that another visitor can still buy", async () => {
    const shopper = await aShopper(shop);
    const cart = await aPayableCart(shopper.browser, { place, variantId });
    await run("update customer set deleted_at = now() where id = $1", shopper.id);
    expect((await shop.visitor().get(`/store/carts/${cart.id}`)).status).toBe(200);
    const { status } = await shop.visitor().post(`/store/carts/${cart.id}`, { email: "new@example.com" });
    expect(status).toBe(200);
    expect((await complete(shop.visitor(), cart.id)).body.type).toBe("order");
  });
});

describe("a region that is gone", () => {
  it("leaves its orders, and carts that say why they cannot be completed", async () => {
    const region = await aPlace(shop);
    const order = await anOrder(shop.visitor(), { place: region, variantId });
    const cart = await aPayableCart(shop.visitor(), { place: region, variantId });
    await run("update region set deleted_at = now() where id = $1", region.id);
    await lookAtOrder(order.id);
    expect((await shop.admin.post(`/admin/orders/${order.id}/capture`)).status).toBe(200);
    expect((await shop.visitor().get(`/store/carts/${cart.id}`)).status).toBe(200);
    const done = await complete(shop.visitor(), cart.id);
    expect(done).toMatchObject({
      status: 404,
      body: { type: "not_found", message: expect.stringContaining(region.id) },
    });
    const moved = await shop.visitor().post(`/store/carts/${cart.id}`, { region_id: place.id });
    expect(moved.status).toBe(200);
    await shop.visitor().post(`/store/carts/${cart.id}/payment-sessions`);
  });
});

/** Columns that v1 allows to be empty, and some that it fills with nothing. */
const EMPTY = {
  line_item: "title = '', description = null, thumbnail = null, has_shipping = null",
  order: `tax_rate = null, external_id = null, idempotency_key = null, sales_channel_id = null, no_notification = null,
    billing_address_id = null, shipping_address_id = null`,
  product_variant: `title = '', sku = null, barcode = null, ean = null, upc = null, variant_rank = null, hs_code = null,
    origin_country = null`,
  product: "title = '', handle = null, subtitle = null, description = null, thumbnail = null",
};

describe("empty fields of old rows", () => {
  it("are shown, and the goods are sold on", async () => {
    const order = await anOrder(shop.visitor(), { place, variantId, optionId });
    await run(`update line_item set ${EMPTY.line_item} where order_id = $1`, order.id);
    await run(`update "order" set ${EMPTY.order} where id = $1`, order.id);
    await run(`update product_variant set ${EMPTY.product_variant} where id = $1`, variantId);
    await run(`update product set ${EMPTY.product} where id = ${productOf}`, variantId);
    await lookAtOrder(order.id);
    for (const path of ["/admin/products", "/store/products", "/admin/variants", "/store/variants"]) {
      const { status } = await shop.admin.get(`${path}?limit=100`);
      expect({ path, status }).toEqual({ path, status: 200 });
    }
    expect((await shop.admin.post(`/admin/orders/${order.id}/capture`)).status).toBe(200);
    const cart = await aPayableCart(shop.visitor(), { place, variantId });
    expect((await complete(shop.visitor(), cart.id)).body.type).toBe("order");
  });
});

describe("an order from before taxes were stored by line", () => {
  const lineOf = async (id: string) => {
    const { body } = await shop.admin.get(`/admin/orders/${id}`);
    const { total, tax_total, discount_total, refundable } = body.order.items[0];
    return { total, tax_total, discount_total, refundable, whole: body.order.total };
  };

  it("has the totals that v1 shows: of its lines without the discount, of itself with it", async () => {
    const code = (await aDiscount(shop, place.id)).code;
    const order = await anOrder(shop.visitor(), { place, variantId, quantity: 4, discounts: [{ code }] });
    await run("delete from line_item_tax_line where item_id = $1", order.items[0]!.id);
    await run('update "order" set tax_rate = 19 where id = $1', order.id);
    // 4 x 10.00 less 10 %, as v1 1.20.11 has answered.
    const whole = 4284;
    expect(await lineOf(order.id)).toEqual({
      total: 4684,
      tax_total: 684,
      discount_total: 400,
      refundable: 4284,
      whole,
    });
    await run("update line_item set returned_quantity = 1 where order_id = $1", order.id);
    expect(await lineOf(order.id)).toMatchObject({ total: 4684, refundable: 3094, whole });
    // In a list v1 subtracts the discount of the pieces that are left.
    const { body } = await shop.admin.get(`/admin/orders?id=${order.id}&expand=items`);
    expect(body.orders[0].items[0]).toMatchObject({ refundable: 3213 });
  });

  it("gives back what the pieces were sold for, as v1 does", async () => {
    const code = (await aDiscount(shop, place.id)).code;
    const order = await anOrder(shop.visitor(), { place, variantId, quantity: 4, discounts: [{ code }] });
    await run("delete from line_item_tax_line where item_id = $1", order.items[0]!.id);
    await run('update "order" set tax_rate = 19 where id = $1', order.id);
    await run(
      "update line_item set fulfilled_quantity = 4, shipped_quantity = 4 where order_id = $1",
      order.id,
    );
    const items = [{ item_id: order.items[0]!.id, quantity: 1 }];
    const { body } = await shop.admin.post(`/admin/orders/${order.id}/return`, { items });
    expect(body.order.returns[0].refund_amount).toBe(1071);
  });
});

describe("a product type that is gone", () => {
  it("is not shown, and its products are sorted as those without a type", async () => {
    const mark = `m${Date.now()}`;
    const titles = async (order: string) =>
      (await shop.admin.get(`/admin/products?q=${mark}&order=${order}`)).body.products.map(
        ({ title, type }: { title: string; type: { value: string } | null }) => [
          title.split(" ")[0],
          type?.value ?? null,
        ],
      );
    for (const [title, value] of [
      ["first", "a"],
      ["second", "b"],
      ["third", "c"],
    ])
      await shop.admin.post("/admin/products", { title: `${title} ${mark}`, type: { value: value + mark } });
    await run("update product_type set deleted_at = now() where value = $1", `a${mark}`);
    const gone = ["first", null];
    const [second, third] = [
      ["second", `b${mark}`],
      ["third", `c${mark}`],
    ];
    expect(await titles("type.value")).toEqual([second, third, gone]);
    expect(await titles("-type.value")).toEqual([gone, third, second]);
  });
});
