import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import type { Client } from "../support/clients/client.ts";
import {
  aCart,
  aPlace,
  changeCart,
  completeByHand,
  moneyOf,
  type Place,
  readCart,
  type ShownCart,
} from "../support/factories/carts.ts";
import { aGroup, aShopper, home } from "../support/factories/customers.ts";
import { aDiscount } from "../support/factories/discounts.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const secret = "only the shop knows";

let place: Place;
let owner: { browser: Client; id: string; email: string };
let cart: ShownCart;
const { it, shop } = withShop();
it.beforeAll(async () => {
  place = await aPlace(shop);
  owner = await aShopper(shop);
  await shop.admin.post(`/admin/customers/${owner.id}`, { metadata: { note: secret } });
  const group = await aGroup(shop, `Group ${secret}`);
  await shop.admin.post(`/admin/customer-groups/${group.id}/customers/batch`, {
    customer_ids: [{ id: owner.id }],
  });
  await owner.browser.post("/store/customers/me/addresses", {
    address: { ...home, address_1: secret, country_code: place.countries[0] },
  });
  const items = [{ variant_id: await aSoldVariant(shop), quantity: 1 }];
  cart = await aCart(owner.browser, { region_id: place.id, items });
  const discount = await aDiscount(shop, place.id);
  await changeCart(owner.browser, cart.id, { discounts: [{ code: discount.code }] });
});

const ask = (client: Client, query: string) => client.get(`/store/carts/${cart.id}?${query}`);

describe("visitors with the key to a cart", () => {
  it.each([
    "expand=customer.orders",
    "expand=customer.groups",
    "expand=customer.shipping_addresses",
    "expand=customer.billing_address",
    "expand=customer.orders.items",
    "expand=payment.order",
    "expand=items.order",
    "expand=items.cart.customer",
    "expand=discounts.parent_discount",
    "expand=gift_cards.order",
    "expand=region.carts",
    "fields=customer.orders.id",
    "fields=customer.groups.name",
    "fields=customer.shipping_addresses.address_1",
    "fields=customer.password_hash",
    "fields=customer.$groups",
    "fields=%2Bcustomer.orders.id",
    "fields=*customer.groups",
    "fields=shipping_address.customer.email",
    "fields=$facts",
    "expand=$facts",
    "fields=constructor",
    "expand=__proto__",
  ])("are refused %s", async (query) => {
    const answer = await ask(shop.visitor(), query);
    expect(answer.status).toBe(400);
    expect(answer.body.type).toBe("invalid_data");
    expect(JSON.stringify(answer.body)).not.toContain(secret);
  });

  it.each([
    "",
    "expand=customer",
    "fields=customer.*",
    "fields=customer.metadata",
    "fields=id,customer.metadata,customer.email",
    "fields=%2Bcustomer.metadata",
    "fields=*customer",
    "expand=customer,items&fields=customer.metadata",
  ])("see nothing private by %j", async (query) => {
    const answer = await ask(shop.visitor(), query);
    expect(answer.status).toBe(200);
    const text = JSON.stringify(answer.body);
    expect(text).not.toContain(secret);
    expect(text).not.toContain("password_hash");
    expect(text).not.toContain("$");
  });

  it("see who the customer is, and no more, in answers to what they do", async () => {
    const option = await anOption(shop, place.id);
    const answers = [
      await shop.visitor().post(`/store/carts/${cart.id}`, { context: { a: 1 } }),
      await shop.visitor().post(`/store/carts/${cart.id}/line-items`, {
        variant_id: cart.items[0]!.variant_id,
        quantity: 1,
      }),
      await shop.visitor().post(`/store/carts/${cart.id}/line-items/${cart.items[0]!.id}`, { quantity: 1 }),
      await shop.visitor().post(`/store/carts/${cart.id}/shipping-methods`, { option_id: option.id }),
      await shop.visitor().post(`/store/carts/${cart.id}/payment-sessions`),
      await shop.visitor().post(`/store/carts/${cart.id}/payment-session`, { provider_id: "manual" }),
      await shop.visitor().post(`/store/carts/${cart.id}/payment-sessions/manual`, { data: {} }),
      await shop.visitor().post(`/store/carts/${cart.id}/payment-sessions/manual/refresh`),
      await shop.visitor().post(`/store/carts/${cart.id}/taxes`),
      await shop.visitor().delete(`/store/carts/${cart.id}/payment-sessions/manual`),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body.cart.customer_id).toBe(owner.id);
      expect(JSON.stringify(body)).not.toContain(secret);
    }
    expect(answers[1]!.body.cart.customer).toMatchObject({ id: owner.id, metadata: null });
  });

  it("see of the customer only what the cart itself has", async () => {
    const person = await aShopper(shop, { first_name: "Ada", last_name: "Byron", phone: "+44 20" });
    const { id } = await aCart(person.browser, { region_id: place.id });
    await shop.admin.post(`/admin/customers/${person.id}`, { metadata: { note: secret } });
    await shop.db.run({
      text: "update customer set email = $2 where id = $1",
      values: [person.id, "new@example.com"],
    });
    for (const query of ["expand=customer", "expand=customer&fields=id"]) {
      const { body } = await shop.visitor().get(`/store/carts/${id}?${query}`);
      expect(body.cart.customer).toMatchObject({
        id: person.id,
        email: person.email,
        first_name: null,
        last_name: null,
        phone: null,
        billing_address_id: null,
        metadata: null,
      });
    }
    const own = await person.browser.get(`/store/carts/${id}?expand=customer`);
    expect(own.body.cart.customer).toMatchObject({ first_name: "Ada", last_name: "Byron", phone: "+44 20" });
  });

  it("see nothing of a guest whose email they only type", async () => {
    await shop.db.run({
      text: "insert into customer (id, email, first_name, last_name, phone) values ($1, $2, $3, $3, $3)",
      values: ["cus_known_guest", "known-guest@example.com", secret],
    });
    const { id } = await aCart(shop.visitor(), { region_id: place.id });
    await changeCart(shop.visitor(), id, { email: "known-guest@example.com" });
    const { body } = await shop.visitor().get(`/store/carts/${id}?expand=customer`);
    expect(body.cart.customer).toMatchObject({ email: "known-guest@example.com", first_name: null });
    const added = await shop.visitor().post(`/store/carts/${id}/line-items`, {
      variant_id: cart.items[0]!.variant_id,
      quantity: 1,
    });
    expect(added.body.cart.customer).toMatchObject({ email: "known-guest@example.com", phone: null });
    expect(JSON.stringify([body, added.body])).not.toContain(secret);
  });

  it("are not admitted by another customer's account", async () => {
    const other = await aShopper(shop);
    const mine = await aCart(owner.browser, { region_id: place.id });
    const answer = await other.browser.get(`/store/carts/${mine.id}?expand=customer`);
    // A logged-in customer takes over the cart, and sees their own data.
    expect(answer.body.cart.customer.id).toBe(other.id);
    expect(JSON.stringify(answer.body)).not.toContain(secret);
  });
});

describe("the customer of a cart", () => {
  it("sees their own data in it", async () => {
    const { body } = await ask(owner.browser, "expand=customer");
    expect(body.cart.customer.metadata).toEqual({ note: secret });
  });

  it("may read their own data, which other customers may not", async () => {
    const expand =
      "customer,customer.orders,customer.groups,customer.shipping_addresses,customer.billing_address";
    const { status, body } = await ask(owner.browser, `expand=${expand}`);
    expect(status).toBe(200);
    expect(body.cart.customer).toMatchObject({
      groups: [{ name: `Group ${secret}` }],
      shipping_addresses: [{ address_1: secret }],
      billing_address: null,
      orders: [],
    });
    const done = await aCart(owner.browser, { region_id: place.id });
    await completeByHand(shop, done.id);
    const other = await aShopper(shop);
    const answer = await other.browser.get(`/store/carts/${done.id}?expand=${expand}`);
    expect(answer.body.cart.customer).toMatchObject({ id: owner.id, metadata: null });
    expect(JSON.stringify(answer.body)).not.toContain(secret);
    for (const hidden of ["orders", "groups", "shipping_addresses", "billing_address"]) {
      expect(answer.body.cart.customer).not.toHaveProperty(hidden);
    }
  });
});

describe("administrators", () => {
  it("may see all of the customer, but no password", async () => {
    const expand = "customer,customer.orders,customer.groups,customer.shipping_addresses";
    const { status, body } = await ask(shop.admin, `expand=${expand}`);
    expect(status).toBe(200);
    expect(body.cart.customer).toMatchObject({
      metadata: { note: secret },
      groups: [{ name: `Group ${secret}` }],
      shipping_addresses: [{ address_1: secret }],
      orders: [],
    });
    expect(JSON.stringify(body)).not.toContain("password_hash");
  });
});

describe("the selected fields of a cart", () => {
  const money = async (query: string) => {
    const { status, body } = await ask(shop.visitor(), query);
    expect(status).toBe(200);
    return moneyOf(body.cart);
  };

  it.each([
    "expand=",
    "expand=items",
    "expand=customer,payment_sessions,billing_address",
    "fields=",
    "fields=id",
    "fields=id,email,total",
    "fields=region.name",
    "fields=items.title",
    "fields=items.id,region.id,discounts.code,gift_cards.id,shipping_methods.id",
    "fields=-region_id,-completed_at,-customer_id",
    "fields=-total",
    "fields=%2Bregion.name",
    "expand=&fields=items.title",
    "expand=region&fields=items.variant.id",
  ])("by %j does not change what it costs", async (query) => {
    const expected = moneyOf(await readCart(shop.visitor(), cart.id));
    expect(expected.discount_total).toBeGreaterThan(0);
    expect(await money(query)).toEqual(expected);
  });

  it("by an empty expand is what the totals need, and no more", async () => {
    const { body } = await ask(shop.visitor(), "expand=");
    expect(body.cart.items[0]).toMatchObject({ variant: { product: {} }, adjustments: [{}] });
    for (const left of ["payment_sessions", "sales_channel", "billing_address", "payment"]) {
      expect(body.cart).not.toHaveProperty(left);
    }
  });

  it("may be more of the goods, of what makes them cheaper, and of how they are shipped", async () => {
    const expand = [
      "items.variant.options.option,items.variant.product.options,items.variant.product.type",
      "items.variant.product.variants,items.adjustments.discount,discounts.regions,discounts.rule.conditions",
      "region.tax_provider,gift_cards.region,shipping_methods.shipping_option.requirements",
      "shipping_methods.shipping_option.profile",
    ].join();
    const { status, body } = await ask(shop.visitor(), `expand=${expand}`);
    expect(status).toBe(200);
    expect(body.cart).toMatchObject({
      items: [{ variant: { product: { variants: [{}], type: null } }, adjustments: [{ discount: {} }] }],
      discounts: [{ regions: [{ id: place.id }], rule: { conditions: [] } }],
      region: { tax_provider: null },
    });
  });

  it("is read in one statement", async () => {
    for (const query of ["expand=customer,payment_sessions", "fields=id,items.title"]) {
      const counted = await countingStatements(shop.db, () => ask(shop.visitor(), query));
      expect(counted.statements).toHaveLength(1);
    }
  });

  it.each(["expand=unknown", "expand=items.unknown", "fields=unknown", "unknown=1", "fields=items.unknown"])(
    "is refused by %s",
    async (query) => {
      expect((await ask(shop.visitor(), query)).status).toBe(400);
    },
  );
});
