import { describe, expect } from "vitest";
import { Refusal } from "../../src/kernel/refusal.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import {
  aCart,
  addLine,
  agreeOnShipping,
  aPlace,
  cartIn,
  changeCart,
  openSessions,
  readCart,
  refused,
  ship,
} from "../support/factories/carts.ts";
import { anOption, aProfile } from "../support/factories/shipping.ts";
import { aSoldProduct, aSoldVariant } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withCartShop } from "../support/fixtures/with-cart-shop.ts";
import { Gate, outsideWorld } from "../support/services/outside-world.ts";

const MOST = 2_147_483_647;
const { registry, data, price } = outsideWorld();

const { it, shop, place, shirt, visitor, aFilledCart, refusing } = withCartShop({
  start: () => startShop({}, { providers: registry }),
  region: { fulfillment_providers: ["manual", "carrier"] },
});
it.beforeEach(() => {
  data.forget();
  price.forget();
});

const choose = (cartId: string, body: unknown) =>
  visitor().post(`/store/carts/${cartId}/shipping-methods`, body);

const refusingOption = (cartId: string, body: unknown) => refusing(cartId, () => choose(cartId, body));

const offered = async (cartId: string) => {
  const { status, body } = await visitor().get(`/store/shipping-options/${cartId}`);
  expect(status).toBe(200);
  return body.shipping_options as { id: string; amount: number | null; price_incl_tax: number }[];
};

/** A product that is sent from another place than the rest, and how that is done. */
async function somethingBulky() {
  const profile = await aProfile(shop);
  const { productId, variantId } = await aSoldProduct(shop);
  await shop.db.run({
    text: "update product_shipping_profile set profile_id = $2 where product_id = $1",
    values: [productId, profile.id],
  });
  const option = await anOption(shop, place.id, { profile_id: profile.id, amount: 5000 });
  return { variantId, option };
}

describe("choosing a way to ship", () => {
  it("adds it to the cart, with its price and the storefront's data", async () => {
    const option = await anOption(shop, place.id, { amount: 700 });
    const { id } = await aFilledCart();
    const cart = cartIn(await choose(id, { option_id: option.id, data: { shop: "corner" } }));
    expect(cart).toMatchObject({
      shipping_total: 700,
      total: 1870,
      items: [{ has_shipping: true }],
      shipping_methods: [
        {
          id: expect.stringMatching(/^sm_/),
          cart_id: id,
          shipping_option_id: option.id,
          price: 700,
          total: 770,
          data: { shop: "corner" },
          shipping_option: { id: option.id },
        },
      ],
    });
    expect(await readCart(visitor(), id)).toEqual(cart);
  });

  it("takes the place of another one for the same goods", async () => {
    const [slow, fast] = [await anOption(shop, place.id), await anOption(shop, place.id, { amount: 900 })];
    const { id } = await aFilledCart();
    await ship(visitor(), id, slow.id);
    const cart = await ship(visitor(), id, fast.id);
    expect(cart.shipping_methods).toMatchObject([{ shipping_option_id: fast.id, price: 900 }]);
    expect((await ship(visitor(), id, fast.id)).shipping_methods).toHaveLength(1);
  });

  it("coexists with the method of goods of another profile", async () => {
    const bulky = await somethingBulky();
    const option = await anOption(shop, place.id);
    const { id } = await aFilledCart();
    await addLine(visitor(), id, bulky.variantId);
    const first = await ship(visitor(), id, option.id);
    expect(first.items.map(({ has_shipping }) => has_shipping)).toEqual([true, false]);
    const both = await ship(visitor(), id, bulky.option.id);
    expect(both.items.map(({ has_shipping }) => has_shipping)).toEqual([true, true]);
    expect(both.shipping_total).toBe(5500);
  });

  it("takes an open payment along", async () => {
    const option = await anOption(shop, place.id);
    const { id } = await aFilledCart();
    await openSessions(visitor(), id);
    expect((await ship(visitor(), id, option.id)).payment_session).toMatchObject({ amount: 1650 });
  });

  it("costs eight statements", async () => {
    const option = await anOption(shop, place.id);
    const { id } = await aFilledCart();
    const counted = await countingStatements(shop.db, () => choose(id, { option_id: option.id }));
    expect(counted.result.status).toBe(200);
    expect(counted.statements.length, counted.statements.join()).toBeLessThanOrEqual(8);
  });

  it("may cost nothing", async () => {
    const option = await anOption(shop, place.id, { amount: 0 });
    const { id } = await aFilledCart();
    expect(await ship(visitor(), id, option.id)).toMatchObject({ shipping_total: 0, total: 1100 });
  });

  it("can be done for an empty cart", async () => {
    const option = await anOption(shop, place.id);
    const { id } = await aCart(visitor(), { region_id: place.id });
    expect((await ship(visitor(), id, option.id)).shipping_methods).toHaveLength(1);
  });
});

describe("a way to ship is refused", () => {
  it.each([
    [{}, "option_id is required"],
    [{ option_id: 1 }, "option_id must be a string"],
    [{ option_id: "so", data: "x" }, "data must be an object"],
    [{ option_id: "so", price: 1 }, "property price should not exist"],
  ])("for %j", async (body, message) => {
    const { id } = await aFilledCart();
    expect(await refusingOption(id, body)).toEqual({ status: 400, type: "invalid_data", message });
  });

  it("that does not exist or was deleted", async () => {
    const gone = await anOption(shop, place.id);
    await shop.admin.delete(`/admin/shipping-options/${gone.id}`);
    const { id } = await aFilledCart();
    for (const option_id of ["so_unknown", gone.id]) {
      expect(await refusingOption(id, { option_id })).toEqual({
        status: 404,
        type: "not_found",
        message: `Shipping Option with ${option_id} was not found`,
      });
    }
  });

  it("of another region", async () => {
    const option = await anOption(shop, (await aPlace(shop)).id);
    const { id } = await aFilledCart();
    expect(await refusingOption(id, { option_id: option.id })).toMatchObject({
      status: 400,
      type: "invalid_data",
    });
  });

  it("that is for administrators", async () => {
    const option = await anOption(shop, place.id, { admin_only: true });
    const { id } = await aFilledCart();
    expect(await refusingOption(id, { option_id: option.id })).toMatchObject({
      status: 400,
      type: "not_allowed",
    });
  });

  it("whose requirements are not met", async () => {
    const option = await anOption(shop, place.id, {
      requirements: [
        { type: "min_subtotal", amount: 2000 },
        { type: "max_subtotal", amount: 4000 },
      ],
    });
    for (const [quantity, isMet] of [
      [1, false],
      [2, true],
      [3, true],
      [4, false],
    ] as const) {
      const { id } = await aFilledCart({ quantity });
      if (isMet) await ship(visitor(), id, option.id);
      else {
        expect(await refusingOption(id, { option_id: option.id })).toEqual({
          status: 400,
          type: "not_allowed",
          message: "The Cart does not satisfy the shipping option's requirements",
        });
      }
      expect((await offered(id)).some((each) => each.id === option.id)).toBe(isMet);
    }
  });

  it("by a carrier that is not installed any more", async () => {
    const option = await anOption(shop, place.id);
    await shop.db.run({
      text: "insert into fulfillment_provider (id, is_installed) values ('gone', false) on conflict do nothing",
      values: [],
    });
    await shop.db.run({
      text: "update shipping_option set provider_id = 'gone' where id = $1",
      values: [option.id],
    });
    const { id } = await aFilledCart();
    expect(await refusingOption(id, { option_id: option.id })).toMatchObject({
      status: 400,
      message: "The fulfillment provider gone is not installed",
    });
    expect((await offered(id)).map((each) => each.id)).not.toContain(option.id);
    const { body } = await visitor().get(`/store/shipping-options?region_id=${place.id}`);
    expect(body.shipping_options.map((each: { id: string }) => each.id)).not.toContain(option.id);
    expect(body.shipping_options).not.toEqual([]);
  });
});

describe("a carrier", () => {
  const calculated = () =>
    anOption(shop, place.id, { provider_id: "carrier", price_type: "calculated", amount: undefined });
  const flat = () => anOption(shop, place.id, { provider_id: "carrier" });

  it("receives the goods and the address, and decides the price", async () => {
    const option = await calculated();
    const { id, items } = await aFilledCart({ quantity: 2 });
    await changeCart(visitor(), id, {
      email: "parcel@example.com",
      shipping_address: { city: "Testville", country_code: place.countries[0] },
    });
    price.answer = () => 1234;
    const cart = cartIn(await choose(id, { option_id: option.id, data: { box: 7 } }));
    expect(cart).toMatchObject({
      shipping_total: 1234,
      shipping_methods: [{ price: 1234, data: { box: 7 } }],
    });
    expect(price.asked).toMatchObject([
      {
        parcel: {
          resourceId: id,
          email: "parcel@example.com",
          currencyCode: "usd",
          shippingAddress: { city: "Testville", countryCode: place.countries[0] },
          items: [{ lineItemId: items[0]!.id, variantId: shirt.id, quantity: 2, unitPrice: 1000 }],
        },
      },
    ]);
  });

  it("is not called for the price of a flat rate", async () => {
    const option = await flat();
    const { id } = await aFilledCart();
    await ship(visitor(), id, option.id);
    expect([data.asked.length, price.asked.length]).toEqual([1, 0]);
  });

  it("decides which data is stored", async () => {
    data.answer = ({ data: sent }) => ({ ...sent, checked: true });
    const option = await flat();
    const { id } = await aFilledCart();
    const answer = await choose(id, { option_id: option.id, data: { box: 7 } });
    expect(answer.body.cart.shipping_methods[0].data).toEqual({ box: 7, checked: true });
  });

  it("may refuse, in its own words", async () => {
    data.answer = () => {
      throw new Refusal("invalid_data", "there is no such parcel shop");
    };
    const option = await flat();
    const { id } = await aFilledCart();
    expect(await refusingOption(id, { option_id: option.id })).toEqual({
      status: 400,
      type: "invalid_data",
      message: "The shipping option cannot be chosen: there is no such parcel shop",
    });
  });

  it("that fails is a refusal without details of the service", async () => {
    const outage = () => {
      throw new Error("a secret of the carrier");
    };
    const option = await calculated();
    const { id } = await aFilledCart();
    data.answer = outage;
    expect((await refusingOption(id, { option_id: option.id })).message).toBe(
      "The shipping option cannot be chosen: it failed",
    );
    data.forget();
    price.answer = outage;
    expect((await refusingOption(id, { option_id: option.id })).message).toBe(
      "The price of shipping could not be calculated: it failed",
    );
  });

  it.each([undefined, null, -1, 1.5, "500", Number.NaN, MOST + 1, 1e300])(
    "that answers with the price %s is a clear refusal",
    async (answered) => {
      price.answer = () => answered;
      const option = await calculated();
      const { id } = await aFilledCart();
      expect(await refusingOption(id, { option_id: option.id })).toMatchObject({
        status: 400,
        type: "invalid_data",
        message: "The fulfillment provider gave no usable price",
      });
    },
  );

  it.each([undefined, null, "text", 7, []])("that keeps %j is a clear refusal", async (kept) => {
    data.answer = () => kept;
    const option = await flat();
    const { id } = await aFilledCart();
    const refusal = await refusingOption(id, { option_id: option.id });
    expect(refusal).toMatchObject({ status: 400, type: "invalid_data" });
    expect(refusal.message).toContain("The shipping option cannot be chosen");
  });

  it("that is slow does not block other changes of the cart", async () => {
    const option = await flat();
    const { id } = await aFilledCart();
    const gate = new Gate();
    data.answer = async ({ data: sent }) => {
      await gate.pass();
      return sent;
    };
    const choosing = choose(id, { option_id: option.id });
    await gate.reached;
    expect((await changeCart(visitor(), id, { email: "meanwhile@example.com" })).email).toBe(
      "meanwhile@example.com",
    );
    gate.letGo();
    expect((await choosing).status).toBe(200);
    expect(await readCart(visitor(), id)).toMatchObject({
      email: "meanwhile@example.com",
      shipping_methods: [{ shipping_option_id: option.id }],
    });
  });

  describe("that calculates prices", () => {
    const shown = async (cartId: string, optionId: string) =>
      (await offered(cartId)).find(({ id }) => id === optionId);

    it("is called for them when options are listed, which then have an amount and their tax", async () => {
      const option = await calculated();
      const { id } = await aFilledCart({ quantity: 2 });
      price.answer = () => 1234;
      expect(await shown(id, option.id)).toMatchObject({
        price_type: "calculated",
        amount: 1234,
        tax_amount: 123,
        price_incl_tax: 1357,
        tax_rates: [{ rate: 10 }],
      });
      expect(price.asked.at(-1)).toMatchObject({ parcel: { resourceId: id, items: [{ quantity: 2 }] } });
    });

    it("is called also if the option has a stored amount, as in databases of v1", async () => {
      const option = await calculated();
      const text = "update shipping_option set amount = 4900 where id = $1";
      await shop.db.run({ text, values: [option.id] });
      const { id } = await aFilledCart();
      price.answer = () => 1234;
      expect(await shown(id, option.id)).toMatchObject({ amount: 1234, price_incl_tax: 1357 });
      expect(cartIn(await choose(id, { option_id: option.id }))).toMatchObject({ shipping_total: 1234 });
    });

    it("is not called for a price that was agreed", async () => {
      const option = await calculated();
      const { id } = await aFilledCart();
      await agreeOnShipping(shop, id, option.id, 321);
      price.answer = () => 1234;
      expect(await shown(id, option.id)).toMatchObject({ amount: 321, price_incl_tax: 353 });
      expect(price.asked).toEqual([]);
    });

    it("contains the tax where the option includes it", async () => {
      const option = await anOption(shop, place.id, {
        provider_id: "carrier",
        price_type: "calculated",
        amount: undefined,
        includes_tax: true,
      });
      price.answer = () => 1100;
      const { id } = await aFilledCart();
      expect(await shown(id, option.id)).toMatchObject({
        amount: 1100,
        tax_amount: 100,
        price_incl_tax: 1100,
      });
    });

    it.each([
      ["fails", () => Promise.reject(new Error("out of order"))],
      ["refuses", () => Promise.reject(new Refusal("not_allowed", "not to islands"))],
      ["says no usable price", () => 12.5],
    ])("and %s is left out, the others are not", async (_, answer) => {
      const [option, other] = [await calculated(), await flat()];
      const { id } = await aFilledCart();
      price.answer = answer;
      expect(await shown(id, option.id)).toBeUndefined();
      expect(await shown(id, other.id)).toMatchObject({ amount: 500, price_incl_tax: 550 });
    });

    it("and does not answer in time is left out", async () => {
      const option = await calculated();
      const { id } = await aFilledCart();
      price.answer = () => new Promise(() => {});
      expect(await shown(id, option.id)).toBeUndefined();
    });

    it("is called for all options at the same time, while the cart can be changed", async () => {
      const options = [await calculated(), await calculated()];
      const { id } = await aFilledCart();
      const [both, gate] = [new Gate(), new Gate()];
      let waiting = 0;
      price.answer = async () => {
        waiting += 1;
        if (waiting === 2) void both.pass();
        await gate.pass();
        return 700;
      };
      const listing = offered(id);
      await both.reached;
      expect(await changeCart(visitor(), id, { email: "meanwhile@example.com" })).toMatchObject({
        email: "meanwhile@example.com",
      });
      gate.letGo();
      const listed = await listing;
      for (const option of options) {
        expect(listed.find((each) => each.id === option.id)).toMatchObject({ amount: 700 });
      }
    });

    it("is not called where a price was agreed", async () => {
      const option = await calculated();
      const { id } = await aFilledCart();
      await agreeOnShipping(shop, id, option.id, 42);
      expect(await shown(id, option.id)).toMatchObject({ amount: 42, price_incl_tax: 46 });
      expect(price.asked).toEqual([]);
    });
  });

  it("is called again when the goods change before it has answered", async () => {
    const option = await calculated();
    const hat = await aSoldVariant(shop);
    const { id } = await aFilledCart();
    const gate = new Gate();
    const usual = price.answer;
    price.answer = async (question) => {
      await gate.pass();
      return usual(question);
    };
    const choosing = choose(id, { option_id: option.id });
    await gate.reached;
    await addLine(visitor(), id, hat);
    gate.letGo();
    expect(cartIn(await choosing)).toMatchObject({ shipping_total: 200, shipping_methods: [{ price: 200 }] });
    expect(price.asked.map(({ parcel }) => parcel.items.length)).toEqual([1, 2]);
  });

  it("is aborted when the goods change during every call", async () => {
    const option = await calculated();
    const { id } = await aFilledCart();
    price.answer = async () => {
      await addLine(visitor(), id, shirt.id);
      return 100;
    };
    const answer = await choose(id, { option_id: option.id });
    expect(refused(answer)).toMatchObject({ status: 409, type: "conflict" });
    expect((await readCart(visitor(), id)).shipping_methods).toEqual([]);
  });

  it("whose option does not fit any more when it answers is chosen in vain", async () => {
    const option = await anOption(shop, place.id, {
      provider_id: "carrier",
      requirements: [{ type: "max_subtotal", amount: 2000 }],
    });
    const { id } = await aFilledCart();
    const gate = new Gate();
    data.answer = async ({ data: sent }) => {
      await gate.pass();
      return sent;
    };
    const choosing = choose(id, { option_id: option.id });
    await gate.reached;
    await addLine(visitor(), id, shirt.id);
    gate.letGo();
    expect((await choosing).status).toBe(400);
    expect((await readCart(visitor(), id)).shipping_methods).toEqual([]);
  });
});

describe("shipping that was agreed before", () => {
  it("is the only option, at its price, regardless of its requirements", async () => {
    const [agreed, other] = [
      await anOption(shop, place.id, { requirements: [{ type: "min_subtotal", amount: 100_000 }] }),
      await anOption(shop, place.id),
    ];
    const { id } = await aFilledCart();
    await agreeOnShipping(shop, id, agreed.id, 123);
    const elsewhere = await anOption(shop, (await aPlace(shop)).id);
    for (const option_id of [other.id, elsewhere.id, "so_unknown"]) {
      expect(await refusingOption(id, { option_id })).toMatchObject({ status: 400, type: "invalid_data" });
    }
    const options = await offered(id);
    expect(options).toMatchObject([{ id: agreed.id, amount: 123, price_incl_tax: 135 }]);
    expect(await ship(visitor(), id, agreed.id)).toMatchObject({ shipping_total: 123 });
  });

  it("cannot be a way back", async () => {
    const option = await anOption(shop, place.id, { is_return: true });
    const { id } = await aFilledCart();
    expect(await refusingOption(id, { option_id: option.id })).toMatchObject({
      status: 400,
      type: "not_allowed",
    });
    await agreeOnShipping(shop, id, option.id, 0);
    expect(await refusingOption(id, { option_id: option.id })).toMatchObject({
      status: 400,
      type: "not_allowed",
    });
  });

  it("may be free", async () => {
    const option = await anOption(shop, place.id);
    const { id } = await aFilledCart();
    await agreeOnShipping(shop, id, option.id, 0);
    expect(await ship(visitor(), id, option.id)).toMatchObject({ shipping_total: 0 });
  });
});

describe("the ways to ship a cart", () => {
  it("are those of its region that fit its lines", async () => {
    const here = await aPlace(shop);
    const bulky = await aProfile(shop);
    const option = await anOption(shop, here.id);
    await anOption(shop, here.id, { profile_id: bulky.id });
    await anOption(shop, here.id, { admin_only: true });
    await anOption(shop, here.id, { is_return: true });
    await anOption(shop, place.id);
    const { id } = await aCart(visitor(), {
      region_id: here.id,
      items: [{ variant_id: shirt.id, quantity: 1 }],
    });
    expect(await offered(id)).toMatchObject([{ id: option.id, amount: 500, price_incl_tax: 550 }]);
    const empty = await aCart(visitor(), { region_id: here.id });
    expect(await offered(empty.id)).toEqual([]);
  });
});

describe("a cart whose way to ship has gone", () => {
  it("can be read and changed, and another one can be chosen", async () => {
    const [gone, other] = [await anOption(shop, place.id), await anOption(shop, place.id, { amount: 300 })];
    const { id } = await aFilledCart();
    await ship(visitor(), id, gone.id);
    await shop.admin.delete(`/admin/shipping-options/${gone.id}`);
    expect((await readCart(visitor(), id)).shipping_methods).toHaveLength(1);
    await changeCart(visitor(), id, { email: "late@example.com" });
    const cart = await ship(visitor(), id, other.id);
    expect(cart.shipping_methods).toMatchObject([{ shipping_option_id: other.id }]);
    expect(cart.shipping_total).toBe(300);
  });
});
