import { describe, expect } from "vitest";
import type { Answer } from "../support/clients/client.ts";
import {
  aCart,
  addLine,
  aPayableCart,
  aPlace,
  changeCart,
  complete,
  type Place,
  readCart,
  rowsOf,
} from "../support/factories/carts.ts";
import { aShopper, home } from "../support/factories/customers.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const LINES = 5;
const BYTES = 10_000;
const ADDRESSES = 4;
const RETURNS = 2;
const SESSIONS = 20;
const ANSWER = 200_000;

let place: Place;
let variantId: string;
const { it, shop } = withShop(() =>
  startShop({
    TRADEWIND_CART_LINES: String(LINES),
    TRADEWIND_CART_BYTES: String(BYTES),
    TRADEWIND_CUSTOMER_ADDRESSES: String(ADDRESSES),
    TRADEWIND_CUSTOMER_BYTES: String(BYTES),
    TRADEWIND_ORDER_RETURNS: String(RETURNS),
    TRADEWIND_CUSTOMER_SESSIONS: String(SESSIONS),
    TRADEWIND_ANSWER_BYTES: String(ANSWER),
  }),
);
it.beforeAll(async () => {
  place = await aPlace(shop);
  variantId = await aSoldVariant(shop);
});

const noted = (length: number, key = "note") => ({ [key]: "x".repeat(length) });
const put = (cartId: string, metadata: Record<string, unknown>) =>
  shop.visitor().post(`/store/carts/${cartId}/line-items`, { variant_id: variantId, quantity: 1, metadata });
const emptyCart = () => aCart(shop.visitor(), { region_id: place.id });
const brief = ({ status, body }: Answer) => ({ status, type: body.type, field: body.message?.split(":")[0] });
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort();

/** Refused for this field, and nothing of the cart has changed. */
async function refusedFor(field: string, cartId: string, request: () => Promise<Answer>, status = 413) {
  const before = await rowsOf(shop, cartId);
  expect(brief(await request())).toEqual({ status, type: "invalid_data", field });
  expect(await rowsOf(shop, cartId)).toEqual(before);
}

describe("A cart", () => {
  it("has no more lines than the shop allows, but larger quantities", async () => {
    const { id } = await emptyCart();
    for (let line = 0; line < LINES; line++) expect((await put(id, { line })).status).toBe(200);
    await refusedFor("items", id, () => put(id, { line: "one more" }), 400);
    expect((await put(id, { line: 0 })).body.cart.items).toHaveLength(LINES);
    const items = Array.from({ length: LINES + 1 }, () => ({ variant_id: variantId, quantity: 1 }));
    const answer = await shop.visitor().post("/store/carts", { region_id: place.id, items });
    expect(brief(answer)).toEqual({ status: 400, type: "invalid_data", field: "items" });
  });

  it("has no more lines either when they come at the same moment", async () => {
    const { id } = await emptyCart();
    const answers = await Promise.all(Array.from({ length: 12 }, (_, line) => put(id, { line })));
    expect(statuses(answers)).toEqual([...Array(LINES).fill(200), ...Array(12 - LINES).fill(400)]);
    expect((await readCart(shop.visitor(), id)).items).toHaveLength(LINES);
  });

  it("holds no more notes than the shop allows, however many lines they are on", async () => {
    const { id } = await emptyCart();
    expect((await put(id, noted(4_000, "a"))).status).toBe(200);
    expect((await put(id, noted(4_000, "b"))).status).toBe(200);
    await refusedFor("metadata", id, () => put(id, noted(4_000, "c")));
    const [line] = (await readCart(shop.visitor(), id)).items;
    const change = (metadata: Record<string, unknown>) =>
      shop.visitor().post(`/store/carts/${id}/line-items/${line!.id}`, { quantity: 1, metadata });
    await refusedFor("metadata", id, () => change(noted(4_000, "more")));
    // Bytes, not characters.
    await refusedFor("metadata", id, () => change({ more: "€".repeat(1_000) }));
    expect((await change(noted(500, "more"))).status).toBe(200);
    expect((await shop.visitor().delete(`/store/carts/${id}/line-items/${line!.id}`)).status).toBe(200);
    expect((await put(id, noted(4_000, "c"))).status).toBe(200);
  });

  it("holds no more notes either when they come at the same moment", async () => {
    const { id } = await emptyCart();
    const answers = await Promise.all(["a", "b", "c", "d"].map((key) => put(id, noted(4_000, key))));
    expect(statuses(answers)).toEqual([200, 200, 413, 413]);
  });

  it("counts context, addresses and the data of carriers and payments", async () => {
    const option = await anOption(shop, place.id);
    const { id } = await aPayableCart(shop.visitor(), { place, variantId });
    await changeCart(shop.visitor(), id, { context: noted(6_000, "a") });
    const send = (path: string, body: unknown) => () =>
      shop.visitor().post(`/store/carts/${id}${path}`, body);
    const country_code = place.countries[0];
    await refusedFor("context", id, send("", { context: noted(6_000, "b") }));
    const address = { country_code, ...noted(6_000, "address_1") };
    await refusedFor("shipping_address", id, send("", { shipping_address: address }));
    await refusedFor(
      "billing_address",
      id,
      send("", { billing_address: { country_code, metadata: noted(6_000) } }),
    );
    await refusedFor("data", id, send("/shipping-methods", { option_id: option.id, data: noted(6_000) }));
    await refusedFor("data", id, send("/payment-sessions/manual", { data: noted(6_000) }));
    const answer = await shop.visitor().post("/store/carts", { region_id: place.id, context: noted(12_000) });
    expect(brief(answer)).toEqual({ status: 413, type: "invalid_data", field: "context" });
    expect((await complete(shop.visitor(), id)).status).toBe(200);
  });

  it("that is larger from before can be read and made smaller", async () => {
    const { id } = await emptyCart();
    const { items } = await addLine(shop.visitor(), id, variantId);
    await shop.db.run({
      text: "update line_item set metadata = $2 where id = $1",
      values: [items[0]!.id, JSON.stringify(noted(3 * BYTES))],
    });
    expect((await readCart(shop.visitor(), id)).items).toHaveLength(1);
    await refusedFor("metadata", id, () => put(id, noted(10)));
    expect((await put(id, {})).status).toBe(200);
    const smaller = { quantity: 1, metadata: { note: "" } };
    expect((await shop.visitor().post(`/store/carts/${id}/line-items/${items[0]!.id}`, smaller)).status).toBe(
      200,
    );
    expect((await put(id, noted(10))).status).toBe(200);
  });
});

describe("A customer", () => {
  const anAddress = (city: string, details: object = {}) => ({
    address: { ...home, city, country_code: place.countries[0], ...details },
  });
  const path = "/store/customers/me/addresses";

  it("has no more addresses than the shop allows, also when they come at the same moment", async () => {
    const { browser } = await aShopper(shop);
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, city) => browser.post(path, anAddress(`City ${city}`))),
    );
    expect(statuses(answers)).toEqual([...Array(ADDRESSES).fill(200), ...Array(9 - ADDRESSES).fill(400)]);
    expect(brief(await browser.post(path, anAddress("Another")))).toEqual({
      status: 400,
      type: "invalid_data",
      field: "address",
    });
    const { customer } = (await browser.get("/store/customers/me")).body;
    expect(customer.shipping_addresses).toHaveLength(ADDRESSES);
    await browser.delete(`${path}/${customer.shipping_addresses[0].id}`);
    expect((await browser.post(path, anAddress("Another"))).status).toBe(200);
  });

  it("keeps no more notes than the shop allows", async () => {
    const { browser } = await aShopper(shop);
    const tooLarge = { status: 413, type: "invalid_data", field: "metadata" };
    expect((await browser.post(path, anAddress("A", { metadata: noted(4_000) }))).status).toBe(200);
    const [address] = (await browser.get("/store/customers/me")).body.customer.shipping_addresses;
    expect((await browser.post("/store/customers/me", { metadata: noted(4_000, "a") })).status).toBe(200);
    expect(brief(await browser.post("/store/customers/me", { metadata: noted(4_000, "b") }))).toEqual(
      tooLarge,
    );
    expect(brief(await browser.post(path, anAddress("B", { metadata: noted(4_000) })))).toEqual(tooLarge);
    const larger = { metadata: noted(8_000) };
    expect(brief(await browser.post(`${path}/${address.id}`, larger))).toEqual(tooLarge);
    const { customer } = (await browser.get("/store/customers/me")).body;
    expect(customer.shipping_addresses).toEqual([address]);
    expect((await browser.post("/store/customers/me", { first_name: "Ada" })).status).toBe(200);
  });

  it("who logs in more often than people do leaves the oldest session", async () => {
    const { id, email, password, browser } = await aShopper(shop);
    await shop.db.run({
      text: `insert into tradewind.session (token_hash, customer_id, user_id, expires_at)
        select sha256(n::text::bytea), $1, case when n <= 50 then $2 end, now() + interval '20 hours'
        from generate_series(1, 300) n`,
      values: [id, shop.adminId],
    });
    const logins = await Promise.all(
      Array.from({ length: 4 }, () => shop.visitor().post("/store/auth", { email, password })),
    );
    expect(statuses(logins)).toEqual([200, 200, 200, 200]);
    const [row] = await shop.db.run<{ count: number }>({
      text: "select count(*)::int as count from tradewind.session where customer_id = $1",
      values: [id],
    });
    expect(row!.count).toBe(SESSIONS);
    const ofUser = await shop.db.run({
      text: "select from tradewind.session where user_id = $1 and token_hash in (select sha256(n::text::bytea) from generate_series(1, 50) n)",
      values: [shop.adminId],
    });
    expect(ofUser).toHaveLength(50);
    expect((await browser.get("/store/customers/me")).status).toBe(401);
  });
});

describe("An order", () => {
  it("gets no more returns from customers than the shop allows", async () => {
    const cart = await aPayableCart(shop.visitor(), { place, variantId, quantity: 10 });
    const { data: order } = (await complete(shop.visitor(), cart.id)).body;
    const ask = () =>
      shop.visitor().post("/store/returns", {
        order_id: order.id,
        items: [{ item_id: order.items[0].id, quantity: 1 }],
      });
    const answers = await Promise.all(Array.from({ length: 5 }, ask));
    expect(statuses(answers)).toEqual([200, 200, 400, 400, 400]);
    expect(brief(await ask())).toEqual({ status: 400, type: "invalid_data", field: "order_id" });
    const { body } = await shop.admin.get(`/admin/orders/${order.id}`);
    expect(body.order.returns).toHaveLength(RETURNS);
  });
});

describe("An answer", () => {
  const tooLarge = {
    status: 413,
    type: "invalid_data",
    field: "The answer would be larger than 200000 bytes",
  };

  it("that would be too large is refused, with a hint how to select less", async () => {
    const { id, browser } = await aShopper(shop);
    for (let order = 0; order < 10; order++) {
      const cart = await aPayableCart(browser, { place, variantId, quantity: 1 });
      expect((await complete(browser, cart.id)).status).toBe(200);
    }
    await shop.db.run({
      text: `update line_item set metadata = jsonb_build_object('note', repeat('x', $1))
        where order_id in (select id from "order" where customer_id = $2)`,
      values: [ANSWER / 8, id],
    });
    const orders = (query: string) => browser.get(`/store/customers/me/orders?${query}`);
    expect(brief(await orders("limit=100"))).toEqual(tooLarge);
    expect((await orders("limit=1")).body.orders).toHaveLength(1);
  });

  it("to a change is sent with any size: the change was made", async () => {
    const { product_id } = (await shop.admin.get(`/admin/variants/${variantId}`)).body.variant;
    await shop.admin.post(`/admin/products/${product_id}`, { description: "d".repeat(ANSWER / 4) });
    const { id } = await emptyCart();
    let answer: Answer | undefined;
    for (let line = 0; line < LINES; line++) answer = await put(id, { line });
    expect([answer!.status, answer!.body.cart.items.length]).toEqual([200, LINES]);
    expect(brief(await shop.visitor().get(`/store/carts/${id}`))).toEqual(tooLarge);
  });
});
