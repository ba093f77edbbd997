import { describe, expect } from "vitest";
import { aCart, aPlace, type Place } from "../support/factories/carts.ts";
import { aGroup, eventsAbout } from "../support/factories/customers.ts";
import { aPriceList, dollars, readList } from "../support/factories/price-lists.ts";
import { aSoldProduct } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let place: Place;
const { it, shop } = withShop();
it.beforeAll(async () => {
  place = await aPlace(shop);
});

const remove = async (id: string) => {
  expect((await shop.admin.delete(`/admin/customer-groups/${id}`)).status).toBe(200);
};

const aListFor = (variantId: string, groups: { id: string }[]) =>
  aPriceList(shop, {
    prices: [dollars(variantId, 100)],
    customer_groups: groups.map(({ id }) => ({ id })),
    status: "active",
  });

/** What a visitor pays in a cart, and sees in the catalogue. */
async function pricesForVisitors({ productId, variantId }: { productId: string; variantId: string }) {
  const items = [{ variant_id: variantId, quantity: 1 }];
  const cart = await aCart(shop.visitor(), { region_id: place.id, items });
  const { body } = await shop.visitor().get(`/store/products/${productId}?region_id=${place.id}`);
  return [cart.items[0]!.unit_price, body.product.variants[0].calculated_price];
}

describe("Deleting a customer group", () => {
  it("opens its price lists to no one: they become drafts", async () => {
    const goods = await aSoldProduct(shop);
    const group = await aGroup(shop);
    const list = await aListFor(goods.variantId, [group]);
    expect(await pricesForVisitors(goods)).toEqual([1000, 1000]);
    await remove(group.id);
    expect(await pricesForVisitors(goods)).toEqual([1000, 1000]);
    expect(await readList(shop, list.id)).toMatchObject({ status: "draft", customer_groups: [] });
    expect((await eventsAbout(shop, list.id)).map(({ name }) => name)).toContain("price-list.updated");
  });

  it("leaves lists of other groups and lists for all customers unchanged", async () => {
    const [goods, others] = [await aSoldProduct(shop), await aSoldProduct(shop)];
    const [going, staying] = [await aGroup(shop), await aGroup(shop)];
    const shared = await aListFor(goods.variantId, [going, staying]);
    const open = await aListFor(others.variantId, []);
    await remove(going.id);
    expect(await readList(shop, shared.id)).toMatchObject({
      status: "active",
      customer_groups: [{ id: staying.id }],
    });
    expect(await readList(shop, open.id)).toMatchObject({ status: "active", customer_groups: [] });
    expect(await pricesForVisitors(goods)).toEqual([1000, 1000]);
    expect(await pricesForVisitors(others)).toEqual([100, 100]);
  });

  it("opens nothing when all groups of a list are deleted at the same moment", async () => {
    const goods = await aSoldProduct(shop);
    const groups = await Promise.all(Array.from({ length: 4 }, () => aGroup(shop)));
    const list = await aListFor(goods.variantId, groups);
    await Promise.all(groups.map(({ id }) => remove(id)));
    expect(await readList(shop, list.id)).toMatchObject({ status: "draft", customer_groups: [] });
    expect(await pricesForVisitors(goods)).toEqual([1000, 1000]);
  });
});
