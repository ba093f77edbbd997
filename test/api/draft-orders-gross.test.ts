import { describe, expect } from "vitest";
import { aPlace, type Place } from "../support/factories/carts.ts";
import { aDraft, draftIn, readDraft } from "../support/factories/draft-orders.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { aMemberWith, aRole, lacking } from "../support/factories/team.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let place: Place;
let optionId: string;
let mug: string;

const { it, shop } = withShop(() => startShop());
it.beforeAll(async () => {
  place = await aPlace(shop, { tax_rate: 25, includes_tax: true });
  optionId = (await anOption(shop, place.id, { amount: 500 })).id;
  mug = await aSoldVariant(shop, { price: 2000 });
});

describe("a line of a draft order without a product", () => {
  const custom = { title: "Engraving", unit_price: 2000, quantity: 1 };

  it("whose price includes the taxes has the rate of the region in it", async () => {
    const draft = await aDraft(shop.admin, {
      regionId: place.id,
      items: [{ ...custom, includes_tax: true }],
    });
    expect(draft.cart).toMatchObject({ subtotal: 1600, tax_total: 400, total: 2000 });
    const { body } = await shop.admin.post(`/admin/draft-orders/${draft.id}/pay`);
    expect(body.order).toMatchObject({ tax_total: 400, total: 2000 });
    const taxes = await shop.db.run({
      text: `select rate from line_item_tax_line where item_id in (select id from line_item where order_id = $1)`,
      values: [body.order.id],
    });
    expect(taxes).toEqual([{ rate: 25 }]);
  });

  it("is otherwise not taxed, as in v1", async () => {
    const draft = await aDraft(shop.admin, { regionId: place.id, items: [custom] });
    expect(draft.cart).toMatchObject({ subtotal: 2000, tax_total: 0, total: 2000 });
    const added = draftIn(
      await shop.admin.post(`/admin/draft-orders/${draft.id}/line-items`, { ...custom, includes_tax: true }),
    );
    expect(added.cart).toMatchObject({ tax_total: 400, total: 4000 });
  });

  it("and a variant at an agreed price that includes the taxes costs just that", async () => {
    const draft = await aDraft(shop.admin, {
      regionId: place.id,
      items: [{ variant_id: mug, unit_price: 1000, quantity: 2, includes_tax: true }],
    });
    expect(draft.cart).toMatchObject({ tax_total: 400, total: 2000 });
  });
});

describe("a line of a draft order without a product, in a region with net prices", () => {
  const pins = { title: "Pins", unit_price: 999, quantity: 10, is_taxed: true };
  const sums = { subtotal: 9990, tax_total: 1898, total: 11_888 };
  let netId: string;
  it.beforeAll(async () => {
    netId = (await aPlace(shop, { tax_rate: 19 })).id;
  });

  it("is taxed on the net amount of all its pieces, to the cent", async () => {
    const draft = await aDraft(shop.admin, { regionId: netId, items: [pins] });
    expect(draft.cart).toMatchObject(sums);
    expect(draft.cart.items).toMatchObject([{ unit_price: 999, includes_tax: false }]);
    const { body } = await shop.admin.post(`/admin/draft-orders/${draft.id}/pay`);
    expect(body.order).toMatchObject(sums);
    expect(body.order.items).toMatchObject([{ unit_price: 999, subtotal: 9990, tax_total: 1898 }]);
  });

  it("is so when it is added or changed later, beside lines without taxes", async () => {
    const draft = await aDraft(shop.admin, { regionId: netId });
    const at = `/admin/draft-orders/${draft.id}/line-items`;
    const added = draftIn(await shop.admin.post(at, { ...pins, quantity: 1 }));
    expect(added.cart).toMatchObject({ subtotal: 999, tax_total: 190 });
    const { is_taxed: _, ...untaxed } = { ...pins, title: "Voucher", unit_price: 500, quantity: 1 };
    await shop.admin.post(at, untaxed);
    const pinsId = added.cart.items[0]!.id;
    const changed = draftIn(await shop.admin.post(`${at}/${pinsId}`, { quantity: 10 }));
    expect(changed.cart).toMatchObject({ subtotal: 10_490, tax_total: 1898, total: 12_388 });
  });

  it("cannot have taxes in its price and be without them", async () => {
    const items = [{ ...pins, is_taxed: false, includes_tax: true }];
    const body = { email: "taxed@example.com", region_id: netId, items, shipping_methods: [] };
    const refused = await shop.admin.post("/admin/draft-orders", body);
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining("is_taxed") } });
    const drafts = await shop.admin.get("/admin/draft-orders?q=taxed@example.com");
    expect(drafts.body.count).toBe(0);
  });
});

describe("the shipping of a draft order", () => {
  it("is chosen again after its goods have changed, also at an agreed price", async () => {
    const draft = await aDraft(shop.admin, {
      regionId: place.id,
      items: [{ variant_id: mug, quantity: 1 }],
      shipping: [{ option_id: optionId }],
    });
    await shop.admin.post(`/admin/draft-orders/${draft.id}/line-items`, { variant_id: mug, quantity: 1 });
    expect((await readDraft(shop.admin, draft.id)).cart.shipping_methods).toEqual([]);
    const at = `/admin/draft-orders/${draft.id}/shipping-methods`;
    const agreed = draftIn(await shop.admin.post(at, { option_id: optionId, price: 100 }));
    expect(agreed.cart.shipping_methods).toMatchObject([{ price: 100 }]);
    const free = draftIn(await shop.admin.post(at, { option_id: optionId, price: 0 }));
    expect(free.cart.shipping_methods).toMatchObject([{ price: 0 }]);
  });

  it("at another price needs the permission to move money", async () => {
    const draft = await aDraft(shop.admin, { regionId: place.id, items: [{ variant_id: mug, quantity: 1 }] });
    const { client } = await aMemberWith(shop, await aRole(shop, "orders:write"));
    const at = `/admin/draft-orders/${draft.id}/shipping-methods`;
    expect(await client.post(at, { option_id: optionId, price: 0 })).toMatchObject(lacking("payments:write"));
    expect((await client.post(at, { option_id: optionId })).status).toBe(200);
    expect((await client.post(at, { option_id: "so_none" })).status).toBe(404);
  });
});
