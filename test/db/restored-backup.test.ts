import { describe, expect } from "vitest";
import { aCart, addLine, aPlace, cartIn, type Place } from "../support/factories/carts.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { backUp, restore } from "./logical-backup.ts";

let place: Place;
let variantId: string;
const { it, shop } = withShop();
it.beforeAll(async () => {
  place = await aPlace(shop);
  variantId = await aSoldVariant(shop);
});

const setRate = async (rate: number) => {
  const { status } = await shop.admin.post(`/admin/regions/${place.id}`, { tax_rate: rate });
  expect(status).toBe(200);
};

/** Visitors who look at a cart, and make others, all the time. */
function visitorsOf(cartId: string) {
  let isOver = false;
  const visit = async () => {
    while (!isOver) {
      const visitor = shop.visitor();
      await visitor.get(`/store/carts/${cartId}`);
      const made = await visitor.post("/store/carts", { region_id: place.id });
      if (made.status !== 200) continue;
      await visitor.post(`/store/carts/${made.body.cart.id}/line-items`, {
        variant_id: variantId,
        quantity: 1,
      });
    }
  };
  const visits = Promise.all([visit(), visit(), visit()]);
  return async () => {
    isOver = true;
    await visits;
  };
}

const taxOfNewCart = async () => {
  const { id } = await aCart(shop.visitor(), { region_id: place.id });
  const { tax_total } = await addLine(shop.visitor(), id, variantId);
  return tax_total;
};

describe("a backup that is restored under a running server", () => {
  it("leaves no old tax rate behind, though later changes get the numbers of others that were lost", async () => {
    const byHand = (rate: number) =>
      shop.db.run({ text: "update region set tax_rate = $1 where id = $2", values: [rate, place.id] });
    expect(await taxOfNewCart()).toBe(100);
    await backUp(shop.databaseUrl);
    await byHand(20);
    expect(await taxOfNewCart()).toBe(200);
    await restore(shop.databaseUrl);
    await byHand(30);
    expect(await taxOfNewCart()).toBe(300);
    await byHand(10);
  });

  it("is what visitors see who never stopped asking: statements are prepared for the new tables", async () => {
    const { id } = await aCart(shop.visitor(), { region_id: place.id });
    await addLine(shop.visitor(), id, variantId);
    await backUp(shop.databaseUrl);
    const leave = visitorsOf(id);
    try {
      await setRate(20);
      expect(await taxOfNewCart()).toBe(200);
      await restore(shop.databaseUrl);
      // On every connection.
      expect(new Set(await Promise.all(Array.from({ length: 20 }, taxOfNewCart)))).toEqual(new Set([100]));
      await setRate(30);
      expect(await taxOfNewCart()).toBe(300);
      expect(cartIn(await shop.visitor().get(`/store/carts/${id}`)).tax_total).toBe(300);
    } finally {
      await leave();
    }
  });
});
