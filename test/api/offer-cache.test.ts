import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { aCart, addLine, aPlace, type Place } from "../support/factories/carts.ts";
import { aPriceList, dollars } from "../support/factories/price-lists.ts";
import { aSoldProduct } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { anotherProcess } from "../support/servers/another-process.ts";

let place: Place;
let productId: string;
let variantId: string;

const { it, shop } = withShop();
it.beforeAll(async () => {
  place = await aPlace(shop);
});

const bySql = (text: string, ...values: unknown[]) => shop.db.run({ text, values });

/** What a new cart gets when the variant is put into it. */
async function bought(quantity = 1) {
  const { id } = await aCart(shop.visitor(), { region_id: place.id });
  const line = { variant_id: variantId, quantity };
  const { status, body } = await shop.visitor().post(`/store/carts/${id}/line-items`, line);
  return status === 200 ? body.cart.items[0].unit_price : `${status} ${body.code ?? body.type}`;
}

it.beforeEach(async () => {
  ({ productId, variantId } = await aSoldProduct(shop, { price: 1000 }));
  expect([await bought(), await bought()]).toEqual([1000, 1000]);
});

describe("a cached offer", () => {
  it("costs one small statement to use", async () => {
    const { id } = await aCart(shop.visitor(), { region_id: place.id });
    const { statements } = await countingStatements(shop.db, () => addLine(shop.visitor(), id, variantId));
    expect(statements).toContain("offer-in-stock");
    expect(statements.length, statements.join("\n")).toBeLessThanOrEqual(8);
  });

  it("refuses nothing for want of pieces that are there by now, in carts of other processes", async () => {
    const setStock = (pieces: number) =>
      bySql(
        "update product_variant set inventory_quantity = $2, updated_at = now() where id = $1",
        variantId,
        pieces,
      );
    ({ variantId } = await aSoldProduct(shop, { price: 1000 }));
    await setStock(1);
    expect([await bought(), await bought(2)]).toEqual([1000, "400 insufficient_inventory"]);
    await setStock(9);
    const other = await anotherProcess(shop);
    const { id } = await aCart(other.visitor(), { region_id: place.id });
    const cart = await addLine(shop.visitor(), id, variantId, 5);
    expect(cart.items).toMatchObject([{ quantity: 5 }]);
    await other.close();
  });

  it("follows its price after changes of other processes", async () => {
    await bySql(
      `update money_amount set amount = 900
       where id in (select money_amount_id from product_variant_money_amount where variant_id = $1)`,
      variantId,
    );
    expect(await bought()).toBe(900);
    await aPriceList(shop, { prices: [dollars(variantId, 700)], status: "active" });
    expect(await bought()).toBe(700);
  });

  it.each([
    ["begin", "starts_at", { before: 1000, after: 500 }],
    ["end", "ends_at", { before: 500, after: 1000 }],
  ])("follows lists of prices that %s by themselves", async (_, edge, { before, after }) => {
    const soon = new Date(Date.now() + 1500).toISOString();
    await aPriceList(shop, { prices: [dollars(variantId, 500)], status: "active", [edge]: soon });
    let price = await bought();
    while (price === before) price = await bought();
    expect(price).toBe(after);
  });

  it("follows its stock", async () => {
    await bySql("update product_variant set inventory_quantity = 2 where id = $1", variantId);
    expect([await bought(3), await bought(2)]).toEqual(["400 insufficient_inventory", 1000]);
    await bySql("update product_variant set allow_backorder = true where id = $1", variantId);
    expect(await bought(3)).toBe(1000);
  });

  it("is gone when it is no longer sold", async () => {
    await bySql("delete from product_sales_channel where product_id = $1", productId);
    expect(await bought()).toBe("400 invalid_data");
    await bySql("update product set deleted_at = now() where id = $1", productId);
    expect(await bought()).toBe("400 invalid_data");
  });
});
