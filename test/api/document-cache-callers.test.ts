import { describe, expect } from "vitest";
import { beside, shownTo } from "../support/caches/cached-catalogue.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import type { Client } from "../support/clients/client.ts";
import { aCart, aPlace } from "../support/factories/carts.ts";
import { aGroup, aShopper } from "../support/factories/customers.ts";
import { aPriceList, dollars } from "../support/factories/price-lists.ts";
import { aChannel, aKey } from "../support/factories/sales-channels.ts";
import { aSoldProduct, aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let others: Awaited<ReturnType<typeof beside>>;
const { it, shop } = withShop();
it.beforeAll(async () => {
  others = await beside(shop);
});
it.afterAll(async () => {
  await others.close();
});

const titles = async (client: Client, path = "/store/products") =>
  (await client.get(path)).body.products.map(({ title }: { title: string }) => title).sort();

describe("storefronts with keys", () => {
  it("see the products of their channels, until the key is revoked", async () => {
    const channels = [await aChannel(shop), await aChannel(shop)];
    for (const [index, channel] of channels.entries()) {
      await aSoldVariant(shop, {
        product: { title: `Sold in ${index}`, sales_channels: [{ id: channel.id }] },
      });
    }
    const keys = await Promise.all(channels.map((channel) => aKey(shop, { channels: [channel] })));
    const [one, two] = keys.map((key) => shop.visitor().with({ "x-publishable-api-key": key.id })) as [
      Client,
      Client,
    ];
    for (let round = 0; round < 3; round++) {
      expect(await titles(one)).toEqual(["Sold in 0"]);
      expect(await titles(two)).toEqual(["Sold in 1"]);
      expect(await titles(shop.visitor())).not.toContain("Sold in 0");
    }
    const { statements, looks, credentials } = await countingStatements(shop.db, () =>
      one.get("/store/products"),
    );
    expect({ statements, looks, credentials }).toEqual({ statements: [], looks: 1, credentials: 0 });

    await shop.admin.post(`/admin/publishable-api-keys/${keys[1]!.id}/sales-channels/batch`, {
      sales_channel_ids: [{ id: channels[0]!.id }],
    });
    expect(await titles(two)).toEqual(["Sold in 0", "Sold in 1"]);
    await shop.admin.post(`/admin/publishable-api-keys/${keys[0]!.id}/revoke`);
    expect((await one.get("/store/products")).status).toBe(401);
    await shop.admin.delete(`/admin/sales-channels/${channels[0]!.id}`);
    expect(await titles(two)).toEqual(["Sold in 1"]);
  });
});

describe("customers", () => {
  it("see the prices of their groups, which no other caller sees, and the other way round", async () => {
    const { productId, variantId } = await aSoldProduct(shop, { price: 1000 });
    const group = await aGroup(shop);
    const { browser, id } = await aShopper(shop);
    await aPriceList(shop, {
      status: "active",
      customer_groups: [{ id: group.id }],
      prices: [dollars(variantId, 400)],
    });
    const path = `/store/products/${productId}?currency_code=usd`;
    const price = async (client: Client) =>
      (await client.get(path)).body.product.variants[0].calculated_price;
    for (let round = 0; round < 2; round++) {
      expect(await price(shop.visitor())).toBe(1000);
      expect(await price(browser)).toBe(1000);
    }
    await shop.admin.post(`/admin/customer-groups/${group.id}/customers/batch`, { customer_ids: [{ id }] });
    for (let round = 0; round < 2; round++) {
      expect(await price(browser)).toBe(400);
      expect(await price(shop.visitor())).toBe(1000);
    }
    await browser.delete("/store/auth");
    expect(await price(browser)).toBe(1000);
  });
});

describe("carts", () => {
  it("share responses by region, and a cart that changes its region sees others", async () => {
    const [here, there] = [await aPlace(shop, { tax_rate: 10 }), await aPlace(shop, { tax_rate: 20 })];
    const { productId } = await aSoldProduct(shop, { price: 1000 });
    const [first, second] = [
      await aCart(shop.visitor(), { region_id: here.id }),
      await aCart(shop.visitor(), { region_id: here.id }),
    ];
    const pathOf = (id: string) => `/store/products/${productId}?cart_id=${id}`;
    const withTax = async (id: string) =>
      (await shop.visitor().get(pathOf(id))).body.product.variants[0].calculated_price_incl_tax;
    // No request was made since the product was created, so the first answer may count as old.
    for (let round = 0; round < 2; round++) expect(await withTax(first.id)).toBe(1100);
    const shared = await countingStatements(shop.db, () => shop.visitor().get(pathOf(second.id)));
    expect(shared).toMatchObject({ statements: ["cart-region"], looks: 1 });
    await shop.visitor().post(`/store/carts/${first.id}`, { region_id: there.id });
    expect(await withTax(first.id)).toBe(1200);
    expect(await withTax(second.id)).toBe(1100);
    for (const id of [first.id, "nobody"]) {
      const plain = await shownTo(others.plain.visitor(), pathOf(id));
      expect(await shownTo(shop.visitor(), pathOf(id))).toBe(plain);
    }
    expect((await shop.visitor().get(pathOf("nobody"))).status).toBe(404);
  });
});

describe("a price list", () => {
  it("starts and ends at its times, though nothing is changed then", async () => {
    const { productId, variantId } = await aSoldProduct(shop, { price: 1000 });
    const begins = Date.now() + 1_500;
    const ends = begins + 1_500;
    await aPriceList(shop, {
      status: "active",
      prices: [dollars(variantId, 300)],
      starts_at: new Date(begins).toISOString(),
      ends_at: new Date(ends).toISOString(),
    });
    const shown: number[] = [];
    let began = 0;
    do {
      began = Date.now();
      const { body } = await shop.visitor().get(`/store/products/${productId}?currency_code=usd`);
      const price = body.product.variants[0].calculated_price;
      shown.push(price);
      const after = Date.now();
      // A request within one period has only one right answer.
      if (after < begins || began > ends) expect(price).toBe(1000);
      if (began >= begins && after <= ends) expect(price).toBe(300);
    } while (began <= ends + 100);
    expect(shown.at(-1)).toBe(1000);
  });
});
