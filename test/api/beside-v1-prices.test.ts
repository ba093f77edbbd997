import { describe, expect } from "vitest";
import { aPlace, type Place } from "../support/factories/carts.ts";
import { anOption } from "../support/factories/shipping.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { finishAdoption, runBesideV1, runBesideV1WithoutTaxColumns } from "../support/v1/beside-v1.ts";

const { it, shop } = withShop();

let place: Place;
let optionId: string;
let listId: string;
const newList = { name: "Sale", description: "Summer", type: "sale", prices: [] };

it.beforeAll(async () => {
  place = await aPlace(shop);
  optionId = (await anOption(shop, place.id)).id;
  listId = (await shop.admin.post("/admin/price-lists", newList)).body.price_list.id;
});
it.beforeEach(async () => {
  await finishAdoption(shop);
});

const region = { name: "Other", currency_code: "usd", tax_rate: 0, countries: [] };
const option = () => ({
  name: "By boat",
  region_id: place.id,
  provider_id: "manual",
  data: { id: "manual-fulfillment" },
  price_type: "flat_rate",
  amount: 100,
});

/** Every way to say that prices include the tax. */
const WAYS: Record<string, () => [path: string, body: object]> = {
  "a new region": () => [
    "/admin/regions",
    { ...region, payment_providers: ["manual"], fulfillment_providers: ["manual"] },
  ],
  "a region": () => [`/admin/regions/${place.id}`, {}],
  "a currency": () => ["/admin/currencies/usd", {}],
  "a new price list": () => ["/admin/price-lists", newList],
  "a price list": () => [`/admin/price-lists/${listId}`, {}],
  "a new shipping option": () => ["/admin/shipping-options", option()],
  "a shipping option": () => [`/admin/shipping-options/${optionId}`, { name: "By post", requirements: [] }],
};

const flagged = async () =>
  (
    await shop.db.run<{ n: number }>({
      text: `select (select count(*) from region where includes_tax) + (select count(*) from currency where includes_tax)
        + (select count(*) from price_list where includes_tax)
        + (select count(*) from shipping_option where includes_tax) as n`,
      values: [],
    })
  )[0]!.n;

describe.each(Object.keys(WAYS))("prices with tax in %s", (way) => {
  it("are refused beside a v1 that would add the tax again", async () => {
    await runBesideV1WithoutTaxColumns(shop);
    const before = await flagged();
    const [path, body] = WAYS[way]!();
    expect(await shop.admin.post(path, { ...body, includes_tax: true })).toMatchObject({
      status: 400,
      body: { type: "not_allowed", message: expect.stringMatching(/^includes_tax: v1, which may run/) },
    });
    expect(await flagged()).toBe(before);
    expect((await shop.admin.post(path, { ...body, includes_tax: false })).status).toBe(200);
  });

  it("are accepted beside a v1 that knows them", async () => {
    await runBesideV1(shop);
    const [path, body] = WAYS[way]!();
    expect((await shop.admin.post(path, { ...body, includes_tax: true })).status).toBe(200);
    await shop.admin.post(path, { ...body, includes_tax: false });
  });
});
