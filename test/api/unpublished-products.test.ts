import { describe, expect } from "vitest";
import { aCart, aPlace, type Place, refused, rowsOf } from "../support/factories/carts.ts";
import { aSoldProduct } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop(() => startShop({ TRADEWIND_UNPUBLISHED_PRODUCTS: "hidden" }));
let place: Place;
it.beforeAll(async () => {
  place = await aPlace(shop);
});

async function aProduct(status: string) {
  const product = await aSoldProduct(shop, { stock: 10 });
  await setStatus(product.productId, status);
  return product;
}

const setStatus = async (id: string, status: string) =>
  expect((await shop.admin.post(`/admin/products/${id}`, { status })).status).toBe(200);

const idsIn = async (path: string, key: string) =>
  (await shop.visitor().get(path)).body[key].map(({ id }: { id: string }) => id);

describe.each(["draft", "proposed", "rejected"])("a product that is %s", (status) => {
  it("is not there for the storefront, until it is published", async () => {
    const { productId, variantId } = await aProduct(status);
    const product = () => shop.visitor().get(`/store/products/${productId}`);
    const variant = () => shop.visitor().get(`/store/variants/${variantId}`);
    expect(await product()).toMatchObject({ status: 404, body: { type: "not_found" } });
    expect(await variant()).toMatchObject({ status: 404, body: { type: "not_found" } });
    expect(await idsIn(`/store/products?id=${productId}`, "products")).toEqual([]);
    expect(await idsIn(`/store/variants?ids=${variantId}`, "variants")).toEqual([]);
    await setStatus(productId, "published");
    expect([(await product()).status, (await variant()).status]).toEqual([200, 200]);
    expect(await idsIn(`/store/variants?ids=${variantId}`, "variants")).toEqual([variantId]);
    await setStatus(productId, status);
    expect([(await product()).status, (await variant()).status]).toEqual([404, 404]);
  });

  it("is not bought by the id of its variant", async () => {
    const { productId, variantId } = await aProduct(status);
    const { id } = await aCart(shop.visitor(), { region_id: place.id });
    const before = await rowsOf(shop, id);
    const line = { variant_id: variantId, quantity: 1 };
    const add = () => shop.visitor().post(`/store/carts/${id}/line-items`, line);
    expect(refused(await add())).toMatchObject({ status: 400, type: "invalid_data" });
    expect(await rowsOf(shop, id)).toEqual(before);
    const filled = await shop.visitor().post("/store/carts", { region_id: place.id, items: [line] });
    expect(refused(filled)).toMatchObject({ status: 400, type: "invalid_data" });
    await setStatus(productId, "published");
    expect((await add()).status).toBe(200);
    await setStatus(productId, status);
    expect(refused(await add())).toMatchObject({ status: 400, type: "invalid_data" });
  });

  it("is sold in a draft order", async () => {
    const { variantId } = await aProduct(status);
    const answer = await shop.admin.post("/admin/draft-orders", {
      email: "draft@example.com",
      region_id: place.id,
      items: [{ variant_id: variantId, quantity: 1 }],
      shipping_methods: [],
    });
    expect(answer.status).toBe(200);
    const lines = `/admin/draft-orders/${answer.body.draft_order.id}/line-items`;
    expect((await shop.admin.post(lines, { variant_id: variantId, quantity: 1 })).status).toBe(200);
  });
});
