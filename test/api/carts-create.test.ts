import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import {
  aCart,
  aPlace,
  cartIn,
  eventsOf,
  type Place,
  readCart,
  refused,
  rowsOf,
} from "../support/factories/carts.ts";
import { aGroup, aShopper } from "../support/factories/customers.ts";
import { aPriceList, dollars } from "../support/factories/price-lists.ts";
import { countRows, usd } from "../support/factories/products.ts";
import { aRegion, freeCountries } from "../support/factories/regions.ts";
import { aChannel, aKey, defaultChannel } from "../support/factories/sales-channels.ts";
import { aSoldProduct, aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const MOST = 2_147_483_647;

let place: Place;
const { it, shop } = withShop();

const create = (body?: unknown, client = shop.visitor()) => client.post("/store/carts", body);

/** A refusal leaves no cart, line, address or event behind. */
async function refusing(body: unknown, client = shop.visitor()) {
  const tables = ["cart", "line_item", "address", 'tradewind"."event'];
  const counts = () => Promise.all(tables.map((table) => countRows(shop, table)));
  const before = await counts();
  const answer = await create(body, client);
  expect(await counts()).toEqual(before);
  return refused(answer);
}

describe("a shop without a region", () => {
  it("has no carts yet", async () => {
    expect(await refusing({})).toEqual({
      status: 400,
      type: "invalid_data",
      message: "A region is required to create a cart",
    });
    place = await aPlace(shop);
  });
});

describe("a new cart", () => {
  it("needs nothing to be sent: it is empty, of the oldest region and of the default channel", async () => {
    await aRegion(shop);
    const answer = await create();
    expect(answer.status).toBe(200);
    expect(answer.body.cart).toMatchObject({
      object: "cart",
      id: expect.stringMatching(/^cart_[0-9A-Z]{26}$/),
      type: "default",
      region_id: place.id,
      sales_channel_id: await defaultChannel(shop),
      email: null,
      customer_id: null,
      shipping_address: null,
      billing_address: null,
      items: [],
      discounts: [],
      gift_cards: [],
      shipping_methods: [],
      payment_sessions: [],
      payment: null,
      completed_at: null,
      metadata: null,
      subtotal: 0,
      tax_total: 0,
      total: 0,
      region: { id: place.id, countries: [{}, {}], payment_providers: [{ id: "manual" }] },
      sales_channel: { id: await defaultChannel(shop) },
    });
    expect(answer.body.cart).not.toHaveProperty("customer");
    expect(answer.body.cart).not.toHaveProperty("payment_session");
    expect(await eventsOf(shop, answer.body.cart.id)).toEqual(["cart.created"]);
    expect(await readCart(shop.visitor(), answer.body.cart.id)).toEqual(answer.body.cart);
  });

  it("is of the region of the request", async () => {
    const region = await aRegion(shop);
    expect((await aCart(shop.visitor(), { region_id: region.id })).region_id).toBe(region.id);
  });

  it.each(["reg_unknown", ""])("of a region %j that does not exist is refused", async (region_id) => {
    expect(await refusing({ region_id })).toEqual({
      status: 404,
      type: "not_found",
      message: `Region with ${region_id} was not found`,
    });
  });

  it("of a region that was deleted is refused", async () => {
    const region = await aRegion(shop);
    await shop.admin.delete(`/admin/regions/${region.id}`);
    expect((await refusing({ region_id: region.id })).status).toBe(404);
  });

  it("knows the country of a region that has only one", async () => {
    const [country] = await freeCountries(shop, 1);
    const region = await aRegion(shop, { countries: [country] });
    const { shipping_address } = await aCart(shop.visitor(), { region_id: region.id });
    expect(shipping_address).toMatchObject({ country_code: country, first_name: null });
  });

  it("goes to the country that was named, in any case", async () => {
    const [, country] = place.countries;
    const cart = await aCart(shop.visitor(), { region_id: place.id, country_code: country.toUpperCase() });
    expect(cart.shipping_address).toMatchObject({ country_code: country });
  });

  it.each(["zz", "", "usa"])("does not go to %j", async (country_code) => {
    expect(await refusing({ region_id: place.id, country_code })).toEqual({
      status: 400,
      type: "not_allowed",
      message: "Shipping country not in region",
    });
  });

  it("records the client's address and the context of the storefront", async () => {
    const client = shop.visitor().with({ "user-agent": "a browser" });
    const { context } = await aCart(client, { context: { campaign: "spring" } });
    expect(context).toEqual({ ip: "127.0.0.1", user_agent: "a browser", campaign: "spring" });
    const said = await aCart(client, { context: { ip: "10.0.0.1", user_agent: "mine" } });
    expect(said.context).toEqual({ ip: "10.0.0.1", user_agent: "mine" });
  });

  it("belongs to the logged-in customer", async () => {
    const shopper = await aShopper(shop);
    const cart = await aCart(shopper.browser);
    expect(cart).toMatchObject({ customer_id: shopper.id, email: shopper.email });
  });

  it("costs six statements when it is empty", async () => {
    const counted = await countingStatements(shop.db, () => create({ region_id: place.id }));
    expect(counted.result.status).toBe(200);
    expect(counted.statements.length, counted.statements.join()).toBeLessThanOrEqual(6);
  });
});

describe("the body of a request for a new cart", () => {
  it.each([
    [{ regionid: "x" }, "property regionid should not exist"],
    [{ region_id: 1 }, "region_id must be a string"],
    [{ country_code: 5 }, "country_code must be a string"],
    [{ customer_id: "cus_1" }, "property customer_id should not exist"],
    [{ items: {} }, "items must be an array"],
    [{ items: [{}] }, "variant_id is required"],
    [{ items: [{ variant_id: "v", quantity: "1" }] }, "items.0.quantity must be an integer"],
    [{ items: [{ variant_id: "v", quantity: 1.5 }] }, "items.0.quantity must be an integer"],
    [{ items: [{ variant_id: "v", quantity: -1 }] }, "items.0.quantity must not be less than 0"],
    [
      { items: [{ variant_id: "v", quantity: MOST + 1 }] },
      `items.0.quantity must not be greater than ${MOST}`,
    ],
    [{ items: [{ variant_id: "v", quantity: 1, unit_price: 1 }] }, "property unit_price should not exist"],
    [{ context: "spring" }, "context must be an object"],
    [[], "the request body must be an object"],
  ])("%j is refused", async (body, message) => {
    expect(await refusing(body)).toEqual({ status: 400, type: "invalid_data", message });
  });

  it("cannot have more than 500 items", async () => {
    const items = Array.from({ length: 501 }, () => ({ variant_id: "v", quantity: 1 }));
    expect(await refusing({ items })).toMatchObject({ status: 400, type: "invalid_data" });
  });
});

describe("a new cart with items", () => {
  it("has a line for each item, with its price and tax", async () => {
    const shirt = await aSoldProduct(shop, { price: 1000 });
    const hat = await aSoldProduct(shop, { price: 333, product: { discountable: false } });
    const items = [
      { variant_id: shirt.variantId, quantity: 2 },
      { variant_id: hat.variantId, quantity: 1 },
      { variant_id: shirt.variantId, quantity: 1 },
    ];
    const cart = await aCart(shop.visitor(), { region_id: place.id, items });
    expect(cart.items).toMatchObject([
      {
        title: shirt.title,
        description: "One",
        variant_id: shirt.variantId,
        quantity: 2,
        unit_price: 1000,
        should_merge: true,
        allow_discounts: true,
        is_giftcard: false,
        has_shipping: false,
        metadata: {},
        tax_lines: [{ rate: 10, name: "default", code: "default" }],
        subtotal: 2000,
        tax_total: 200,
        total: 2200,
      },
      { title: hat.title, quantity: 1, unit_price: 333, allow_discounts: false, total: 366 },
      { title: shirt.title, quantity: 1, unit_price: 1000, total: 1100 },
    ]);
    expect(cart).toMatchObject({ subtotal: 3333, tax_total: 333, total: 3666 });
  });

  it("costs the price of the quantity", async () => {
    const variant_id = await aSoldVariant(shop, { prices: [usd(1000), usd(800, { min_quantity: 10 })] });
    const cart = await aCart(shop.visitor(), {
      region_id: place.id,
      items: [
        { variant_id, quantity: 9 },
        { variant_id, quantity: 10 },
      ],
    });
    expect(cart.items.map(({ unit_price }) => unit_price)).toEqual([1000, 800]);
  });

  it("has the price of the customer's group for its members only", async () => {
    const variant_id = await aSoldVariant(shop);
    const [group, shopper] = [await aGroup(shop), await aShopper(shop)];
    await shop.admin.post(`/admin/customer-groups/${group.id}/customers/batch`, {
      customer_ids: [{ id: shopper.id }],
    });
    await aPriceList(shop, {
      prices: [dollars(variant_id, 700)],
      customer_groups: [{ id: group.id }],
      status: "active",
    });
    const items = [{ variant_id, quantity: 1 }];
    expect((await aCart(shopper.browser, { region_id: place.id, items })).items[0]!.unit_price).toBe(700);
    expect((await aCart(shop.visitor(), { region_id: place.id, items })).items[0]!.unit_price).toBe(1000);
  });

  it("is refused as a whole when a variant is not known", async () => {
    const variant_id = await aSoldVariant(shop);
    const items = [
      { variant_id, quantity: 1 },
      { variant_id: "variant_unknown", quantity: 1 },
    ];
    expect(await refusing({ region_id: place.id, items })).toEqual({
      status: 400,
      type: "invalid_data",
      message: "Unable to generate the line items, some variant has not been found: variant_unknown",
    });
  });

  it("is refused for a variant or product that was deleted", async () => {
    for (const what of ["product", "product_variant"]) {
      const { productId, variantId } = await aSoldProduct(shop);
      const id = what === "product" ? productId : variantId;
      await shop.db.run({ text: `update ${what} set deleted_at = now() where id = $1`, values: [id] });
      const items = [{ variant_id: variantId, quantity: 1 }];
      expect((await refusing({ region_id: place.id, items })).status).toBe(400);
    }
  });

  it("is refused for what has no price in the region", async () => {
    const variant_id = await aSoldVariant(shop, { prices: [] });
    expect(await refusing({ region_id: place.id, items: [{ variant_id, quantity: 1 }] })).toEqual({
      status: 400,
      type: "invalid_data",
      message: 'Cannot generate line item for variant "One" without a price',
    });
  });

  it("is refused for what the channel does not sell", async () => {
    const { variantId, title } = await aSoldProduct(shop);
    const channel = await aChannel(shop);
    const items = [{ variant_id: variantId, quantity: 1 }];
    expect(await refusing({ region_id: place.id, items, sales_channel_id: channel.id })).toEqual({
      status: 400,
      type: "invalid_data",
      message: `The products [${title}] must belongs to the sales channel on which the cart has been created.`,
    });
  });

  it("is refused for more than there is, also in several requests", async () => {
    const variant_id = await aSoldVariant(shop, { stock: 2 });
    const one = { variant_id, quantity: 1 };
    for (const items of [[{ variant_id, quantity: 3 }], [one, one, one]]) {
      const answer = await create({ region_id: place.id, items });
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({
        code: "insufficient_inventory",
        type: "not_allowed",
        message: `Variant with id: ${variant_id} does not have the required inventory`,
      });
    }
  });

  it.each([{ manage_inventory: false }, { allow_backorder: true }])(
    "has no limit for a variant with %j",
    async (details) => {
      const variant_id = await aSoldVariant(shop, {
        product: { variants: [{ title: "One", inventory_quantity: 0, prices: [usd(1)], ...details }] },
      });
      const cart = await aCart(shop.visitor(), {
        region_id: place.id,
        items: [{ variant_id, quantity: 999 }],
      });
      expect(cart.items[0]!.quantity).toBe(999);
    },
  );

  it("is refused for no pieces at all", async () => {
    const variant_id = await aSoldVariant(shop);
    const { status, message } = await refusing({ region_id: place.id, items: [{ variant_id, quantity: 0 }] });
    expect(status).toBe(400);
    expect(message).toContain("quantity");
  });

  it("is refused when a line would cost more than can be paid", async () => {
    const unlimited = (amount: number) =>
      aSoldVariant(shop, {
        product: { variants: [{ title: "One", manage_inventory: false, prices: [usd(amount)] }] },
      });
    const dear = await unlimited(MOST);
    const cart = await aCart(shop.visitor(), {
      region_id: place.id,
      items: [{ variant_id: dear, quantity: 1 }],
    });
    expect(cart.items[0]).toMatchObject({ subtotal: MOST, tax_total: 214_748_365, total: 2_362_232_012 });
    for (const [variant_id, quantity] of [
      [dear, 2],
      [await unlimited(2), MOST],
    ] as const) {
      const answer = await refusing({ region_id: place.id, items: [{ variant_id, quantity }] });
      expect(answer).toMatchObject({ status: 400, type: "invalid_data" });
      expect(answer.message).toContain("quantity");
    }
  });

  it("can have 500 lines at once", async () => {
    const variants = Array.from({ length: 100 }, (_, index) => ({
      title: `Size ${index}`,
      inventory_quantity: 10,
      prices: [usd(100 + index)],
    }));
    const ids: string[] = [];
    for (let made = 0; made < 5; made++) {
      const { productId } = await aSoldProduct(shop, { product: { variants } });
      const { body } = await shop.admin.get(`/admin/products/${productId}`);
      ids.push(...body.product.variants.map(({ id }: { id: string }) => id));
    }
    const items = ids.map((variant_id) => ({ variant_id, quantity: 2 }));
    const counted = await countingStatements(shop.db, () => create({ region_id: place.id, items }));
    const cart = cartIn(counted.result);
    expect(cart.items.map((line) => line.variant_id)).toEqual(ids);
    expect(cart.subtotal).toBe(5 * 2 * (100 * 100 + (99 * 100) / 2));
    expect(counted.statements.length, counted.statements.join()).toBeLessThanOrEqual(8);
  });
});

describe("the sales channel of a new cart", () => {
  it("is the one that was named", async () => {
    const channel = await aChannel(shop);
    expect((await aCart(shop.visitor(), { sales_channel_id: channel.id })).sales_channel_id).toBe(channel.id);
  });

  it("must exist", async () => {
    expect(await refusing({ sales_channel_id: "sc_unknown" })).toEqual({
      status: 404,
      type: "not_found",
      message: "Sales channel with id: sc_unknown was not found",
    });
  });

  it("must be enabled", async () => {
    const channel = await aChannel(shop, { is_disabled: true });
    expect(await refusing({ sales_channel_id: channel.id })).toEqual({
      status: 400,
      type: "invalid_data",
      message: `Unable to assign the cart to a disabled Sales Channel "${channel.name}"`,
    });
  });

  describe("with a publishable key", () => {
    const withKey = async (...channels: { id: string }[]) =>
      shop.visitor().with({ "x-publishable-api-key": (await aKey(shop, { channels })).id });

    it("is the only one of the key", async () => {
      const channel = await aChannel(shop);
      expect((await aCart(await withKey(channel))).sales_channel_id).toBe(channel.id);
    });

    it("is the default one for a key without channels", async () => {
      expect((await aCart(await withKey())).sales_channel_id).toBe(await defaultChannel(shop));
    });

    it("must be named when the key is of several", async () => {
      const channels = [await aChannel(shop), await aChannel(shop)];
      const client = await withKey(...channels);
      expect(await refusing({}, client)).toMatchObject({ status: 400, type: "invalid_data" });
      const { id } = channels[1]!;
      expect((await aCart(client, { sales_channel_id: id })).sales_channel_id).toBe(id);
    });

    it("must be one of the key", async () => {
      const [own, other] = [await aChannel(shop), await aChannel(shop)];
      const answer = await create({ sales_channel_id: other.id }, await withKey(own));
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual([
        `Provided sales channel id param: ${other.id} is not associated with the Publishable API Key passed in the header of the request.`,
      ]);
    });

    it("stays one of the key that the cart is changed with", async () => {
      const [own, more, other] = [await aChannel(shop), await aChannel(shop), await aChannel(shop)];
      const client = await withKey(own, more);
      const cart = await aCart(client, { sales_channel_id: own.id });
      const before = await rowsOf(shop, cart.id);
      const answer = await client.post(`/store/carts/${cart.id}`, { sales_channel_id: other.id });
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual([
        `Provided sales channel id param: ${other.id} is not associated with the Publishable API Key passed in the header of the request.`,
      ]);
      expect(await rowsOf(shop, cart.id)).toEqual(before);
      const moved = await client.post(`/store/carts/${cart.id}`, { sales_channel_id: more.id });
      expect(moved.body.cart.sales_channel_id).toBe(more.id);
    });
  });
});
