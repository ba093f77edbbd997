import { describe, expect } from "vitest";
import { newId } from "../../src/kernel/ids.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import {
  aCart,
  aPlace,
  changeCart,
  eventsOf,
  moneyOf,
  type Place,
  refused,
} from "../support/factories/carts.ts";
import { aCustomer, aGroup, eventsAbout, home } from "../support/factories/customers.ts";
import { aDiscount, fiveDollars } from "../support/factories/discounts.ts";
import {
  aDraft,
  counts,
  draftDetails,
  draftIn,
  readDraft,
  rowsOfDraft,
  type ShownDraft,
} from "../support/factories/draft-orders.ts";
import { usd } from "../support/factories/products.ts";
import { anOption, aProfile } from "../support/factories/shipping.ts";
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
const create = (body: unknown) => shop.admin.post("/admin/draft-orders", body);
/** Neither the draft nor anything of its cart has changed. */
async function expectUnchanged(draft: ShownDraft, work: () => Promise<unknown>): Promise<void> {
  const before = await rowsOfDraft(shop, draft);
  await work();
  expect(await rowsOfDraft(shop, draft)).toEqual(before);
}

async function anAddressOf(customerId: string | null): Promise<string> {
  const id = newId("addr");
  await shop.db.run({
    text: "insert into address (id, customer_id, city, country_code) values ($1, $2, 'Saved', $3)",
    values: [id, customerId, place.countries[0]],
  });
  return id;
}
const citiesOf = async (...ids: string[]) => {
  const text = "select city from address where id = any($1)";
  return (await shop.db.run<{ city: string }>({ text, values: [ids] })).map(({ city }) => city);
};

describe("every route of a draft order", () => {
  it.each([
    ["GET", ""],
    ["POST", ""],
    ["GET", "/ID"],
    ["POST", "/ID"],
    ["DELETE", "/ID"],
    ["POST", "/ID/line-items"],
    ["POST", "/ID/line-items/LINE"],
    ["DELETE", "/ID/line-items/LINE"],
    ["POST", "/ID/pay"],
  ])("%s /admin/draft-orders%s is for users only", async (method, path) => {
    const draft = await aDraft(shop.admin, wanted());
    const url = `/admin/draft-orders${path.replace("ID", draft.id).replace("LINE", draft.cart.items[0]!.id)}`;
    await expectUnchanged(draft, async () => {
      const body = method === "GET" ? undefined : { quantity: 3 };
      expect((await shop.visitor().send(method, url, { body })).status).toBe(401);
    });
  });

  it.each([
    ["GET", "", undefined],
    ["POST", "", {}],
    ["POST", "/line-items", { quantity: 1 }],
    ["POST", "/line-items/item_1", { quantity: 1 }],
    ["DELETE", "/line-items/item_1", undefined],
    ["POST", "/pay", undefined],
  ])("%s …%s says when there is no such draft", async (method, path, body) => {
    const answer = await shop.admin.send(method, `/admin/draft-orders/dorder_unknown${path}`, { body });
    expect(refused(answer)).toEqual({
      status: 404,
      type: "not_found",
      message: "Draft order with dorder_unknown was not found",
    });
  });
});

describe("creating a draft order", () => {
  it("makes a cart with the goods, their prices and the shipping that was agreed on", async () => {
    const details = draftDetails(wanted(2), {
      email: "Ada@Example.com",
      shipping_address: { ...home, country_code: place.countries[0] },
      billing_address: { ...home, country_code: place.countries[1] },
      no_notification_order: true,
      metadata: { source: "phone" },
    });
    const draft = draftIn(await create(details));
    expect(draft).toMatchObject({
      id: expect.stringMatching(/^dorder_/),
      status: "open",
      display_id: expect.any(Number),
      order_id: null,
      order: null,
      no_notification_order: true,
      cart: {
        type: "draft_order",
        email: "ada@example.com",
        customer: { email: "ada@example.com", has_account: false },
        region_id: place.id,
        metadata: { source: "phone" },
        context: {},
        completed_at: null,
        items: [{ variant_id: shirt.variantId, quantity: 2, unit_price: 1000, has_shipping: true }],
        shipping_methods: [{ shipping_option_id: optionId, price: 250 }],
        shipping_address: { city: "Testville", country_code: place.countries[0] },
        billing_address: { country_code: place.countries[1], country: { iso_2: place.countries[1] } },
        subtotal: 2000,
        shipping_total: 250,
        tax_total: 225,
        total: 2475,
      },
    });
    expect(await readDraft(shop.admin, draft.id)).toEqual(draft);
    expect((await eventsAbout(shop, draft.id)).map(({ name }) => name)).toEqual(["draft_order.created"]);
    expect(await eventsOf(shop, draft.cart_id)).toEqual(["cart.created"]);
  });

  it("accepts lines without a variant, and custom prices", async () => {
    const { cart } = await aDraft(shop.admin, {
      ...wanted(),
      items: [
        { title: "Engraving", unit_price: 150, quantity: 2, metadata: { text: "A+B" } },
        { quantity: 1 },
        { variant_id: shirt.variantId, unit_price: 700, quantity: 1 },
        { variant_id: shirt.variantId, quantity: 1 },
      ],
    });
    expect(cart.items).toMatchObject([
      {
        title: "Engraving",
        variant_id: null,
        unit_price: 150,
        allow_discounts: false,
        has_shipping: true,
        metadata: { text: "A+B" },
        tax_total: 0,
        total: 300,
      },
      { title: "Custom item", unit_price: 0, quantity: 1 },
      { title: shirt.title, unit_price: 700, should_merge: false, includes_tax: false, total: 770 },
      { title: shirt.title, unit_price: 1000, should_merge: true, total: 1100 },
    ]);
  });

  it("sells by hand what has no price in the region, and what another channel sells", async () => {
    const { variantId } = await aSoldProduct(shop, { prices: [usd(900, { currency_code: "eur" })] });
    const refusal = await create(
      draftDetails({ regionId: place.id, items: [{ variant_id: variantId, quantity: 1 }] }),
    );
    expect(refusal).toMatchObject({ status: 400, body: { type: "invalid_data" } });
    const byHand = await aDraft(shop.admin, {
      regionId: place.id,
      items: [{ variant_id: variantId, quantity: 1, unit_price: 900 }],
    });
    expect(byHand.cart.subtotal).toBe(900);
    const { body } = await shop.admin.post("/admin/sales-channels", { name: "Elsewhere" });
    const elsewhere = await aSoldProduct(shop, {
      product: { sales_channels: [{ id: body.sales_channel.id }] },
    });
    const items = [{ variant_id: elsewhere.variantId, quantity: 1 }];
    expect((await aDraft(shop.admin, { regionId: place.id, items })).cart.subtotal).toBe(1000);
  });

  it("is for a known customer where one is named, with their email, prices and saved address", async () => {
    const customer = await aCustomer(shop);
    const group = await aGroup(shop);
    await shop.admin.post(`/admin/customer-groups/${group.id}/customers/batch`, {
      customer_ids: [{ id: customer.id }],
    });
    await shop.admin.post("/admin/price-lists", {
      name: "Friends",
      description: "Friends",
      type: "override",
      status: "active",
      customer_groups: [{ id: group.id }],
      prices: [{ variant_id: shirt.variantId, ...usd(800) }],
    });
    const [address] = await shop.db.run<{ id: string }>({
      text: `insert into address (id, customer_id, city, country_code) values ('addr_' || $1, $1, 'Booked', $2)
        returning id`,
      values: [customer.id, place.countries[0]],
    });
    const draft = await aDraft(shop.admin, wanted(), {
      customer_id: customer.id,
      shipping_address: address!.id,
    });
    expect(draft.cart).toMatchObject({
      customer_id: customer.id,
      email: customer.email,
      subtotal: 800,
      shipping_address: { id: address!.id, city: "Booked" },
    });
  });

  it("is for the customer with the email where there is none with the id", async () => {
    const draft = await aDraft(shop.admin, wanted(), {
      customer_id: "cus_unknown",
      email: "new@example.com",
    });
    expect(draft.cart).toMatchObject({ email: "new@example.com" });
    const { body } = await shop.admin.get(`/admin/customers/${draft.cart.customer_id}`);
    expect(body.customer).toMatchObject({ email: "new@example.com", has_account: false });
  });

  it("costs nothing where a price below nothing was sent", async () => {
    const draft = await aDraft(shop.admin, wanted(), {
      items: [
        { title: "Wrapping", quantity: 2, unit_price: -1000 },
        { variant_id: shirt.variantId, quantity: 1, unit_price: -1 },
      ],
    });
    expect(draft.cart.items.map(({ unit_price }) => unit_price)).toEqual([0, 0]);
  });

  it("keeps its address when the customer of an open cart changes the one it was named by", async () => {
    const { id, shipping_address } = await aCart(shop.visitor(), {
      region_id: place.id,
      country_code: place.countries[0],
    });
    const draft = await aDraft(shop.admin, wanted(), { shipping_address: shipping_address!.id });
    await changeCart(shop.visitor(), id, { shipping_address: { city: "Elsewhere" } });
    const { body } = await shop.admin.get(`/admin/draft-orders/${draft.id}`);
    expect(body.draft_order.cart.shipping_address).toMatchObject({ city: null });
  });

  it("takes any address by its id, also one of another customer or of no one", async () => {
    const customer = await aCustomer(shop);
    const otherCustomer = await aCustomer(shop);
    const other = await anAddressOf(otherCustomer.id);
    const free = await anAddressOf(null);
    const draft = await aDraft(shop.admin, wanted(), {
      customer_id: customer.id,
      shipping_address: free,
      billing_address: other,
    });
    expect(draft.cart).toMatchObject({
      shipping_address: { id: free, city: "Saved", customer_id: null },
      billing_address: { id: other, city: "Saved" },
    });
    const { status, body } = await shop.admin.post(`/admin/draft-orders/${draft.id}`, {
      shipping_address: other,
      billing_address: free,
    });
    expect(status).toBe(200);
    expect(body.draft_order.cart).toMatchObject({
      shipping_address: { id: other },
      billing_address: { id: free, city: "Saved", customer_id: null },
    });
  });

  it("changes its own copy of an address, not the one it was named by", async () => {
    const free = await anAddressOf(null);
    const other = await anAddressOf((await aCustomer(shop)).id);
    const draft = await aDraft(shop.admin, wanted(), { shipping_address: free, billing_address: other });
    const { body } = await shop.admin.post(`/admin/draft-orders/${draft.id}`, {
      shipping_address: { city: "Newtown" },
      billing_address: { city: "Newtown" },
    });
    expect(body.draft_order.cart).toMatchObject({
      shipping_address: { city: "Newtown" },
      billing_address: { city: "Newtown" },
    });
    expect(await citiesOf(free, other)).toEqual(["Saved", "Saved"]);
  });

  it("does not open addresses of others to visitors who know the cart of the draft", async () => {
    const other = await anAddressOf((await aCustomer(shop)).id);
    const draft = await aDraft(shop.admin, wanted());
    const { status } = await shop
      .visitor()
      .post(`/store/carts/${draft.cart_id}`, { shipping_address: other });
    expect(status).toBe(404);
    const { body } = await shop.admin.get(`/admin/draft-orders/${draft.id}`);
    expect(body.draft_order.cart.shipping_address?.id).toBe(draft.cart.shipping_address?.id);
  });

  it("knows the country where goods can go to one only", async () => {
    const [country] = (await aPlace(shop)).countries;
    const { body } = await shop.admin.post("/admin/regions", {
      name: "Small",
      currency_code: "usd",
      tax_rate: 0,
      countries: [],
      payment_providers: ["manual"],
      fulfillment_providers: ["manual"],
    });
    await shop.db.run({
      text: "update country set region_id = $1 where iso_2 = $2",
      values: [body.region.id, country],
    });
    const draft = await aDraft(shop.admin, { regionId: body.region.id });
    expect(draft.cart.shipping_address).toMatchObject({ country_code: country });
  });

  it("ships for what the option costs where nothing was agreed, also by what customers may not choose", async () => {
    const hidden = await anOption(shop, place.id, { admin_only: true, amount: 333 });
    const { cart } = await aDraft(shop.admin, { ...wanted(), shipping: [{ option_id: hidden.id }] });
    expect(cart.shipping_methods).toMatchObject([{ shipping_option_id: hidden.id, price: 333 }]);
  });

  it("ships goods of each profile in one way, at agreed prices once one was agreed", async () => {
    const profile = await aProfile(shop);
    const heavy = await anOption(shop, place.id, { profile_id: profile.id, amount: 900 });
    const other = await anOption(shop, place.id, { amount: 100 });
    const { cart } = await aDraft(shop.admin, {
      ...wanted(),
      shipping: [{ option_id: other.id }, { option_id: heavy.id }, { option_id: optionId, price: 0 }],
    });
    const prices = cart.shipping_methods.map(({ shipping_option_id: id, price }) => [id, price]);
    expect(Object.fromEntries(prices)).toEqual({ [heavy.id]: 900, [optionId]: 0 });
    // The customer may choose again, but only of these and for these prices.
    const { body } = await shop.visitor().get(`/store/shipping-options/${cart.id}`);
    const offered = body.shipping_options.map(({ id, amount }: { id: string; amount: number }) => [
      id,
      amount,
    ]);
    expect(Object.fromEntries(offered)).toEqual({ [heavy.id]: 900, [optionId]: 0 });
  });

  it("calls the carrier with the goods, and stores its data", async () => {
    const parcel = await anOption(shop, place.id, {
      provider_id: "carrier",
      price_type: "calculated",
      amount: undefined,
    });
    outside.data.answer = ({ data }) => ({ ...data, checked: true });
    const draft = await aDraft(shop.admin, {
      ...wanted(3),
      shipping: [{ option_id: parcel.id, data: { shop: 7 } }],
    });
    expect(draft.cart.shipping_methods).toMatchObject([{ price: 100, data: { shop: 7, checked: true } }]);
    expect(outside.data.asked[0]!.parcel).toMatchObject({
      resourceId: draft.cart_id,
      email: draft.cart.email,
      currencyCode: "usd",
      items: [{ lineItemId: draft.cart.items[0]!.id, variantId: shirt.variantId, quantity: 3 }],
    });
  });

  it("calculates shipping again when a price changed during the call", async () => {
    const changing = await aSoldProduct(shop);
    const parcel = await anOption(shop, place.id, {
      provider_id: "carrier",
      price_type: "calculated",
      amount: undefined,
    });
    let calls = 0;
    outside.price.answer = async ({ parcel: sent }) => {
      calls++;
      if (calls === 1) {
        await shop.db.run({
          text: `update money_amount set amount = 1100 where id in (select money_amount_id
            from product_variant_money_amount where variant_id = $1)`,
          values: [changing.variantId],
        });
      }
      return sent.items[0]!.unitPrice;
    };
    const { cart } = await aDraft(shop.admin, {
      ...wanted(),
      items: [{ variant_id: changing.variantId, quantity: 1 }],
      shipping: [{ option_id: parcel.id }],
    });
    expect(calls).toBe(2);
    expect(cart).toMatchObject({ subtotal: 1100, shipping_total: 1100 });
  });

  it("uses discounts", async () => {
    const { code } = await aDiscount(shop, place.id, { rule: fiveDollars });
    const { cart } = await aDraft(shop.admin, wanted(), { discounts: [{ code: code.toLowerCase() }] });
    expect(moneyOf(cart)).toMatchObject({ subtotal: 1000, discount_total: 500, tax_total: 75, total: 825 });
  });

  it.each<[string, Record<string, unknown> | (() => Record<string, unknown>), number, RegExp]>([
    ["no email", { email: undefined }, 400, /email/],
    ["a bad email", { email: "nobody" }, 400, /email/],
    ["no region", { region_id: undefined }, 400, /region_id/],
    ["an unknown region", { region_id: "reg_unknown" }, 404, /reg_unknown/],
    ["no shipping methods", { shipping_methods: undefined }, 400, /shipping_methods/],
    ["an unknown way to ship", { shipping_methods: [{ option_id: "so_unknown" }] }, 404, /so_unknown/],
    ["shipping below nothing", { shipping_methods: [{ option_id: "x", price: -1 }] }, 400, /price/],
    ["an unknown variant", { items: [{ variant_id: "variant_x", quantity: 1 }] }, 400, /variant_x/],
    ["no pieces", { items: [{ title: "X", quantity: 0 }] }, 400, /quantity/],
    ["half a piece", { items: [{ title: "X", quantity: 0.5 }] }, 400, /quantity/],
    ["a line beyond all measure", { items: [{ quantity: 2e9, unit_price: 2e9 }] }, 400, /quantity/],
    ["an unknown code", { discounts: [{ code: "NONE" }] }, 404, /NONE/],
    ["an unknown address", { shipping_address: "addr_unknown" }, 404, /addr_unknown/],
    ["a country elsewhere", { shipping_address: { country_code: "aq" } }, 400, /country/i],
    ["an unknown country", { billing_address: { country_code: "zz" } }, 404, /zz/],
    ["a finished draft", { status: "completed" }, 400, /status/],
    ["something nobody knows", { color: "red" }, 400, /color/],
  ])("is refused with %s, and leaves nothing", async (_, details, status, message) => {
    const before = await counts(shop);
    const answer = await create({ ...draftDetails(wanted()), ...details });
    expect(answer.status).toBe(status);
    expect(answer.body.message).toMatch(message);
    expect(await counts(shop)).toEqual(before);
  });

  it("is refused with shipping of another region, for returns, or that asks for more", async () => {
    const back = await anOption(shop, place.id, { is_return: true });
    const other = await anOption(shop, (await aPlace(shop)).id);
    const demanding = await anOption(shop, place.id, {
      requirements: [{ type: "min_subtotal", amount: 5000 }],
    });
    const before = await counts(shop);
    for (const option of [other, back, demanding]) {
      const answer = await create({
        ...draftDetails(wanted()),
        shipping_methods: [{ option_id: option.id, ...(option === back ? { price: 10 } : {}) }],
      });
      expect(answer.status).toBe(400);
    }
    expect(await counts(shop)).toEqual(before);
    const agreed = [{ option_id: demanding.id, price: 10 }];
    expect((await aDraft(shop.admin, { ...wanted(), shipping: agreed })).cart.total).toBe(1111);
  });

  it("is refused when the carrier refuses, and leaves nothing", async () => {
    const parcel = await anOption(shop, place.id, { provider_id: "carrier" });
    outside.data.answer = () => {
      throw new Error("no such parcel shop");
    };
    const before = await counts(shop);
    const answer = await create({ ...draftDetails(wanted()), shipping_methods: [{ option_id: parcel.id }] });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(await counts(shop)).toEqual(before);
  });

  it("makes one customer of twenty drafts at once for one email", async () => {
    const details = { ...draftDetails(wanted()), email: "many@example.com" };
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(details)));
    expect(new Set(answers.map((answer) => draftIn(answer).cart.customer_id)).size).toBe(1);
  });
});

describe("reading a draft order", () => {
  it("takes one statement, and a list two", async () => {
    const draft = await aDraft(shop.admin, wanted());
    await readDraft(shop.admin, draft.id);
    const one = await countingStatements(shop.db, () => readDraft(shop.admin, draft.id));
    expect(one.statements).toHaveLength(1);
    const list = await countingStatements(shop.db, () =>
      shop.admin.get("/admin/draft-orders?expand=cart.customer,cart.items.variant,order.items"),
    );
    expect(list.result.status).toBe(200);
    expect(list.statements).toHaveLength(2);
  });
});

describe("the list of draft orders", () => {
  let drafts: ShownDraft[];
  it.beforeAll(async () => {
    drafts = [];
    for (const [index, name] of ["Zelda", "Yorick", "Xaver"].entries()) {
      const address = { first_name: name, last_name: "Listed", country_code: place.countries[0] };
      const email = `listed-${index}@example.com`;
      drafts.push(await aDraft(shop.admin, wanted(), { email, shipping_address: address }));
    }
    await shop.admin.post(`/admin/draft-orders/${drafts[0]!.id}/pay`);
  });

  const list = async (query: string) => {
    const { status, body } = await shop.admin.get(`/admin/draft-orders?${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return { ...body, ids: body.draft_orders.map(({ id }: ShownDraft) => id) };
  };
  const idsOf = (...indexes: number[]) => indexes.map((index) => drafts[index]!.id);

  it("shows the newest first, with their carts and without totals", async () => {
    const { draft_orders, ids, count, offset, limit } = await list("q=listed-");
    expect(ids).toEqual(idsOf(2, 1, 0));
    expect({ count, offset, limit }).toEqual({ count: 3, offset: 0, limit: 50 });
    expect(draft_orders[0]).toMatchObject({
      status: "open",
      order: null,
      cart: { object: "cart", email: "listed-2@example.com", items: [{ adjustments: [] }] },
    });
    expect(draft_orders[0].cart).not.toHaveProperty("total");
    expect(draft_orders[2].order).toMatchObject({ object: "order", id: draft_orders[2].order_id });
  });

  it("has a second page", async () => {
    const { ids, count, offset, limit } = await list("q=listed-&limit=2&offset=2");
    expect(ids).toEqual(idsOf(0));
    expect({ count, offset, limit }).toEqual({ count: 3, offset: 2, limit: 2 });
  });

  it("is searched by email, name and number", async () => {
    expect((await list("q=LISTED-1")).ids).toEqual(idsOf(1));
    expect((await list("q=xaver%20lis")).ids).toEqual(idsOf(2));
    expect((await list(`q=${drafts[1]!.display_id}`)).ids).toContain(drafts[1]!.id);
    expect((await list("q=nobody%25")).ids).toEqual([]);
  });

  it("is filtered by status and dates, and sorted", async () => {
    expect((await list("q=listed-&status[]=completed")).ids).toEqual(idsOf(0));
    expect((await list("q=listed-&status[]=open")).ids).toEqual(idsOf(2, 1));
    expect((await list("q=listed-&order=created_at")).ids).toEqual(idsOf(0, 1, 2));
    expect((await list("q=listed-&created_at[gt]=2999-01-01")).ids).toEqual([]);
    expect((await list("q=listed-&updated_at[lt]=2999-01-01")).count).toBe(3);
  });

  it("shows the selected fields and relations", async () => {
    const { draft_orders } = await list("q=listed-1&fields=status&expand=cart.customer");
    const [draft] = draft_orders;
    expect(draft).toMatchObject({ status: "open", cart: { customer: { email: "listed-1@example.com" } } });
    expect(draft).not.toHaveProperty("display_id");
  });

  it.each([
    "status[]=lost",
    "status=open",
    "limit=-1",
    "expand=secrets",
    "order=color",
    "created_at=now",
    "x=1",
  ])("refuses %s", async (query) => {
    expect((await shop.admin.get(`/admin/draft-orders?${query}`)).status).toBe(400);
  });
});
