import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aPlace, aReadyCart, cartIn, complete, type Place } from "../support/factories/carts.ts";
import { aSentOrder } from "../support/factories/orders.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSellingLocation, aSoldProduct, aStockedVariant } from "../support/factories/sold-products.ts";
import { type StartedShop, startShop } from "../support/fixtures/shop.ts";
import { PluginFiles } from "./plugin-files.ts";

/** Decides by the fields of the shop. What the choices get is kept for the route. */
const DECIDER = `
const seen: any = {};
const text = (type = "text", more = {}) => ({ type, ...more });
export default {
  name: "decider",
  fields: {
    product: { leather: text("boolean") },
    variant: { most: text("integer") },
    line_item: { engraving: text("text", { storefront: "write", default: "none" }), gift: text("boolean", { required: true, default: false }) },
    cart: { wish: text("text", { storefront: "write" }) },
    customer: { blocked: text("boolean") },
  },
  rules: {
    line: ({ line, variant }: any, { refuse }: any) => {
      seen.line = line.custom_fields;
      if ((line.custom_fields.engraving ?? "").length > 10) return refuse("Too long to engrave");
      if (variant?.product.custom_fields.leather && line.quantity > 2) return refuse("Leather: at most 2");
      if (variant && line.quantity > (variant.custom_fields.most ?? 99)) return refuse("Too many of this variant");
    },
    completion: ({ cart }: any, { refuse }: any) => {
      if (cart.custom_fields.wish === "never") return refuse("Not with this wish");
      if (cart.items.some((item: any) => item.custom_fields.engraving === "forbidden")) return refuse("Forbidden words");
      if (cart.customer?.custom_fields.blocked) return refuse("Not for this customer");
    },
    customer: ({ customer }: any, { refuse }: any) =>
      customer.custom_fields.blocked === true ? refuse("A new customer is not blocked") : undefined,
    product: ({ product }: any, { refuse }: any) => {
      if (product.custom_fields.leather && !product.title.includes("Leather")) return refuse("Say Leather in the title");
    },
  },
  choices: {
    price: ({ candidates, selected, version, at, ...data }: any) => {
      seen.price = data;
      return undefined;
    },
    location: ({ country_code, postal_code, levels }: any) => {
      seen.location = { country_code, postal_code };
      return undefined;
    },
  },
  register({ routes }: any) {
    routes((app: any) => app.get("/store/seen", { config: { public: true } }, async () => seen));
  },
};
`;

let files: PluginFiles;
let shop: StartedShop;
let place: Place;
beforeAll(async () => {
  files = new PluginFiles({ "plugin.ts": DECIDER });
  shop = await startShop({ TRADEWIND_PLUGINS: files.at("plugin.ts") });
  place = await aPlace(shop, { currency_code: "usd", countries: ["us"] });
});
afterAll(async () => {
  await shop.close();
  files.remove();
});

const post = (path: string, body?: unknown) => shop.visitor().post(path, body);
const seen = async () => (await shop.visitor().get("/store/seen")).body;
const leather = { product: { title: "Leather bag", custom_fields: { leather: true } } };

describe("rules decide by the fields of the shop", () => {
  it("of a product and of a variant, when a line is added", async () => {
    const { variantId } = await aSoldProduct(shop, leather);
    const { id } = cartIn(await post("/store/carts", { region_id: place.id }));
    const add = (quantity: number) =>
      post(`/store/carts/${id}/line-items`, { variant_id: variantId, quantity });
    expect(await add(3)).toMatchObject({ status: 400, body: { message: "Leather: at most 2" } });
    const { productId, variantId: other } = await aSoldProduct(shop);
    await shop.admin.post(`/admin/products/${productId}/variants/${other}`, { custom_fields: { most: 1 } });
    const line = { variant_id: other, quantity: 2 };
    const refused = await post(`/store/carts/${id}/line-items`, line);
    expect(refused).toMatchObject({ status: 400, body: { message: "Too many of this variant" } });
    expect((await add(2)).status).toBe(200);
  });

  it("of a line, as it will be", async () => {
    const { variantId } = await aSoldProduct(shop);
    const { id } = cartIn(await post("/store/carts", { region_id: place.id }));
    const lines = `/store/carts/${id}/line-items`;
    const line = { variant_id: variantId, quantity: 1 };
    const long = { engraving: "far too long a text" };
    const refusal = { status: 400, body: { message: "Too long to engrave" } };
    expect(await post(lines, { ...line, custom_fields: long })).toMatchObject(refusal);
    const added = cartIn(await post(lines, { ...line, custom_fields: { engraving: "Ada" } }));
    expect((await seen()).line).toEqual({ engraving: "Ada", gift: false });
    const path = `${lines}/${added.items[0]!.id}`;
    expect(await post(path, { quantity: 1, custom_fields: long })).toMatchObject(refusal);
    expect((await post(path, { quantity: 2 })).status).toBe(200);
    expect((await seen()).line).toEqual({ engraving: "Ada", gift: false });
  });

  it("of a cart, of its lines and of its customer, when it is completed", async () => {
    const { variantId } = await aSoldProduct(shop);
    const items = [{ variant_id: variantId, quantity: 1, custom_fields: { engraving: "forbidden" } }];
    const ready = (cart: object) => aReadyCart(shop.visitor(), { regionId: place.id }, { items, ...cart });
    const refused = await complete(shop.visitor(), await ready({}));
    expect(refused.body.message).toBe("Forbidden words");
    const id = await ready({ items: [{ variant_id: variantId, quantity: 1 }] });
    await post(`/store/carts/${id}`, { custom_fields: { wish: "never" } });
    expect((await complete(shop.visitor(), id)).body.message).toBe("Not with this wish");
    await post(`/store/carts/${id}`, { custom_fields: { wish: "soon" } });
    expect((await complete(shop.visitor(), id)).status).toBe(200);
  });

  it("of a registration and of a product", async () => {
    const account = { email: "b@example.com", password: "secret-enough", first_name: "A", last_name: "B" };
    const customer = await shop.admin.post("/admin/customers", {
      ...account,
      custom_fields: { blocked: true },
    });
    expect(customer).toMatchObject({ status: 400, body: { message: "A new customer is not blocked" } });
    const message = "Say Leather in the title";
    const created = await shop.admin.post("/admin/products", {
      title: "Bag",
      custom_fields: { leather: true },
    });
    expect(created).toMatchObject({ status: 400, body: { message } });
    const { productId } = await aSoldProduct(shop, {
      product: { ...leather.product, title: "Leather belt" },
    });
    const renamed = await shop.admin.post(`/admin/products/${productId}`, { title: "Bag" });
    expect(renamed).toMatchObject({ status: 400, body: { message } });
  });
});

describe("choices get", () => {
  it("the product, the customer and the channel for a price", async () => {
    const { productId, variantId } = await aSoldProduct(shop);
    const client = shop.visitor();
    const account = { email: "c@example.com", password: "secret-enough", first_name: "A", last_name: "B" };
    const { body } = await client.post("/store/customers", account);
    const { id } = cartIn(await client.post("/store/carts", { region_id: place.id }));
    cartIn(await client.post(`/store/carts/${id}`, { customer_id: body.customer.id }));
    const cart = cartIn(
      await client.post(`/store/carts/${id}/line-items`, { variant_id: variantId, quantity: 1 }),
    );
    expect((await seen()).price).toMatchObject({
      variant_id: variantId,
      product_id: productId,
      customer_id: body.customer.id,
      sales_channel_id: (cart as unknown as { sales_channel_id: string }).sales_channel_id,
    });
    await client.get(`/store/products/${productId}?region_id=${place.id}`);
    expect((await seen()).price).toMatchObject({
      product_id: productId,
      customer_id: body.customer.id,
      sales_channel_id: null,
    });
    await shop.visitor().get(`/store/products/${productId}?region_id=${place.id}`);
    expect((await seen()).price.customer_id).toBeNull();
  });

  it("where the goods go for a location: of an order and of a claim", async () => {
    const location = await aSellingLocation(shop);
    const { variantId } = await aStockedVariant(shop, { [location.id]: 9 });
    const items = [{ variant_id: variantId, quantity: 1 }];
    const ready = await aReadyCart(shop.visitor(), { regionId: place.id }, { items });
    const { body } = await complete(shop.visitor(), ready);
    const goal = { country_code: "us", postal_code: body.data.shipping_address.postal_code };
    expect((await seen()).location).toEqual(goal);
  });
});

describe("goods of claims and swaps", () => {
  it("have fields, with their defaults", async () => {
    const { variantId } = await aSoldProduct(shop);
    const home = await aPlace(shop, { currency_code: "usd" });
    const { id: optionId } = await anOption(shop, home.id, { amount: 0 });
    const order = await aSentOrder(shop, { place: { ...home, optionId }, variantId, quantity: 2 });
    const additional_items = [{ variant_id: variantId, quantity: 1, custom_fields: { engraving: "Bob" } }];
    const claim = await shop.admin.post(`/admin/orders/${order.id}/claims`, {
      type: "replace",
      claim_items: [{ item_id: order.lineId, quantity: 1, reason: "other" }],
      additional_items,
    });
    expect(claim.status, claim.body.message).toBe(200);
    const swap = await shop.admin.post(`/admin/orders/${order.id}/swaps`, {
      return_items: [{ item_id: order.lineId, quantity: 1 }],
      additional_items,
    });
    expect(swap.status, swap.body.message).toBe(200);
    const rows = await shop.db.run({
      text: `select custom_fields from line_item where (claim_order_id is not null or swap_id is not null) and not is_return`,
      values: [],
    });
    const fields = { engraving: "Bob", gift: false };
    expect(rows).toEqual([{ custom_fields: fields }, { custom_fields: fields }]);
    const wrong = await shop.admin.post(`/admin/orders/${order.id}/swaps`, {
      return_items: [{ item_id: order.lineId, quantity: 1 }],
      additional_items: [{ variant_id: variantId, quantity: 1, custom_fields: { colour: "red" } }],
    });
    expect(wrong).toMatchObject({
      status: 400,
      body: { message: "property additional_items.0.custom_fields.colour should not exist" },
    });
  });
});
