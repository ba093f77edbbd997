import { describe, expect } from "vitest";
import { aCart, changeCart } from "../support/factories/carts.ts";
import { aRegion } from "../support/factories/regions.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const PLUGINS = ["pay-by-invoice", "destination-tax"].map((name) => `./examples/plugin/${name}.mjs`).join();

let regionId: string;
let variantId: string;
const { it, shop } = withShop(async () => {
  process.env["INVOICE_LIMIT"] = "20000";
  return startShop({ TRADEWIND_PLUGINS: PLUGINS });
});
it.beforeAll(async () => {
  const region = { countries: ["de", "fr", "es"], tax_rate: 21, payment_providers: ["invoice"] };
  regionId = (await aRegion(shop, region)).id;
  await shop.admin.post(`/admin/regions/${regionId}`, { tax_provider_id: "destination" });
  variantId = await aSoldVariant(shop, { price: 5000 });
});

const addressIn = (country_code: string) => ({ first_name: "Ada", address_1: "Am Hafen 1", country_code });

async function aCartIn(country: string, quantity = 1) {
  const cart = await aCart(shop.visitor(), {
    region_id: regionId,
    items: [{ variant_id: variantId, quantity }],
  });
  return changeCart(shop.visitor(), cart.id, {
    email: "ada@example.com",
    shipping_address: addressIn(country),
  });
}

const post = (path: string, body?: unknown) => shop.visitor().post(`/store/carts/${path}`, body);

describe("a tax service", () => {
  it("taxes by the destination, and by the shop's rates where it has none", async () => {
    expect(await aCartIn("de")).toMatchObject({ subtotal: 5000, tax_total: 950, total: 5950 });
    expect(await aCartIn("fr")).toMatchObject({ tax_total: 1000 });
    expect(await aCartIn("es")).toMatchObject({ tax_total: 1050 });
  });

  it("taxes shipping, too, and what the order was taxed with stays", async () => {
    const option = await anOption(shop, regionId, { amount: 1000 });
    const { id } = await aCartIn("de");
    const { body } = await post(`${id}/shipping-methods`, { option_id: option.id });
    expect(body.cart).toMatchObject({ shipping_tax_total: 190, total: 7140 });
    await post(`${id}/payment-sessions`);
    await post(`${id}/payment-sessions/invoice`, { data: { reference: "PO 7" } });
    const { data: order } = (await post(`${id}/complete`)).body;
    expect(order).toMatchObject({ tax_total: 1140, total: 7140 });
    expect(order.items[0].tax_lines).toMatchObject([{ rate: 19, name: "VAT DE", code: "vat-de" }]);
  });
});

describe("payment by invoice", () => {
  it("needs a reference of the customer", async () => {
    const { id } = await aCartIn("de");
    const prepared = await post(`${id}/payment-sessions`);
    expect(prepared.body.cart.payment_session).toMatchObject({
      provider_id: "invoice",
      data: { cart: id, amount: 5950, currency: "usd", days: 30, reference: null },
    });
    const waiting = await post(`${id}/complete`);
    expect(waiting.body).toMatchObject({ type: "cart", payment_status: "requires_more" });
    await post(`${id}/payment-sessions/invoice`, { data: { reference: "PO 4711", amount: 1 } });
    const { body } = await post(`${id}/complete`);
    expect(body).toMatchObject({
      type: "order",
      data: {
        total: 5950,
        payments: [{ provider_id: "invoice", data: { reference: "PO 4711", amount: 5950 } }],
      },
    });
  });

  it("is for small amounts", async () => {
    const { id } = await aCartIn("de", 4);
    await post(`${id}/payment-sessions`);
    await post(`${id}/payment-sessions/invoice`, { data: { reference: "PO 4712" } });
    const { status, body } = await post(`${id}/complete`);
    expect(status).toBe(400);
    expect(body.message).toBe("The payment could not be authorized: an invoice may be about 20000 at most");
    expect((await shop.visitor().get(`/store/orders/cart/${id}`)).status).toBe(404);
  });
});
