import { describe, expect } from "vitest";
import { aCustomer, aGroup } from "../support/factories/customers.ts";
import { aPriceList, dollars } from "../support/factories/price-lists.ts";
import { aRegion } from "../support/factories/regions.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let regionId: string;
let variantId: string;
let customerId: string;
let listId: string;

const { it, shop } = withShop();
it.beforeAll(async () => {
  regionId = (await aRegion(shop)).id;
  variantId = await aSoldVariant(shop, { price: 1000 });
  const group = await aGroup(shop);
  customerId = (await aCustomer(shop)).id;
  await shop.admin.post(`/admin/customer-groups/${group.id}/customers/batch`, {
    customer_ids: [{ id: customerId }],
  });
  await shop.db.run({ text: "update customer set has_account = true where id = $1", values: [customerId] });
  const prices = [dollars(variantId, 900), dollars(variantId, 700, { min_quantity: 10 })];
  ({ id: listId } = await aPriceList(shop, {
    customer_groups: [{ id: group.id }],
    status: "draft",
    prices,
  }));
});

const preview = (query: Record<string, string>) =>
  shop.admin.get(
    `/admin/price-lists/preview?${new URLSearchParams({ region_id: regionId, "variant_id[]": variantId, ...query })}`,
  );
const priceOf = async (query: Record<string, string>) => {
  const { status, body } = await preview(query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.prices[0].price;
};

describe("a preview of prices", () => {
  it("has the price of everybody beside that of the customer, also of a list that is a draft", async () => {
    expect(await priceOf({ customer_id: customerId })).toBe(1000);
    const { body } = await preview({ customer_id: customerId, price_list_id: listId });
    expect(body).toMatchObject({
      currency_code: "usd",
      prices: [{ variant_id: variantId, price: 900, regular_price: 1000, includes_tax: false }],
    });
  });

  it("follows the quantity and the groups of the customer", async () => {
    const draft = { price_list_id: listId };
    expect(await priceOf({ ...draft, customer_id: customerId, quantity: "10" })).toBe(700);
    expect(await priceOf({ ...draft, quantity: "10" })).toBe(1000);
  });

  it("follows lists that are active", async () => {
    await shop.admin.post(`/admin/price-lists/${listId}`, { status: "active" });
    expect(await priceOf({ customer_id: customerId })).toBe(900);
    await shop.admin.post(`/admin/price-lists/${listId}`, { status: "draft" });
  });

  it("is refused for what does not exist", async () => {
    expect((await preview({ region_id: "reg_unknown" })).status).toBe(404);
    expect((await preview({ customer_id: "cus_unknown" })).status).toBe(404);
    expect((await preview({ "variant_id[]": "variant_unknown" })).status).toBe(400);
    expect((await preview({ quantity: "0" })).status).toBe(400);
  });
});
