import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aLine, csv, imported } from "../support/factories/batch-imports.ts";
import {
  aCart,
  addLine,
  aPlace,
  aReadyCart,
  complete,
  guest,
  type Place,
  ship,
} from "../support/factories/carts.ts";
import { anOrder, aSentOrder } from "../support/factories/orders.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSellingLocation, aSoldVariant, aStockedVariant } from "../support/factories/sold-products.ts";
import { aDataFolder } from "../support/factories/uploads.ts";
import { type StartedShop, startShop } from "../support/fixtures/shop.ts";
import { PluginFiles } from "./plugin-files.ts";

/** Every rule refuses by what the request says, so that one shop is enough. */
const RULES = `
const most = (n: number) => ({ line, cart }: any, { refuse }: any) => {
  if (line.metadata.mutate) line.quantity = 1;
  if (line.metadata.throws) throw new Error("secret detail");
  if (line.metadata.promise) return Promise.reject(new Error("late"));
  if (line.metadata.nonsense) return { ok: true };
  if (line.quantity > n) return refuse("At most " + n + " pieces", { code: "too_many_pieces", status: 409 });
};
export default {
  name: "limits",
  rules: {
    line: most(5),
    cart: ({ cart, totals }: any, { refuse }: any) =>
      cart.email === "banned@example.com" ? refuse("No orders from " + cart.email + " of " + totals.total) : undefined,
    completion: ({ kind, cart }: any, { refuse }: any) => {
      if (cart.metadata.hold) return refuse("On hold: " + kind, { code: "on_hold" });
    },
    refund: ({ amount, note }: any, { refuse }: any) => (note ? undefined : refuse("A refund of " + amount + " needs a note")),
    customer: ({ customer }: any, { refuse }: any) =>
      customer.email.endsWith("@spam.example") ? refuse("Not with this address") : undefined,
    product: ({ product, is_new }: any, { refuse }: any) =>
      product.title.startsWith("Fake") ? refuse((is_new ? "new: " : "old: ") + product.title) : undefined,
  },
};
`;

const data = aDataFolder();
let files: PluginFiles;
let shop: StartedShop;
let variantId: string;
let place: Place;
beforeAll(async () => {
  files = new PluginFiles({ "plugin.ts": RULES });
  shop = await startShop({
    TRADEWIND_PLUGINS: files.at("plugin.ts"),
    TRADEWIND_JOBS: "2",
    TRADEWIND_DATA_DIR: data.folder,
  });
  place = await aPlace(shop, { currency_code: "usd" });
  variantId = await aSoldVariant(shop);
});
afterAll(async () => {
  await shop.close();
  files.remove();
  data.remove();
});

const post = (path: string, body?: unknown) => shop.visitor().post(path, body);
const tooMany = { type: "not_allowed", code: "too_many_pieces", message: "At most 5 pieces" };
const aCartHere = (quantity = 1) =>
  aCart(shop.visitor(), { region_id: place.id, items: [{ variant_id: variantId, quantity }] });

describe("a rule about lines", () => {
  it("holds when a cart is created, and when a line is added, grows or changes", async () => {
    const line = { variant_id: variantId, quantity: 6 };
    const created = await post("/store/carts", { region_id: place.id, items: [line] });
    expect(created).toMatchObject({ status: 409, body: tooMany });
    const cart = await aCartHere(4);
    const path = `/store/carts/${cart.id}/line-items`;
    expect(await post(path, { ...line, metadata: { own: 1 } })).toMatchObject({ status: 409, body: tooMany });
    expect(await post(path, { ...line, quantity: 2 })).toMatchObject({ status: 409, body: tooMany });
    const { id } = cart.items[0]!;
    expect(await post(`${path}/${id}`, { quantity: 6 })).toMatchObject({ status: 409, body: tooMany });
    const { body } = await shop.visitor().get(`/store/carts/${cart.id}`);
    expect(body.cart.items.map(({ quantity }: { quantity: number }) => quantity)).toEqual([4]);
    expect((await post(`${path}/${id}`, { quantity: 5 })).status).toBe(200);
  });

  it("holds for draft orders, also for items without a product", async () => {
    const draft = (item: object) =>
      shop.admin.post("/admin/draft-orders", {
        region_id: place.id,
        email: "d@example.com",
        shipping_methods: [],
        items: [item],
      });
    expect(await draft({ variant_id: variantId, quantity: 6 })).toMatchObject({ status: 409, body: tooMany });
    expect(await draft({ title: "Wrap", unit_price: 1, quantity: 6 })).toMatchObject({ body: tooMany });
    expect((await draft({ variant_id: variantId, quantity: 5 })).status).toBe(200);
  });

  it("holds for order edits, claims and swaps", async () => {
    const { id: optionId } = await anOption(shop, place.id, { amount: 0 });
    const order = await aSentOrder(shop, { place: { ...place, optionId }, variantId, quantity: 1 });
    const { body } = await shop.admin.post("/admin/order-edits", { order_id: order.id });
    const edit = `/admin/order-edits/${body.order_edit.id}/items`;
    expect(await shop.admin.post(edit, { variant_id: variantId, quantity: 6 })).toMatchObject({
      body: tooMany,
    });
    const line = `${edit}/${body.order_edit.items[0].id}`;
    expect(await shop.admin.post(line, { quantity: 6 })).toMatchObject({ body: tooMany });
    const claim = await shop.admin.post(`/admin/orders/${order.id}/claims`, {
      type: "replace",
      claim_items: [{ item_id: order.items[0]!.id, quantity: 1, reason: "other" }],
      additional_items: [{ variant_id: variantId, quantity: 6 }],
    });
    expect(claim).toMatchObject({ body: tooMany });
    const swap = await shop.admin.post(`/admin/orders/${order.id}/swaps`, {
      return_items: [{ item_id: order.items[0]!.id, quantity: 1 }],
      additional_items: [{ variant_id: variantId, quantity: 6 }],
    });
    expect(swap).toMatchObject({ body: tooMany });
  });

  it.each(["throws", "promise", "nonsense", "mutate"])(
    "that fails (%s) refuses with the name of the plugin, and nothing of the error",
    async (way) => {
      const { id } = await aCartHere();
      const line = { variant_id: variantId, quantity: 1, metadata: { [way]: true } };
      const answer = await post(`/store/carts/${id}/line-items`, line);
      expect(answer.status).toBe(409);
      expect(answer.body).toEqual({
        type: "unexpected_state",
        code: "plugin_failed",
        message: "The plugin limits failed in rules.line",
      });
    },
  );

  it("decides for each of 20 parallel requests", async () => {
    const { id } = await aCartHere(1);
    const line = { variant_id: variantId, quantity: 1 };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(`/store/carts/${id}/line-items`, line)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(answers.filter(({ body }) => body.code === "too_many_pieces")).toHaveLength(16);
  });
});

describe("rules about carts and completions", () => {
  it("refuse the preparation of the payment and the completion, and change nothing", async () => {
    const cart = await aCartHere();
    await post(`/store/carts/${cart.id}`, {
      ...guest(),
      email: "banned@example.com",
      shipping_address: null,
    });
    const sessions = await post(`/store/carts/${cart.id}/payment-sessions`);
    expect(sessions).toMatchObject({ status: 400, body: { code: "refused_by_plugin", type: "not_allowed" } });
    expect(sessions.body.message).toMatch(/^No orders from banned@example.com of \d+$/);
  });

  it("refuse an order, whose stock and payment stay untouched", async () => {
    const id = await aReadyCart(
      shop.visitor(),
      { regionId: await usRegion() },
      { items: [{ variant_id: variantId, quantity: 1 }] },
    );
    await shop.db.run({ text: `update cart set metadata = '{"hold":true}' where id = $1`, values: [id] });
    const refused = await complete(shop.visitor(), id);
    expect(refused).toMatchObject({ status: 400, body: { message: "On hold: order", code: "on_hold" } });
    await shop.db.run({ text: "update cart set metadata = null where id = $1", values: [id] });
    expect(await complete(shop.visitor(), id)).toMatchObject({ status: 200, body: { type: "order" } });
  });
});

let region: string | undefined;
const usRegion = async () => {
  region ??= (await aPlace(shop, { currency_code: "usd", countries: ["us"] })).id;
  return region;
};

describe("a rule about completions", () => {
  const hold = (cartId: string) =>
    shop.db.run({ text: `update cart set metadata = '{"hold":true}' where id = $1`, values: [cartId] });

  it("holds when a merchant marks a draft order as paid", async () => {
    const { id: optionId } = await anOption(shop, place.id, { amount: 0 });
    const { body } = await shop.admin.post("/admin/draft-orders", {
      region_id: place.id,
      email: "held@example.com",
      shipping_methods: [{ option_id: optionId }],
      items: [{ variant_id: variantId, quantity: 1 }],
    });
    await hold(body.draft_order.cart_id);
    const paid = await shop.admin.post(`/admin/draft-orders/${body.draft_order.id}/pay`);
    expect(paid).toMatchObject({ status: 400, body: { message: "On hold: draft_order", code: "on_hold" } });
    expect(
      (await shop.admin.get(`/admin/draft-orders/${body.draft_order.id}`)).body.draft_order,
    ).toMatchObject({
      status: "open",
      order_id: null,
    });
  });

  it("holds when a customer confirms a swap", async () => {
    const { id: optionId } = await anOption(shop, place.id, { amount: 0 });
    const order = await aSentOrder(shop, { place: { ...place, optionId }, variantId, quantity: 1 });
    const { body } = await shop.admin.post(`/admin/orders/${order.id}/swaps`, {
      return_items: [{ item_id: order.lineId, quantity: 1 }],
      additional_items: [{ variant_id: variantId, quantity: 1 }],
    });
    const [swap] = body.order.swaps;
    await ship(shop.visitor(), swap.cart_id, optionId);
    await hold(swap.cart_id);
    const refused = await complete(shop.visitor(), swap.cart_id);
    expect(refused).toMatchObject({ status: 400, body: { message: "On hold: swap", code: "on_hold" } });
  });
});

describe("other rules", () => {
  it.each([
    ["a return", "return", { items: [], receive_now: true, refund_now: true }],
    ["a claim", "claims", { type: "refund", claim_items: [] }],
    ["lines", "line-refunds", { items: [], restock: false, reason: "other" }],
  ])("refuse refunds by %s", async (_, path, body) => {
    const { id: optionId } = await anOption(shop, place.id, { amount: 0 });
    const order = await aSentOrder(shop, { place: { ...place, optionId }, variantId, quantity: 1 });
    const piece = { item_id: order.lineId, quantity: 1 };
    const pieces =
      "claim_items" in body ? { claim_items: [{ ...piece, reason: "other" }] } : { items: [piece] };
    const answer = await shop.admin.post(`/admin/orders/${order.id}/${path}`, { ...body, ...pieces });
    expect(answer).toMatchObject({ status: 400, body: { message: "A refund of 1100 needs a note" } });
    const { body: shown } = await shop.admin.get(`/admin/orders/${order.id}`);
    expect(shown.order).toMatchObject({ refunded_total: 0, refunds: [] });
  });

  it("refuse products of an import, whose row is reported", async () => {
    const lines = [aLine("real"), aLine("fake", { "Product Title": "Fake hat" })];
    const { result } = await imported(shop, csv(lines));
    expect(result.errors).toMatchObject([{ message: expect.stringContaining("new: Fake hat") }]);
    const { body } = await shop.admin.get("/admin/products?handle=fake");
    expect(body.count).toBe(0);
  });

  it("refuse refunds", async () => {
    const order = await anOrder(shop.visitor(), { place, variantId });
    await shop.admin.post(`/admin/orders/${order.id}/capture`);
    const refund = (body: object) =>
      shop.admin.post(`/admin/orders/${order.id}/refund`, { amount: 100, reason: "other", ...body });
    expect(await refund({})).toMatchObject({
      status: 400,
      body: { message: "A refund of 100 needs a note" },
    });
    expect((await refund({ note: "kind" })).status).toBe(200);
  });

  it("refuse registrations, also by a user", async () => {
    const account = { email: "a@spam.example", password: "secret-enough", first_name: "A", last_name: "B" };
    const message = "Not with this address";
    expect(await post("/store/customers", account)).toMatchObject({ status: 400, body: { message } });
    expect(await shop.admin.post("/admin/customers", account)).toMatchObject({
      status: 400,
      body: { message },
    });
  });

  it("refuse products", async () => {
    const refused = await shop.admin.post("/admin/products", { title: "Fake bag" });
    expect(refused).toMatchObject({ status: 400, body: { message: "new: Fake bag" } });
    const { body } = await shop.admin.post("/admin/products", { title: "Bag" });
    const changed = await shop.admin.post(`/admin/products/${body.product.id}`, { title: "Fake" });
    expect(changed).toMatchObject({ status: 400, body: { message: "old: Fake" } });
  });
});

describe("a plugin with wrong rules does not start:", () => {
  it.each([
    ["rules: { lines() {} }", "there is no rules.lines"],
    ["rules: { line: 1 }", "rules.line must be a function"],
    ["rules: { async line() {} }", "rules.line must not be async"],
    ["rules: []", "rules must be an object of functions"],
    ["choices: { prices() {} }", "there is no choices.prices"],
    ["steps: { before() {} }", "there is no steps.before"],
  ])("%s", async (part, reason) => {
    const wrong = new PluginFiles({ "plugin.ts": `export default { name: "wrong", ${part} };` });
    await expect(startShop({ TRADEWIND_PLUGINS: wrong.at("plugin.ts") })).rejects.toThrow(reason);
    wrong.remove();
  });
});

const CHOICES = (name: string) => `
export default {
  name: "${name}",
  choices: {
    price: ({ candidates, selected, quantity }: any) =>
      quantity === 3 ? { amount: 333 } : quantity === 4 ? { candidate: 99 }
        : quantity === 5 ? { candidate: 1 - selected } : undefined,
    taxLines: ({ lines }: any) => ({
      lines: Object.fromEntries(Object.keys(lines).map((id) => [id, [{ rate: 7, name: "Reduced", code: null }]])),
    }),
    location: ({ levels }: any) =>
      [...levels].sort((a: any, b: any) => a.available - b.available).map((level: any) => level.location_id),
    orderNumber: ({ display_id, cart }: any) => (cart.metadata.number ?? "TW-" + display_id),
  },
};
`;

describe("choices", () => {
  let american: Promise<Place> | undefined;
  const americanPlace = () => {
    american ??= aPlace(chosen, { currency_code: "usd", countries: ["us"] });
    return american;
  };
  let chosen: StartedShop;
  let own: PluginFiles;
  beforeAll(async () => {
    own = new PluginFiles({ "plugin.ts": CHOICES("chooser"), "other.ts": CHOICES("other") });
    chosen = await startShop({ TRADEWIND_PLUGINS: own.at("plugin.ts") });
  });
  afterAll(async () => {
    await chosen.close();
    own.remove();
  });

  it("of prices and taxes are in the cart", async () => {
    const here = await aPlace(chosen, { currency_code: "usd", tax_rate: 20 });
    const sold = await aSoldVariant(chosen);
    const cart = await aCart(chosen.visitor(), {
      region_id: here.id,
      items: [{ variant_id: sold, quantity: 2 }],
    });
    expect(cart).toMatchObject({ subtotal: 2000, tax_total: 140 });
    expect(await addLine(chosen.visitor(), cart.id, sold)).toMatchObject({ subtotal: 999, tax_total: 70 });
    const wrong = await chosen
      .visitor()
      .post(`/store/carts/${cart.id}/line-items`, { variant_id: sold, quantity: 1 });
    expect(wrong).toMatchObject({ status: 409, body: { code: "plugin_failed" } });
  });

  it("of a candidate is its price, in the cart", async () => {
    const here = await aPlace(chosen, { currency_code: "usd", tax_rate: 0 });
    const prices = [
      { currency_code: "usd", amount: 1000 },
      { currency_code: "usd", amount: 700, min_quantity: 2 },
    ];
    const sold = await aSoldVariant(chosen, { prices });
    const cart = (quantity: number) =>
      aCart(chosen.visitor(), { region_id: here.id, items: [{ variant_id: sold, quantity }] });
    expect((await cart(2)).subtotal).toBe(1400);
    expect((await cart(5)).subtotal).toBe(5000);
  });

  it("of locations decide where stock is reserved", async () => {
    const [one, other] = [await aSellingLocation(chosen), await aSellingLocation(chosen)];
    const here = await americanPlace();
    const reservedAt = async (quantities: Record<string, number>) => {
      const { variantId: sold } = await aStockedVariant(chosen, quantities);
      const items = [{ variant_id: sold, quantity: 1 }];
      const cart = await aReadyCart(chosen.visitor(), { regionId: here.id }, { items });
      const { body } = await complete(chosen.visitor(), cart);
      const rows = await chosen.db.run<{ location_id: string }>({
        text: "select location_id from reservation_item where line_item_id = $1",
        values: [body.data.items[0].id],
      });
      return rows.map(({ location_id }) => location_id);
    };
    expect(await reservedAt({ [one.id]: 9, [other.id]: 5 })).toEqual([other.id]);
    expect(await reservedAt({ [one.id]: 5, [other.id]: 9 })).toEqual([one.id]);
  });

  it("of locations and numbers are in the order, and a number is given once", async () => {
    const first = await aSellingLocation(chosen);
    const second = await aSellingLocation(chosen);
    const { variantId: stocked } = await aStockedVariant(chosen, { [first.id]: 9, [second.id]: 9 });
    const here = await americanPlace();
    const ready = () =>
      aReadyCart(chosen.visitor(), { regionId: here.id }, { items: [{ variant_id: stocked, quantity: 1 }] });
    const plain = await complete(chosen.visitor(), await ready());
    const { display_id, external_id, id } = plain.body.data;
    expect(external_id).toBe(`TW-${display_id}`);
    const reserved = await chosen.db.run<{ location_id: string }>({
      text: "select location_id from reservation_item order by created_at desc limit 1",
      values: [],
    });
    expect(id).toBeTruthy();
    expect([first.id, second.id]).toContain(reserved[0]!.location_id);
    const carts = await Promise.all(Array.from({ length: 6 }, ready));
    await chosen.db.run({
      text: `update cart set metadata = '{"number":"SAME"}' where id = any($1)`,
      values: [carts],
    });
    const answers = await Promise.all(carts.map((cart) => complete(chosen.visitor(), cart)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(409)]);
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe("plugin_failed");
  });

  it("are for one plugin of a shop", async () => {
    const both = startShop({ TRADEWIND_PLUGINS: `${own.at("plugin.ts")},${own.at("other.ts")}` });
    await expect(both).rejects.toThrow("choices.price is already made by the plugin chooser");
  });
});
