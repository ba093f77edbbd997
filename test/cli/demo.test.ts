import { describe, expect } from "vitest";
import { demoAccounts } from "../../src/demo/customers.ts";
import { demoProducts } from "../../src/demo/products.ts";
import { demoRegions } from "../../src/demo/regions.ts";
import { demoState, loadDemoInto, rowCounts } from "../support/fixtures/demo.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let summary: string | null;
const { it, shop } = withShop();
it.beforeAll(async () => {
  summary = await loadDemoInto(shop);
});

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Any = any;

const read = async (path: string): Promise<Any> => {
  const { status, body } = await shop.admin.get(path);
  if (status !== 200) throw new Error(`${path}: ${body.message}`);
  return body;
};

const regionId = async (name: string): Promise<string> => {
  const { regions } = await read("/admin/regions");
  return regions.find((region: Any) => region.name === name).id;
};

const ordinary = (prices: Any[]) =>
  prices
    .filter((price) => price.price_list_id === null)
    .map((price) => [price.currency_code, price.amount] as const);

const handles = (rows: { handle: string }[]) => rows.map(({ handle }) => handle);
const names = (rows: { name: string }[]) => rows.map(({ name }) => name);

describe("the demo shop", () => {
  it("prints its contents", () => {
    expect(summary).toBe("40 products in 152 variants, 2 regions, 12 customers");
  });

  it("has a name and sells in two currencies", async () => {
    const { store } = await read("/admin/store");
    expect(store.name).toBe("Tradewind Outfitters");
    expect(store.default_sales_channel.description).toContain("Tradewind Outfitters");
    expect(store.currencies.map(({ code }: Any) => code).sort()).toEqual(["eur", "usd"]);
  });

  it("keeps its stock at a location of its channel, where a dashboard finds it", async () => {
    const { store } = await read("/admin/store");
    expect(store.modules.map(({ module }: Any) => module)).toContain("inventoryService");
    const { stock_locations: places } = await read("/admin/stock-locations?expand=address,sales_channels");
    expect(places).toMatchObject([
      {
        name: "Harbour warehouse",
        address: { country_code: "dk" },
        sales_channels: [{ id: store.default_sales_channel_id }],
      },
    ]);
    const { inventory_items: items } = await read("/admin/inventory-items?limit=200&q=BHS");
    for (const { location_levels } of items) expect(location_levels).toHaveLength(1);
  });

  it("is not loaded a second time", async () => {
    const before = await rowCounts(shop.db);
    expect(await loadDemoInto(shop)).toBeNull();
    expect(await rowCounts(shop.db)).toEqual(before);
    expect(await demoState(shop.db)).toMatchObject({ state: "done", orders: { state: "loading", made: 0 } });
  });
});

describe("its catalogue", () => {
  it("shows 40 products in the order of the data, all of them published", async () => {
    const { products, count } = await read("/admin/products?limit=100");
    expect(count).toBe(40);
    expect(handles(products)).toEqual(handles([...demoProducts]));
    for (const product of products) expect(product.status, product.handle).toBe("published");
  });

  it("has every variant with its options, its stock and prices in two currencies", async () => {
    const { products } = await read("/admin/products?limit=100");
    for (const { handle, options, variants } of demoProducts) {
      const product = products.find((each: Any) => each.handle === handle);
      expect(product.options.map(({ title }: Any) => title).sort()).toEqual(Object.keys(options).sort());
      const shown = product.variants.map((variant: Any) => ({
        sku: variant.sku,
        stock: variant.inventory_quantity,
        values: variant.options.map(({ value }: Any) => value).sort(),
        prices: Object.fromEntries(ordinary(variant.prices)),
      }));
      const expected = variants.map(({ sku, stock, values, price: [eur, usd] }) => ({
        sku,
        stock,
        values: [...values].sort(),
        prices: { eur, usd },
      }));
      expect(shown).toEqual(expect.arrayContaining(expected));
      expect(shown).toHaveLength(expected.length);
    }
  });

  it("sorts products by collection, category, type and tags, and sells them in the channel of the shop", async () => {
    const { store } = await read("/admin/store");
    const { products } = await read("/admin/products?limit=100");
    for (const { handle, collection, category, type, tags } of demoProducts) {
      const product = products.find((each: Any) => each.handle === handle);
      expect(product.collection?.handle ?? null).toBe(collection);
      expect(handles(product.categories)).toEqual([category]);
      expect(product.type.value).toBe(type);
      expect(product.tags.map(({ value }: Any) => value).sort()).toEqual([...tags].sort());
      expect(product.sales_channels.map(({ id }: Any) => id)).toEqual([store.default_sales_channel_id]);
    }
  });

  it("has one gift card, which is never discounted, is not counted, and ships by its own profile", async () => {
    const { products } = await read("/admin/products?is_giftcard=true");
    expect(products).toHaveLength(1);
    const [card] = products;
    expect(card).toMatchObject({ discountable: false, profile: { type: "gift_card" } });
    for (const variant of card.variants) expect(variant.manage_inventory).toBe(false);
  });

  it("has five collections with products", async () => {
    const { collections, count } = await read("/admin/collections");
    expect(count).toBe(5);
    for (const { handle, products } of collections) expect(products.length, handle).toBeGreaterThan(0);
  });

  it("has a tree of categories that visitors see in its order", async () => {
    const { body } = await shop
      .visitor()
      .get("/store/product-categories?parent_category_id=null&include_descendants_tree=true");
    expect(handles(body.product_categories)).toEqual([
      "clothing",
      "on-deck",
      "camp-and-shore",
      "cabin-and-home",
    ]);
    expect(handles(body.product_categories[0].category_children)).toEqual([
      "jackets-and-smocks",
      "knitwear-and-shirts",
      "hats-and-gloves",
      "footwear",
    ]);
  });

  it("has pictures that answer", async () => {
    const { body } = await shop.visitor().get("/store/products?limit=100");
    for (const { thumbnail, images } of body.products) {
      const urls = images.map(({ url }: Any) => url);
      expect(urls).toHaveLength(2);
      expect(thumbnail).toBe(urls[0]);
      for (const url of urls) {
        expect(url).toMatch(/^https:\/\/shop\.example\/api\/demo\/pictures\/[a-z0-9-]+\.svg$/);
        const picture = await fetch(shop.baseUrl + new URL(url).pathname.replace("/api", ""));
        expect(picture.headers.get("content-type")).toContain("image/svg+xml");
      }
    }
  });
});

describe("its prices", () => {
  it.each([
    ["Europe", "eur", 0],
    ["United States", "usd", 1],
  ])("are lower in the sale, and shown so in %s", async (region, currency, index) => {
    const id = await regionId(region);
    const { body } = await shop.visitor().get(`/store/products?handle=quayside-cap&region_id=${id}`);
    const cap = demoProducts.find(({ handle }) => handle === "quayside-cap");
    const original = cap?.variants[0]?.price[index] ?? 0;
    expect(original).toBeGreaterThan(0);
    for (const variant of body.products[0].variants) {
      expect(variant).toMatchObject({ original_price: original, calculated_price_type: "sale" });
      expect(variant.calculated_price).toBeLessThan(original);
      expect(variant.prices.some((price: Any) => price.currency_code === currency)).toBe(true);
    }
  });

  it("are the ordinary ones elsewhere", async () => {
    const id = await regionId("Europe");
    const { body } = await shop.visitor().get(`/store/products?handle=skerry-sailing-jacket&region_id=${id}`);
    for (const { original_price, calculated_price } of body.products[0].variants)
      expect(calculated_price).toBe(original_price);
  });

  it("come with a tax rate of their own for books in Europe", async () => {
    const id = await regionId("Europe");
    const { tax_rates } = await read(`/admin/tax-rates?region_id=${id}&expand[]=product_types`);
    expect(tax_rates).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          code: "reduced",
          rate: 20,
          product_types: [expect.objectContaining({ value: "Book" })],
        }),
      ]),
    );
  });

  it("are those of gift cards without tax: a card of 25 costs 25", async () => {
    const { products } = await read("/admin/products?is_giftcard=true");
    const variant = products[0].variants.find(({ prices }: Any) =>
      ordinary(prices).some(([currency, amount]) => currency === "eur" && amount === 2500),
    );
    for (const { name } of demoRegions) {
      const { body } = await shop.visitor().post("/store/carts", {
        region_id: await regionId(name),
        items: [{ variant_id: variant.id, quantity: 1 }],
      });
      expect(body.cart).toMatchObject({ tax_total: 0, region: { gift_cards_taxable: false } });
      expect(body.cart.total).toBe(body.cart.subtotal);
    }
  });

  it("have discounts with their regions and conditions", async () => {
    const discounts = await shop.db.run({
      text: `select code, usage_limit,
          (select count(*) from discount_regions where discount_id = discount.id) as regions,
          (select count(*) from discount_condition where discount_rule_id = rule_id) as conditions
        from discount order by code`,
      values: [],
    });
    expect(discounts).toEqual([
      { code: "FREESHIP", usage_limit: null, regions: 2, conditions: 0 },
      { code: "HARBOUR15", usage_limit: 500, regions: 1, conditions: 0 },
      { code: "SAIL20", usage_limit: null, regions: 2, conditions: 1 },
      { code: "WELCOME10", usage_limit: null, regions: 2, conditions: 0 },
    ]);
  });
});

describe("its regions", () => {
  it("have their countries, currency and tax; the oldest is Europe", async () => {
    const { regions } = await read("/admin/regions?order=created_at");
    expect(names(regions)).toEqual(["Europe", "United States"]);
    for (const [index, { currency, taxRate, countries }] of demoRegions.entries()) {
      expect(regions[index]).toMatchObject({ currency_code: currency, tax_rate: taxRate });
      expect(regions[index].countries.map((country: Any) => country.iso_2).sort()).toEqual(
        [...countries].sort(),
      );
    }
  });

  it.each([...demoRegions])("$name has its shipping options", async ({ name, shipping }) => {
    const { shipping_options } = await read(`/admin/shipping-options?region_id=${await regionId(name)}`);
    const shown = shipping_options.map((option: Any) => ({
      name: option.name,
      amount: option.amount,
      fromSubtotal: option.requirements[0]?.amount,
      isReturn: option.is_return,
      forGiftCards: option.profile.type === "gift_card",
    }));
    const expected = shipping.map((option) => ({
      fromSubtotal: undefined,
      isReturn: false,
      forGiftCards: false,
      ...option,
    }));
    expect(shown).toEqual(expect.arrayContaining(expected));
    expect(shown).toHaveLength(expected.length);
  });

  it("offer visitors their deliveries", async () => {
    const { body } = await shop
      .visitor()
      .get(`/store/shipping-options?region_id=${await regionId("Europe")}`);
    expect(names(body.shipping_options)).toContain("Standard delivery");
  });
});

describe("its customers", () => {
  it("are 12 accounts; guests come with the orders", async () => {
    expect((await read("/admin/customers?has_account=true")).count).toBe(12);
    expect((await read("/admin/customers?has_account=false")).count).toBe(0);
  });

  it.each(["VIP", "Wholesale"])("are partly in the group %s", async (name) => {
    const { customer_groups: groups } = await read("/admin/customer-groups");
    expect(groups).toHaveLength(2);
    const { id } = groups.find((group: Any) => group.name === name);
    const { customers } = await read(`/admin/customer-groups/${id}/customers`);
    const members = demoAccounts.filter(({ group }) => group === name);
    expect(customers.map(({ email }: Any) => email).sort()).toEqual(members.map(({ email }) => email).sort());
  });

  it("live somewhere, and have a password and a place to deliver to", async () => {
    const { customers } = await read("/admin/customers?expand=shipping_addresses,billing_address&limit=50");
    for (const { email, address } of demoAccounts) {
      const customer = customers.find((each: Any) => each.email === email);
      expect(customer.billing_address).toMatchObject({ city: address.city, country_code: address.country });
      expect(customer.shipping_addresses.map(({ city }: Any) => city)).toEqual([address.city]);
    }
    const [counts] = await shop.db.run({
      text: "select count(*) as passwords from customer where password_hash is not null and has_account",
      values: [],
    });
    expect(counts).toEqual({ passwords: 12 });
  });
});
