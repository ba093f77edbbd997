import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCart, aPlace, changeCart, type Place } from "../support/factories/carts.ts";
import { aDiscount } from "../support/factories/discounts.ts";
import { aSentOrder } from "../support/factories/orders.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { type StartedShop, startShop } from "../support/fixtures/shop.ts";
import { PluginFiles } from "./plugin-files.ts";

/** 7 % on everything, and 14 % on a line of three pieces, whatever the shop or the tax service says. */
const CHOOSER = `
const rateOf = ({ quantity }: any) => [{ rate: quantity === 3 ? 14 : 7, name: "Reduced", code: null }];
export default {
  name: "taxes",
  choices: {
    taxLines: ({ cart, order_id, lines }: any) => {
      if (cart.items.some(({ id }: any) => lines[id] === undefined)) return { lines: { missing: [] } };
      if ((order_id === null) === ["order_edit", "claim"].includes(cart.type)) return { lines: { wrong: [] } };
      return { lines: Object.fromEntries(cart.items.map((line: any) => [line.id, rateOf(line)])) };
    },
  },
  register(tradewind: any) {
    tradewind.taxProvider({
      id: "half",
      taxLines: async ({ items, shipping }: any) => ({
        items: items.map(({ lineItemId }: any) => ({ lineItemId, rate: 50, name: "Half", code: null })),
        shipping: shipping.map(({ shippingMethodId }: any) => ({ shippingMethodId, rate: 0, name: "None", code: null })),
      }),
    });
  },
};
`;

let files: PluginFiles;
let shop: StartedShop;
let variantId: string;
type Home = Place & { optionId: string };
let plain: Home;
let served: Home;

async function aHome(details: object): Promise<Home> {
  const place = await aPlace(shop, { currency_code: "usd", tax_rate: 20, ...details });
  const { id: optionId } = await anOption(shop, place.id, { amount: 0 });
  return { ...place, optionId };
}

beforeAll(async () => {
  files = new PluginFiles({ "plugin.ts": CHOOSER });
  shop = await startShop({ TRADEWIND_PLUGINS: files.at("plugin.ts") });
  variantId = await aSoldVariant(shop);
  plain = await aHome({});
  served = await aHome({});
  await shop.admin.post(`/admin/regions/${served.id}`, { tax_provider_id: "half" });
});
afterAll(async () => {
  await shop.close();
  files.remove();
});

const homes: [string, () => Home][] = [
  ["without a tax service", () => plain],
  ["with a tax service", () => served],
];
const ratesOf = (lines: readonly { tax_lines: { rate: number }[] }[]) =>
  lines.map(({ tax_lines }) => tax_lines.map(({ rate }) => rate)).sort();

describe.each(homes)("the chosen taxes, %s,", (_, home) => {
  const anOrder = (quantity = 1) => aSentOrder(shop, { place: home(), variantId, quantity, isSent: false });

  it("apply to lines that an order edit adds or changes; other lines keep theirs", async () => {
    const order = await anOrder(3);
    const { body } = await shop.admin.post("/admin/order-edits", { order_id: order.id });
    const items = `/admin/order-edits/${body.order_edit.id}/items`;
    const added = await shop.admin.post(items, { variant_id: variantId, quantity: 1 });
    expect(added.body.order_edit).toMatchObject({ tax_total: 420 + 70, total: 4490, difference_due: 1070 });
    expect(ratesOf(added.body.order_edit.items)).toEqual([[14], [7]]);
    const [line] = added.body.order_edit.items.filter((one: { quantity: number }) => one.quantity === 3);
    const changed = await shop.admin.post(`${items}/${line.id}`, { quantity: 2 });
    expect(changed.body.order_edit).toMatchObject({ tax_total: 140 + 70, total: 3210 });
    await shop.admin.post(`/admin/order-edits/${body.order_edit.id}/request`);
    const end = await shop.admin.post(`/admin/order-edits/${body.order_edit.id}/confirm`);
    expect(end.status).toBe(200);
    const { body: edited } = await shop.admin.get(`/admin/orders/${order.id}`);
    expect(edited.order).toMatchObject({ tax_total: 210, total: 3210 });
  });

  it("apply to the new goods of a claim", async () => {
    const order = await aSentOrder(shop, { place: home(), variantId, quantity: 1 });
    const { status, body } = await shop.admin.post(`/admin/orders/${order.id}/claims?expand=items`, {
      type: "replace",
      claim_items: [{ item_id: order.lineId, quantity: 1, reason: "other" }],
      additional_items: [{ variant_id: variantId, quantity: 3 }],
    });
    expect(status, body.message).toBe(200);
    const rows = await shop.db.run<{ rate: number }>({
      text: `select tax.rate from line_item_tax_line tax join line_item line on line.id = tax.item_id
        where line.claim_order_id = $1`,
      values: [body.order.claims[0].id],
    });
    expect(rows).toEqual([{ rate: 14 }]);
  });

  it("apply to the new goods of a swap, whose returned goods keep what was paid", async () => {
    const order = await aSentOrder(shop, { place: home(), variantId, quantity: 3 });
    const swap = {
      return_items: [{ item_id: order.lineId, quantity: 1 }],
      additional_items: [{ variant_id: variantId, quantity: 2 }],
    };
    const { body } = await shop.admin.post(`/admin/orders/${order.id}/swaps`, swap);
    const [{ cart_id }] = body.order.swaps;
    const { body: shown } = await shop.visitor().get(`/store/carts/${cart_id}/`);
    // 2 x 1000 at 7 %, less 1000 that were sold at 14 %.
    expect(shown.cart).toMatchObject({ subtotal: 1000, tax_total: 140 - 140, total: 1000 });
  });

  it("apply to lines of a draft order, when they change and when it is paid", async () => {
    const { body } = await shop.admin.post("/admin/draft-orders", {
      region_id: home().id,
      email: "draft@example.com",
      shipping_methods: [{ option_id: home().optionId }],
      items: [{ variant_id: variantId, quantity: 1 }],
    });
    const path = `/admin/draft-orders/${body.draft_order.id}`;
    const line = await shop.admin.post(`${path}/line-items`, { variant_id: variantId, quantity: 3 });
    expect(line.body.draft_order.cart.tax_total).toBe(4 * 70);
    const [item] = line.body.draft_order.cart.items;
    const changed = await shop.admin.post(`${path}/line-items/${item.id}`, { quantity: 3 });
    expect(changed.body.draft_order.cart.tax_total).toBe(420);
    const paid = await shop.admin.post(`${path}/pay`);
    expect(paid.body.order).toMatchObject({ tax_total: 420, total: 3420 });
  });
});

describe("the chosen taxes", () => {
  it("are in the preview of an exchange, which ends as it says", async () => {
    const order = await aSentOrder(shop, { place: plain, variantId, quantity: 1 });
    const exchange = {
      return_items: [{ item_id: order.lineId, quantity: 1 }],
      additional_items: [{ variant_id: variantId, quantity: 2 }],
    };
    const { body } = await shop.admin.post(`/admin/orders/${order.id}/exchange-preview`, exchange);
    expect(body.preview).toMatchObject({ difference_due: 1070 });
  });

  it("are what discounts of prices with taxes are computed with: 100 % is everything", async () => {
    await shop.admin.post("/admin/store", { currencies: ["usd", "eur"] });
    await shop.admin.post("/admin/currencies/eur", { includes_tax: true });
    const home = await aHome({ currency_code: "eur" });
    const sold = await aSoldVariant(shop, { prices: [{ currency_code: "eur", amount: 1000 }] });
    const rule = { type: "percentage", value: 100, allocation: "total" };
    const { code } = await aDiscount(shop, home.id, { rule });
    const items = [{ variant_id: sold, quantity: 1 }];
    const cart = await aCart(shop.visitor(), { region_id: home.id, items });
    const reduced = await changeCart(shop.visitor(), cart.id, { discounts: [{ code }] });
    expect(reduced).toMatchObject({ subtotal: 935, discount_total: 935, tax_total: 0, total: 0 });
    const order = await aSentOrder(shop, {
      place: home,
      variantId: sold,
      quantity: 1,
      discounts: [{ code }],
      isSent: false,
    });
    const { body } = await shop.admin.post("/admin/order-edits", { order_id: order.id });
    const path = `/admin/order-edits/${body.order_edit.id}/items`;
    const added = await shop.admin.post(path, { variant_id: sold, quantity: 1 });
    expect(added.body.order_edit).toMatchObject({ subtotal: 1870, discount_total: 1870, total: 0 });
  });
});
