import { describe, expect } from "vitest";
import { aPlace, type Place } from "../support/factories/carts.ts";
import { aCustomer, eventsAbout } from "../support/factories/customers.ts";
import { aDiscount } from "../support/factories/discounts.ts";
import {
  aDraft,
  draftIn,
  readDraft,
  rowsOfDraft,
  type ShownDraft,
} from "../support/factories/draft-orders.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldProduct } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { outsideWorld } from "../support/services/outside-world.ts";

const outside = outsideWorld();
let place: Place;
let shirt: { productId: string; title: string; variantId: string };
let optionId: string;

const { it, shop } = withShop(() => startShop({}, { providers: outside.registry }));
it.beforeAll(async () => {
  place = await aPlace(shop, { fulfillment_providers: ["manual", "carrier"] });
  shirt = await aSoldProduct(shop);
  optionId = (await anOption(shop, place.id)).id;
});
it.beforeEach(() => {
  for (const service of [outside.data, outside.price, outside.tax]) service.forget();
});

const wanted = (quantity = 1) => ({
  regionId: place.id,
  items: [{ variant_id: shirt.variantId, quantity }],
  shipping: [{ option_id: optionId, price: 250 }],
});
const update = (draft: ShownDraft, body: unknown) => shop.admin.post(`/admin/draft-orders/${draft.id}`, body);
const lineUrl = (draft: ShownDraft, lineId = "") =>
  `/admin/draft-orders/${draft.id}/line-items${lineId ? `/${lineId}` : ""}`;
const addLine = (draft: ShownDraft, body: unknown) => shop.admin.post(lineUrl(draft), body);
const changeLine = (draft: ShownDraft, lineId: string, body: unknown) =>
  shop.admin.post(lineUrl(draft, lineId), body);

/** Neither the draft nor anything of its cart has changed. */
async function expectUnchanged(draft: ShownDraft, work: () => Promise<unknown>): Promise<void> {
  const before = await rowsOfDraft(shop, draft);
  await work();
  expect(await rowsOfDraft(shop, draft)).toEqual(before);
}

describe("changing a draft order", () => {
  it("changes the cart, and answers with the draft of before the change", async () => {
    const draft = await aDraft(shop.admin, wanted());
    const { code } = await aDiscount(shop, place.id);
    const answer = draftIn(
      await update(draft, {
        email: "Next@Example.com",
        shipping_address: { city: "Newtown" },
        discounts: [{ code }],
        no_notification_order: true,
      }),
    );
    expect(answer).toMatchObject({
      id: draft.id,
      no_notification_order: null,
      completed_at: null,
      idempotency_key: null,
      cart: {
        email: "next@example.com",
        shipping_address: { city: "Newtown" },
        discounts: [{ code }],
        shipping_methods: [{ price: 250 }],
        discount_total: 100,
      },
    });
    expect(answer).not.toHaveProperty("order");
    expect(await readDraft(shop.admin, draft.id)).toMatchObject({
      no_notification_order: true,
      cart: { email: "next@example.com" },
    });
    expect((await eventsAbout(shop, draft.id)).map(({ name }) => name)).toEqual([
      "draft_order.created",
      "draft_order.updated",
    ]);
  });

  it("keeps no_notification when it is not sent", async () => {
    const draft = await aDraft(shop.admin, wanted(), { no_notification_order: true });
    await update(draft, { email: "other@example.com" });
    expect((await readDraft(shop.admin, draft.id)).no_notification_order).toBe(true);
    await update(draft, { no_notification_order: false });
    expect((await readDraft(shop.admin, draft.id)).no_notification_order).toBe(false);
  });

  it.each(["administration", "storefront"])(
    "loses prices of its own in another region, through the %s, as in v1",
    async (way) => {
      const prices = [
        { currency_code: "usd", amount: 1000 },
        { currency_code: "eur", amount: 900 },
      ];
      const both = await aSoldProduct(shop, { prices });
      const items = [
        { variant_id: both.variantId, quantity: 1, unit_price: 333 },
        { variant_id: shirt.variantId, quantity: 2, unit_price: 333 },
        { title: "Wrap", quantity: 3, unit_price: 55 },
      ];
      const draft = await aDraft(shop.admin, { ...wanted(), items });
      await shop.admin.post("/admin/store/currencies/eur");
      const other = await aPlace(shop, { currency_code: "eur" });
      const again = draftIn(await update(draft, { region_id: place.id }));
      expect(again.cart.items.map(({ unit_price }) => unit_price)).toEqual([333, 333, 55]);
      const move = { region_id: other.id, country_code: other.countries[0] };
      if (way === "administration") draftIn(await update(draft, move));
      else expect((await shop.visitor().post(`/store/carts/${draft.cart_id}`, move)).status).toBe(200);
      // The shirt is not sold in euros. What has no variant keeps its price.
      expect((await readDraft(shop.admin, draft.id)).cart.items).toMatchObject([
        { variant_id: both.variantId, quantity: 1, unit_price: 900 },
        { variant_id: null, title: "Wrap", quantity: 3, unit_price: 55 },
      ]);
    },
  );

  it("can go to another region, where nothing was agreed on for shipping", async () => {
    const draft = await aDraft(shop.admin, wanted());
    const other = await aPlace(shop);
    const option = await anOption(shop, other.id, { amount: 70 });
    const { cart } = draftIn(await update(draft, { region_id: other.id, country_code: other.countries[0] }));
    expect(cart).toMatchObject({ region_id: other.id, shipping_methods: [] });
    const chosen = await shop
      .visitor()
      .post(`/store/carts/${cart.id}/shipping-methods`, { option_id: option.id });
    expect(chosen.body.cart.shipping_total).toBe(70);
  });

  it("can be given to another customer", async () => {
    const draft = await aDraft(shop.admin, wanted());
    const customer = await aCustomer(shop);
    const { cart } = draftIn(await update(draft, { customer_id: customer.id }));
    expect(cart).toMatchObject({ customer_id: customer.id, email: customer.email });
  });

  it.each([
    [{ email: "nobody" }, 400],
    [{ region_id: "reg_unknown" }, 404],
    [{ customer_id: "cus_unknown" }, 404],
    [{ discounts: [{ code: "NONE" }] }, 404],
    [{ shipping_address: { country_code: "aq" } }, 400],
    [{ status: "completed" }, 400],
    [{ items: [] }, 400],
    [{ email: "fine@example.com", no_notification_order: "yes" }, 400],
  ])("is refused with %j, and changes nothing", async (changes, status) => {
    const draft = await aDraft(shop.admin, wanted());
    await expectUnchanged(draft, async () => expect((await update(draft, changes)).status).toBe(status));
  });
});

describe("the lines of a draft order", () => {
  it("accept lines without a variant, and keep the shipping", async () => {
    const draft = await aDraft(shop.admin, wanted());
    const { cart, ...rest } = draftIn(await addLine(draft, { title: "Wrap", unit_price: 99, quantity: 2 }));
    expect(cart.items).toHaveLength(2);
    expect(cart.items[1]).toMatchObject({ title: "Wrap", unit_price: 99, quantity: 2, has_shipping: true });
    expect(cart).toMatchObject({ subtotal: 1198, shipping_total: 250, shipping_methods: [{ price: 250 }] });
    expect(rest).not.toHaveProperty("order");
  });

  it("take more of a variant that is there, and the shipping has to be chosen again", async () => {
    const draft = await aDraft(shop.admin, wanted());
    const { cart } = draftIn(await addLine(draft, { variant_id: shirt.variantId, quantity: 2 }));
    expect(cart.items).toMatchObject([{ quantity: 3, unit_price: 1000, has_shipping: false }]);
    expect(cart.shipping_methods).toEqual([]);
  });

  it("keep pieces with a price of their own apart", async () => {
    const draft = await aDraft(shop.admin, wanted());
    const byHand = {
      variant_id: shirt.variantId,
      quantity: 1,
      unit_price: 500,
      metadata: { why: "scratch" },
    };
    const { cart } = draftIn(await addLine(draft, byHand));
    expect(cart.items).toMatchObject([
      { quantity: 1, unit_price: 1000 },
      { quantity: 1, unit_price: 500, should_merge: false, metadata: { why: "scratch" } },
    ]);
    // A price by hand holds also when others change.
    const { cart: after } = draftIn(await update(draft, { customer_id: (await aCustomer(shop)).id }));
    expect(after.items.map(({ unit_price }) => unit_price)).toEqual([1000, 500]);
  });

  it("are changed: pieces, price, title and metadata, and lose the shipping", async () => {
    const draft = await aDraft(shop.admin, {
      ...wanted(),
      items: [{ title: "Wrap", unit_price: 99, quantity: 2 }],
    });
    const [line] = draft.cart.items;
    const change = { quantity: 3, unit_price: 90, title: "Box", metadata: { ribbon: true } };
    const { cart } = draftIn(await changeLine(draft, line!.id, change));
    expect(cart.items).toMatchObject([{ id: line!.id, ...change, subtotal: 270 }]);
    expect(cart.shipping_methods).toEqual([]);
    const merged = draftIn(await changeLine(draft, line!.id, { metadata: { ribbon: "", card: 1 } }));
    expect(merged.cart.items).toMatchObject([{ quantity: 3, unit_price: 90, metadata: { card: 1 } }]);
  });

  it("keep a price that was set by hand for a variant", async () => {
    const draft = await aDraft(shop.admin, wanted());
    const [line] = draft.cart.items;
    const { cart } = draftIn(await changeLine(draft, line!.id, { unit_price: 750 }));
    expect(cart.items).toMatchObject([{ unit_price: 750, quantity: 1, should_merge: false }]);
    const more = draftIn(await changeLine(draft, line!.id, { quantity: 4 }));
    expect(more.cart.items).toMatchObject([{ unit_price: 750, quantity: 4 }]);
    const added = draftIn(await addLine(draft, { variant_id: shirt.variantId, quantity: 1 }));
    expect(added.cart.items).toHaveLength(2);
  });

  it("go with their last piece, or when they are removed", async () => {
    const draft = await aDraft(shop.admin, {
      ...wanted(),
      items: [
        { title: "One", quantity: 1 },
        { title: "Two", quantity: 1 },
      ],
    });
    const [one, two] = draft.cart.items;
    const first = draftIn(await changeLine(draft, one!.id, { quantity: 0 }));
    expect(first.cart.items.map(({ title }) => title)).toEqual(["Two"]);
    const removed = draftIn(await shop.admin.delete(lineUrl(draft, two!.id)));
    expect(removed.cart.items).toEqual([]);
    // Removing an unknown line succeeds.
    expect((await shop.admin.delete(lineUrl(draft, two!.id))).status).toBe(200);
  });

  it("are refused beyond the stock", async () => {
    const rare = await aSoldProduct(shop, { stock: 2 });
    const draft = await aDraft(shop.admin, {
      ...wanted(),
      items: [{ variant_id: rare.variantId, quantity: 2 }],
    });
    const [line] = draft.cart.items;
    await expectUnchanged(draft, async () => {
      for (const answer of [
        await addLine(draft, { variant_id: rare.variantId, quantity: 3 }),
        await addLine(draft, { variant_id: rare.variantId, quantity: 3, unit_price: 1 }),
        await changeLine(draft, line!.id, { quantity: 3 }),
      ]) {
        expect(answer).toMatchObject({ status: 400, body: { code: "insufficient_inventory" } });
      }
    });
  });

  it.each([
    [{}, 400],
    [{ quantity: 0 }, 400],
    [{ quantity: -1 }, 400],
    [{ quantity: 1.5 }, 400],
    [{ quantity: 1, unit_price: 1.5 }, 400],
    [{ quantity: 1, variant_id: "variant_unknown" }, 400],
    [{ quantity: 2e9, unit_price: 2e9 }, 400],
    [{ quantity: 1, color: "red" }, 400],
  ])("are refused as %j", async (line, status) => {
    const draft = await aDraft(shop.admin, wanted());
    await expectUnchanged(draft, async () => expect((await addLine(draft, line)).status).toBe(status));
  });

  it("are not those of another draft", async () => {
    const draft = await aDraft(shop.admin, wanted());
    const other = await aDraft(shop.admin, wanted());
    await expectUnchanged(other, async () => {
      const [line] = other.cart.items;
      expect((await changeLine(draft, line!.id, { quantity: 5 })).status).toBe(400);
      expect((await shop.admin.delete(lineUrl(draft, line!.id))).status).toBe(200);
    });
  });

  it("add up when twenty are added at once", async () => {
    const draft = await aDraft(shop.admin, wanted());
    await Promise.all(
      Array.from({ length: 20 }, () => addLine(draft, { variant_id: shirt.variantId, quantity: 1 })),
    );
    expect((await readDraft(shop.admin, draft.id)).cart.items).toMatchObject([{ quantity: 21 }]);
  });
});

describe("deleting a draft order", () => {
  it("deletes its cart, so that it cannot be bought any more", async () => {
    const draft = await aDraft(shop.admin, wanted());
    const { status, body } = await shop.admin.delete(`/admin/draft-orders/${draft.id}`);
    expect({ status, body }).toEqual({
      status: 200,
      body: { id: draft.id, object: "draft-order", deleted: true },
    });
    expect((await shop.admin.get(`/admin/draft-orders/${draft.id}`)).status).toBe(404);
    expect((await shop.visitor().get(`/store/carts/${draft.cart_id}`)).status).toBe(404);
    expect((await shop.visitor().post(`/store/carts/${draft.cart_id}/complete`)).status).toBe(404);
    expect((await eventsAbout(shop, draft.id)).at(-1)!.name).toBe("draft_order.deleted");
  });

  it("is done when there is none", async () => {
    expect((await shop.admin.delete("/admin/draft-orders/dorder_unknown")).status).toBe(200);
  });
});

describe("regions whose taxes come from outside", () => {
  it("show the taxes of a draft, and none while the service is away", async () => {
    const far = await aPlace(shop, { tax_rate: 50 });
    await shop.admin.post(`/admin/regions/${far.id}`, { tax_provider_id: "outside-tax" });
    const draft = await aDraft(shop.admin, { regionId: far.id, items: wanted().items });
    expect(draft.cart.tax_total).toBe(70);
    outside.tax.answer = () => {
      throw new Error("closed");
    };
    const { cart } = draftIn(await addLine(draft, { variant_id: shirt.variantId, quantity: 1 }));
    expect(cart).toMatchObject({ subtotal: 2000, tax_total: 0 });
  });
});
