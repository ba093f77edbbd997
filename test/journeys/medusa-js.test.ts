import * as medusaJs from "@medusajs/medusa-js";
import { describe, expect } from "vitest";
import { aRegion, freeCountries } from "../support/factories/regions.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { ADMIN } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

// The client's types come from the old server, which is not installed.
// biome-ignore lint/suspicious/noExplicitAny: see above
const Medusa = medusaJs.default as any;
const client = (options = {}) => new Medusa({ baseUrl: shop.baseUrl, maxRetries: 2, ...options });
/** Outside of a browser the client keeps no token, so it is given one. */
const withToken = (token: string) => client({ customHeaders: { Authorization: `Bearer ${token}` } });

describe("the client that Medusa shops use", () => {
  it("runs a shop: logs in, creates, lists, edits and deletes", async () => {
    const { access_token: token } = await client().admin.auth.getToken(ADMIN);
    const medusa = withToken(token);
    expect((await medusa.admin.auth.getSession()).user.email).toBe(ADMIN.email);

    const { collection } = await medusa.admin.collections.create({
      title: "Winter Harbour",
      metadata: { mood: "calm" },
    });
    const renamed = await medusa.admin.collections.update(collection.id, { title: "Spring Harbour" });
    expect(renamed.collection).toMatchObject({ title: "Spring Harbour", handle: "winter-harbour" });
    const listed = await medusa.admin.collections.list({ q: "harbour", limit: 5 });
    expect(listed).toMatchObject({ count: 1, limit: 5, offset: 0 });
    expect(listed.collections[0]?.id).toBe(collection.id);
    await medusa.admin.collections.delete(collection.id);
    await expect(medusa.admin.collections.retrieve(collection.id)).rejects.toMatchObject({
      response: { status: 404 },
    });

    const { customer_group: group } = await medusa.admin.customerGroups.create({ name: "Regulars" });
    const { customer } = await medusa.admin.customers.create({
      email: "Grace@Example.com",
      password: "nanosecond",
      first_name: "Grace",
      last_name: "Hopper",
    });
    await medusa.admin.customerGroups.addCustomers(group.id, { customer_ids: [{ id: customer.id }] });
    const members = await medusa.admin.customerGroups.listCustomers(group.id, { expand: "groups" });
    expect(members.customers.map(({ email }: { email: string }) => email)).toEqual(["grace@example.com"]);
    const edited = await medusa.admin.customers.update(customer.id, { phone: "555 0100" });
    expect(edited.customer.phone).toBe("555 0100");
    await medusa.admin.customerGroups.removeCustomers(group.id, { customer_ids: [{ id: customer.id }] });
    expect((await medusa.admin.customerGroups.listCustomers(group.id)).count).toBe(0);

    const { currencies } = await medusa.admin.currencies.list({ code: "isk" });
    expect(currencies).toMatchObject([{ code: "isk", includes_tax: false }]);
    expect((await medusa.admin.currencies.update("isk", { includes_tax: true })).currency.includes_tax).toBe(
      true,
    );

    const { user } = await medusa.admin.users.create({ email: "second@example.com", password: "pw" });
    expect((await medusa.admin.users.update(user.id, { first_name: "Second" })).user.first_name).toBe(
      "Second",
    );
    expect((await medusa.admin.users.list()).users.map(({ email }: { email: string }) => email)).toContain(
      "second@example.com",
    );
    await medusa.admin.invites.create({ user: "third@example.com", role: "member" });
    expect((await medusa.admin.invites.list()).invites).toMatchObject([{ user_email: "third@example.com" }]);
  });

  it("opens the administrative API with an API token", async () => {
    await shop.admin.post(`/admin/users/${shop.adminId}`, { api_token: "a token of the shop's own" });
    const { user } = await client({ apiKey: "a token of the shop's own" }).admin.auth.getSession();
    expect(user.id).toBe(shop.adminId);
  });

  it("serves a storefront: signs up, logs in, keeps addresses", async () => {
    const visitor = client();
    await visitor.customers.create({
      email: "ada@example.com",
      password: "analytical",
      first_name: "Ada",
      last_name: "Lovelace",
    });
    expect((await visitor.auth.exists("ada@example.com")).exists).toBe(true);
    const { access_token: token } = await visitor.auth.getToken({
      email: "ada@example.com",
      password: "analytical",
    });
    const medusa = withToken(token);
    expect((await medusa.auth.getSession()).customer.first_name).toBe("Ada");

    const address = {
      first_name: "Ada",
      last_name: "Lovelace",
      address_1: "12 St James Square",
      address_2: "",
      city: "London",
      country_code: "gb",
      postal_code: "SW1Y 4JH",
      phone: "",
      company: "",
      province: "",
      metadata: {},
    };
    const { customer } = await medusa.customers.addresses.addAddress({ address });
    const addressId = customer.shipping_addresses[0]!.id;
    const moved = await medusa.customers.addresses.updateAddress(addressId, { ...address, city: "Ockham" });
    expect(moved.customer.shipping_addresses[0]?.city).toBe("Ockham");
    expect((await medusa.customers.update({ phone: "555 0101" })).customer.phone).toBe("555 0101");
    expect(await medusa.customers.listOrders()).toMatchObject({ orders: [], count: 0 });
    expect((await medusa.collections.list({ limit: 1 })).limit).toBe(1);
  });

  it("sets up a whole shop: region, product with options and prices, shipping option, channel, key", async () => {
    const { access_token: token } = await client().admin.auth.getToken(ADMIN);
    const medusa = withToken(token);
    await shop.admin.post("/admin/store/currencies/eur");
    const { region } = await medusa.admin.regions.create({
      name: "Europe",
      currency_code: "eur",
      tax_rate: 25,
      payment_providers: ["manual"],
      fulfillment_providers: ["manual"],
      countries: ["dk", "se"],
    });
    const { sales_channel: channel } = await medusa.admin.salesChannels.create({
      name: "Kiosk",
      description: "By the pier",
    });
    const { product } = await medusa.admin.products.create({
      title: "Harbour Jacket",
      is_giftcard: false,
      discountable: true,
      status: "published",
      sales_channels: [{ id: channel.id }],
      options: [{ title: "Size" }],
      variants: [
        {
          title: "M",
          options: [{ value: "M" }],
          inventory_quantity: 5,
          prices: [{ currency_code: "eur", amount: 8000 }],
        },
        {
          title: "L",
          options: [{ value: "L" }],
          inventory_quantity: 5,
          prices: [{ region_id: region.id, amount: 9000 }],
        },
      ],
    });
    expect(product.variants.map(({ title }: { title: string }) => title)).toEqual(["M", "L"]);
    const { shipping_option: option } = await medusa.admin.shippingOptions.create({
      name: "Standard",
      region_id: region.id,
      provider_id: "manual",
      data: { id: "manual-fulfillment" },
      price_type: "flat_rate",
      amount: 500,
      is_return: false,
    });
    expect(option).toMatchObject({ name: "Standard", amount: 500, region_id: region.id });
    const { price_list: list } = await medusa.admin.priceLists.create({
      name: "Opening",
      description: "The first week",
      type: "sale",
      status: "active",
      prices: [{ variant_id: product.variants[0].id, currency_code: "eur", amount: 6000 }],
    });
    expect(list.prices).toHaveLength(1);
    const { publishable_api_key: key } = await medusa.admin.publishableApiKeys.create({ title: "Kiosk" });
    await medusa.admin.publishableApiKeys.addSalesChannelsBatch(key.id, {
      sales_channel_ids: [{ id: channel.id }],
    });

    const storefront = client({ publishableApiKey: key.id });
    const { products } = await storefront.products.list({ region_id: region.id });
    expect(products).toHaveLength(1);
    expect(products[0].variants).toMatchObject([
      {
        calculated_price: 6000,
        calculated_price_incl_tax: 7500,
        calculated_price_type: "sale",
        original_price: 8000,
      },
      { calculated_price: 9000, original_price_incl_tax: 11250 },
    ]);
    expect((await client().products.list({ region_id: region.id })).count).toBe(0);
    expect((await storefront.products.search({ q: "harbor jaket" })).hits).toMatchObject([
      { id: product.id },
    ]);
    expect((await storefront.regions.list()).regions).toMatchObject([{ id: region.id }]);
    const { shipping_options: options } = await storefront.shippingOptions.list({ region_id: region.id });
    expect(options).toMatchObject([{ id: option.id, price_incl_tax: 625 }]);
  });

  it("sells: cart, line, address, shipping, payment, order", async () => {
    const [country] = await freeCountries(shop, 1);
    const region = await aRegion(shop, { countries: [country], tax_rate: 25 });
    const variantId = await aSoldVariant(shop, { price: 2000, stock: 5 });
    const option = await anOption(shop, region.id, { amount: 500 });
    const visitor = client();
    const buyer = { email: "marie@example.com", password: "polonium and radium" };
    await visitor.customers.create({ ...buyer, first_name: "Marie", last_name: "Curie" });
    const medusa = withToken((await visitor.auth.getToken(buyer)).access_token);

    const { cart } = await medusa.carts.create({ region_id: region.id });
    expect(cart).toMatchObject({ email: buyer.email, total: 0 });
    const added = await medusa.carts.lineItems.create(cart.id, { variant_id: variantId, quantity: 1 });
    const line = added.cart.items[0];
    const more = await medusa.carts.lineItems.update(cart.id, line.id, { quantity: 2 });
    expect(more.cart).toMatchObject({ subtotal: 4000, tax_total: 1000, total: 5000 });
    const address = {
      first_name: "Marie",
      last_name: "Curie",
      address_1: "8 quai des Voiliers",
      city: "Paris",
    };
    await medusa.carts.update(cart.id, { shipping_address: { ...address, country_code: country } });

    const { shipping_options: ways } = await medusa.shippingOptions.listCartOptions(cart.id);
    expect(ways).toMatchObject([{ id: option.id }]);
    await medusa.carts.addShippingMethod(cart.id, { option_id: option.id });
    await medusa.carts.createPaymentSessions(cart.id);
    const paying = await medusa.carts.setPaymentSession(cart.id, { provider_id: "manual" });
    expect(paying.cart).toMatchObject({
      total: 5625,
      payment_session: { provider_id: "manual", amount: 5625 },
    });

    const { type, data: order } = await medusa.carts.complete(cart.id);
    expect(type).toBe("order");
    expect(order).toMatchObject({
      email: buyer.email,
      total: 5625,
      cart_id: cart.id,
      payment_status: "awaiting",
    });
    expect((await medusa.carts.complete(cart.id)).data.id).toBe(order.id);
    expect((await medusa.orders.retrieve(order.id)).order).toMatchObject({ id: order.id, total: 5625 });
    expect((await medusa.orders.retrieveByCartId(cart.id)).order.id).toBe(order.id);
    const looked = await medusa.orders.lookupOrder({ display_id: order.display_id, email: buyer.email });
    expect(looked.order.id).toBe(order.id);
    expect(await medusa.customers.listOrders()).toMatchObject({ count: 1, orders: [{ id: order.id }] });
    expect((await medusa.carts.retrieve(cart.id)).cart.completed_at).not.toBeNull();
  });

  it("sells to a guest who has a code and a gift card, and changes their mind", async () => {
    const [country] = await freeCountries(shop, 1);
    const region = await aRegion(shop, { countries: [country], tax_rate: 0 });
    const variantId = await aSoldVariant(shop, { price: 2000 });
    const { access_token: token } = await client().admin.auth.getToken(ADMIN);
    const { admin } = withToken(token);
    const { discount } = await admin.discounts.create({
      code: "TENOFF",
      regions: [region.id],
      rule: { type: "percentage", value: 10, allocation: "total" },
    });
    const { gift_card: card } = await admin.giftCards.create({ region_id: region.id, value: 5000 });

    const medusa = client();
    const items = [{ variant_id: variantId, quantity: 3 }];
    const { cart } = await medusa.carts.create({ region_id: region.id, items });
    await medusa.carts.update(cart.id, { email: "guest@example.com", discounts: [{ code: "tenoff" }] });
    expect((await medusa.carts.deleteDiscount(cart.id, "TENOFF")).cart).toMatchObject({ total: 6000 });
    await medusa.carts.update(cart.id, { discounts: [{ code: "TENOFF" }] });
    const removed = await medusa.carts.lineItems.update(cart.id, cart.items[0].id, { quantity: 2 });
    expect(removed.cart).toMatchObject({ discount_total: 400, total: 3600 });
    const paid = await medusa.carts.update(cart.id, { gift_cards: [{ code: card.code }] });
    expect(paid.cart).toMatchObject({ gift_card_total: 3600, total: 0 });
    expect((await medusa.giftCards.retrieve(card.code)).gift_card.balance).toBe(5000);

    const { type, data: order } = await medusa.carts.complete(cart.id);
    expect(type).toBe("order");
    expect(order).toMatchObject({ total: 0, discount_total: 400, gift_card_total: 3600 });
    expect((await medusa.giftCards.retrieve(card.code)).gift_card.balance).toBe(1400);
    expect((await admin.discounts.retrieve(discount.id)).discount.usage_count).toBe(1);
  });
});
