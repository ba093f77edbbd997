import { describe, expect } from "vitest";
import { aPlace, type Place } from "../support/factories/carts.ts";
import { aCustomer, eventsAbout } from "../support/factories/customers.ts";
import { anOrder, type PlacedOrder, setOrder } from "../support/factories/orders.ts";
import { anOption, aProfile, taxOption } from "../support/factories/shipping.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { outsideWorld } from "../support/services/outside-world.ts";

const outside = outsideWorld();
let place: Place;
let variantId: string;
let optionId: string;
const { it, shop } = withShop(() => startShop({}, { providers: outside.registry }));
it.beforeAll(async () => {
  place = await aPlace(shop, { fulfillment_providers: ["manual", "carrier"] });
  variantId = await aSoldVariant(shop);
  optionId = (await anOption(shop, place.id)).id;
});
it.beforeEach(() => {
  outside.data.forget();
  outside.tax.forget();
});

const placed = (details: Record<string, unknown> = {}) =>
  anOrder(shop.visitor(), { place, variantId, optionId, ...details });
const change = (order: { id: string }, body: unknown, path = "") =>
  shop.admin.post(`/admin/orders/${order.id}${path}`, body);
const read = async ({ id }: { id: string }) => (await shop.admin.get(`/admin/orders/${id}`)).body.order;

/** All rows of an order and what was announced of it. */
async function rowsOf({ id }: { id: string }): Promise<unknown> {
  const [rows] = await shop.db.run({
    text: `select (select to_json(sold) from "order" sold where id = $1) as sold,
      (select json_agg(each order by each.id) from shipping_method each where order_id = $1) as methods,
      (select count(*) from address) as addresses,
      (select count(*) from tradewind.event where entity_id = $1) as events`,
    values: [id],
  });
  return rows;
}

async function expectUnchanged(order: { id: string }, work: () => Promise<unknown>): Promise<void> {
  const before = await rowsOf(order);
  await work();
  expect(await rowsOf(order)).toEqual(before);
}

const lastEvent = async ({ id }: { id: string }) => (await eventsAbout(shop, id)).at(-1);

describe("every change of an order by hand", () => {
  it.each([
    ["", { email: "x@example.com" }],
    ["/complete", undefined],
    ["/archive", undefined],
    ["/shipping-methods", { option_id: "so", price: 1 }],
  ])("POST /admin/orders/{id}%s is for users only, and for orders that are there", async (path, body) => {
    const order = await placed();
    await expectUnchanged(order, async () => {
      const answer = await shop.visitor().post(`/admin/orders/${order.id}${path}`, body);
      expect(answer.status).toBe(401);
    });
    expect(await change({ id: "order_unknown" }, body, path)).toMatchObject({
      status: 404,
      body: { type: "not_found" },
    });
  });
});

describe("updating an order", () => {
  it("changes the email, the address, no_notification, and metadata key by key", async () => {
    const order = await placed();
    const { status, body } = await change(order, {
      email: "Moved@Example.com",
      shipping_address: { city: "Newtown", country_code: place.countries[0], metadata: { door: 2 } },
      no_notification: true,
      metadata: { gift: true, note: "x" },
    });
    expect(status).toBe(200);
    expect(body.order).toMatchObject({
      object: "order",
      email: "moved@example.com",
      no_notification: true,
      metadata: { gift: true, note: "x" },
      shipping_address: { first_name: "Ada", city: "Newtown", metadata: { door: 2 } },
      billing_address: { city: "Testville" },
      customer_id: order.customer_id,
      total: order.total,
    });
    expect(await lastEvent(order)).toEqual({
      name: "order.updated",
      data: { id: order.id, no_notification: true },
    });
    await change(order, { metadata: { note: "", more: 1 } });
    expect((await read(order)).metadata).toEqual({ gift: true, more: 1 });
    const { body: found } = await shop.admin.get("/admin/orders?q=moved@example.com&fields=id&expand=");
    expect(found.orders.map(({ id }: { id: string }) => id)).toEqual([order.id]);
  });

  it("leaves the cart and the customer's saved address as they were", async () => {
    const customer = await aCustomer(shop);
    const order = await placed();
    const addressId = `addr_${order.id}`;
    await shop.db.run({
      text: "insert into address (id, customer_id, city, country_code) values ($1, $2, 'Booked', $3)",
      values: [addressId, customer.id, place.countries[0]],
    });
    await setOrder(shop, order.id, { shipping_address_id: addressId, billing_address_id: addressId });
    const elsewhere = { city: "Elsewhere", country_code: place.countries[0] };
    const { body } = await change(order, { shipping_address: elsewhere });
    expect(body.order.shipping_address).toMatchObject({ city: "Elsewhere", customer_id: null });
    expect(body.order.billing_address).toMatchObject({ id: addressId, city: "Booked" });
  });

  it("keeps the addresses where null is sent", async () => {
    const order = await placed();
    const { billing_address, shipping_address } = await read(order);
    const { status } = await change(order, { billing_address: null, shipping_address: null });
    expect(status).toBe(200);
    expect(await read(order)).toMatchObject({ billing_address, shipping_address });
  });

  it("makes an address where there was none, and takes country codes in any case", async () => {
    const order = await placed();
    await setOrder(shop, order.id, { billing_address_id: null });
    const code = place.countries[1].toUpperCase();
    const { body } = await change(order, { billing_address: { city: "Bill", country_code: code } });
    expect(body.order.billing_address).toMatchObject({ city: "Bill", country_code: place.countries[1] });
  });

  it("gives it to another customer", async () => {
    const order = await placed();
    const customer = await aCustomer(shop);
    expect((await change(order, { customer_id: customer.id })).body.order).toMatchObject({
      customer_id: customer.id,
      email: order.email,
    });
  });

  it("changes price and data of its shipping", async () => {
    const order = await placed();
    const { body } = await change(order, { shipping_method: [{ price: 300, data: { floor: 3 } }] });
    expect(body.order).toMatchObject({
      shipping_methods: [{ shipping_option_id: optionId, price: 300, data: { floor: 3 } }],
      shipping_total: 300,
    });
    const [method] = body.order.shipping_methods;
    const { profile_id } = method.shipping_option;
    await change(order, { shipping_method: [{ profile_id, price: 20 }] });
    expect((await read(order)).shipping_methods).toMatchObject([{ price: 20, data: { floor: 3 } }]);
  });

  it("shows the selected fields and relations", async () => {
    const order = await placed();
    const url = `/admin/orders/${order.id}?fields=id,email&expand=customer`;
    const { body } = await shop.admin.post(url, { no_notification: false });
    expect(body.order).toMatchObject({ email: order.email, customer: { email: order.email }, total: 1650 });
    expect(body.order).not.toHaveProperty("fulfillments");
    expect(body.order).not.toHaveProperty("no_notification");
    expect(body.order).not.toHaveProperty("tax_rate");
    const withTotal = await shop.admin.post(`/admin/orders/${order.id}?fields=total`, {});
    expect(withTotal.body.order).toMatchObject({ total: 1650, tax_rate: null });
  });

  it.each<[Record<string, unknown>, number, RegExp]>([
    [{ status: "completed" }, 400, /status/],
    [{ payment_status: "captured" }, 400, /payment_status/],
    [{ fulfillment_status: "shipped" }, 400, /fulfillment_status/],
    [{ email: "nobody" }, 400, /email/],
    [{ email: "fine@example.com", no_notification: "yes" }, 400, /no_notification/],
    [{ shipping_address: "addr_1" }, 400, /shipping_address/],
    [{ shipping_address: { country_code: "aq" } }, 400, /country/i],
    [{ shipping_address: { city: "Newtown" } }, 400, /shipping_address\.country_code/],
    [{ shipping_address: { city: "Newtown", country_code: null } }, 400, /shipping_address\.country_code/],
    [{ billing_address: { city: "Newtown" } }, 400, /billing_address\.country_code/],
    [{ billing_address: { country_code: "zz" } }, 404, /zz/],
    [{ shipping_address: { street: "x" } }, 400, /street/],
    [{ customer_id: "cus_unknown" }, 404, /cus_unknown/],
    [{ items: [{ variant_id: "v" }] }, 400, /items/],
    [{ discounts: [{ code: "X" }] }, 400, /discounts/],
    [{ region: "reg_1" }, 400, /region/],
    [{ payment_method: { provider_id: "manual" } }, 400, /payment_method/],
    [{ shipping_method: [{ profile_id: "sp_unknown", price: 1 }] }, 400, /shipping_method/],
    [{ shipping_method: [{ price: -1 }] }, 400, /price/],
  ])("is refused with %j, and changes nothing", async (body, status, message) => {
    const order = await placed();
    await expectUnchanged(order, async () => {
      const answer = await change(order, body);
      expect(answer.status).toBe(status);
      expect(answer.body.message).toMatch(message);
    });
  });

  it.each(["?expand=secrets", "?fields=id,color", "?limit=1"])(
    "is refused with %s, and changes nothing, like every change of an order",
    async (query) => {
      const order = await placed();
      await expectUnchanged(order, async () => {
        expect((await change(order, { email: "x@example.com" }, query)).status).toBe(400);
        expect((await change(order, undefined, `/complete${query}`)).status).toBe(400);
        expect((await change(order, undefined, `/capture${query}`)).status).toBe(400);
      });
    },
  );

  it("is refused for a canceled order", async () => {
    const order = await placed();
    await setOrder(shop, order.id, { status: "canceled" });
    await expectUnchanged(order, async () => {
      expect(await change(order, { email: "late@example.com" })).toMatchObject({
        status: 400,
        body: { type: "not_allowed", message: "A canceled order cannot be updated" },
      });
    });
  });

  it("keeps every key of metadata that is sent at the same moment", async () => {
    const order = await placed();
    const keys = Array.from({ length: 20 }, (_, index) => `key${index}`);
    await Promise.all(keys.map((key) => change(order, { metadata: { [key]: 1 } })));
    expect(Object.keys((await read(order)).metadata).sort()).toEqual([...keys].sort());
  });
});

describe("an order that is done", () => {
  it("is completed, then archived", async () => {
    const order = await placed();
    const completed = await change(order, undefined, "/complete");
    expect(completed.body.order).toMatchObject({ object: "order", status: "completed" });
    const told = { id: order.id, no_notification: null };
    expect(await lastEvent(order)).toEqual({ name: "order.completed", data: told });
    await expectUnchanged(order, async () => {
      expect((await change(order, undefined, "/complete")).status).toBe(200);
    });
    const archived = await change(order, undefined, "/archive");
    expect(archived.body.order).toMatchObject({ object: "order", status: "archived" });
    expect(await lastEvent(order)).toEqual({ name: "order.updated", data: told });
  });

  it.each(["pending", "requires_action", "canceled", "archived"])(
    "is not archived while it is %s",
    async (status) => {
      const order = await placed();
      await setOrder(shop, order.id, { status });
      await expectUnchanged(order, async () => {
        expect(await change(order, undefined, "/archive")).toMatchObject({
          status: 400,
          body: { type: "not_allowed", message: "Can't archive an unprocessed order" },
        });
      });
    },
  );

  it("is not completed when it was canceled", async () => {
    const order = await placed();
    await setOrder(shop, order.id, { status: "canceled" });
    await expectUnchanged(order, async () => {
      expect(await change(order, undefined, "/complete")).toMatchObject({
        status: 400,
        body: { message: "A canceled order cannot be completed" },
      });
    });
  });

  it("is announced as completed once, with requests at the same moment", async () => {
    const order = await placed();
    await Promise.all(Array.from({ length: 10 }, () => change(order, undefined, "/complete")));
    const events = await eventsAbout(shop, order.id);
    expect(events.filter(({ name }) => name === "order.completed")).toHaveLength(1);
  });
});

describe("another way to ship an order", () => {
  const add = (order: { id: string }, body: unknown) => change(order, body, "/shipping-methods");

  it("has the agreed price, with the tax of its option, and replaces the one before", async () => {
    const order = await placed();
    const { status, body } = await add(order, { option_id: optionId, price: 77, data: { why: "late" } });
    expect(status).toBe(200);
    expect(body.order).toMatchObject({
      object: "order",
      shipping_methods: [
        {
          shipping_option_id: optionId,
          price: 77,
          data: { why: "late" },
          cart_id: null,
          tax_lines: [{ rate: 10, name: "default", code: "default" }],
          tax_total: 8,
          total: 85,
        },
      ],
      shipping_total: 77,
      total: 1185,
      paid_total: 1650,
    });
    expect(body.order.shipping_methods[0].tax_lines[0]).not.toHaveProperty("id");
    // The tax is stored: a later rate does not change it.
    await shop.admin.post(`/admin/regions/${place.id}`, { tax_rate: 30 });
    expect((await read(order)).shipping_methods).toMatchObject([{ tax_total: 8, tax_lines: [{ rate: 10 }] }]);
    await shop.admin.post(`/admin/regions/${place.id}`, { tax_rate: 10 });
    expect(await lastEvent(order)).toMatchObject({ name: "order.updated" });
  });

  it("coexists with those of other profiles", async () => {
    const order = await placed();
    const profile = await aProfile(shop);
    const other = await anOption(shop, place.id, { profile_id: profile.id });
    await taxOption(shop, other, { rate: 7, name: "seven", code: "S" });
    const { body } = await add(order, { option_id: other.id, price: 100 });
    const prices = body.order.shipping_methods.map(({ price }: { price: number }) => price);
    expect(prices.sort()).toEqual([100, 500]);
    expect(body.order).toMatchObject({ shipping_total: 600, shipping_tax_total: 57 });
  });

  it("is checked by the carrier, and taxed by the service of the region", async () => {
    const far = await aPlace(shop, { fulfillment_providers: ["carrier"] });
    await shop.admin.post(`/admin/regions/${far.id}`, { tax_provider_id: "outside-tax" });
    const option = await anOption(shop, far.id, { provider_id: "carrier" });
    const order = await anOrder(shop.visitor(), { place: far, variantId });
    outside.data.answer = ({ data }) => ({ ...data, checked: true });
    const { body } = await add(order, { option_id: option.id, price: 200 });
    expect(body.order.shipping_methods).toMatchObject([
      { price: 200, data: { checked: true }, tax_lines: [{ rate: 5, code: "F" }], tax_total: 10 },
    ]);
    expect(outside.data.asked.at(-1)!.parcel).toMatchObject({
      resourceId: order.id,
      shippingAddress: { city: "Testville" },
      items: [{ quantity: 1, unitPrice: 1000 }],
    });
  });

  it.each<[string, Record<string, unknown>, number]>([
    ["no price", { price: undefined }, 400],
    ["a price below nothing", { price: -1 }, 400],
    ["a fraction of a price", { price: 1.5 }, 400],
    ["no option", { option_id: undefined }, 400],
    ["an empty option", { option_id: "" }, 400],
    ["an unknown option", { option_id: "so_unknown" }, 404],
    ["data that is none", { data: "x" }, 400],
  ])("is refused with %s", async (_, details, status) => {
    const order = await placed();
    await expectUnchanged(order, async () => {
      const answer = await add(order, { option_id: optionId, price: 10, ...details });
      expect(answer.status).toBe(status);
    });
  });

  it("is refused in another region, by the carrier, and for a canceled order", async () => {
    const order = await placed();
    const foreign = await anOption(shop, (await aPlace(shop)).id);
    const choosy = await anOption(shop, place.id, { provider_id: "carrier" });
    outside.data.answer = () => {
      throw new Error("not there");
    };
    await expectUnchanged(order, async () => {
      for (const { id } of [foreign, choosy]) {
        const { status } = await add(order, { option_id: id, price: 10 });
        expect(status).toBeGreaterThanOrEqual(400);
        expect(status).toBeLessThan(500);
      }
    });
    await setOrder(shop, order.id, { status: "canceled" });
    await expectUnchanged(order, async () => {
      expect(await add(order, { option_id: optionId, price: 10 })).toMatchObject({
        status: 400,
        body: { message: "A shipping method cannot be added to a canceled order" },
      });
    });
  });

  it("is one, however many are added at the same moment", async () => {
    const order: PlacedOrder = await placed();
    await Promise.all(Array.from({ length: 10 }, (_, price) => add(order, { option_id: optionId, price })));
    expect((await read(order)).shipping_methods).toHaveLength(1);
  });
});
