import { describe, expect } from "vitest";
import { configFrom } from "../../src/config.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { aCart, aReadyCart, complete } from "../support/factories/carts.ts";
import { type Checkout, openCheckout } from "../support/factories/checkout.ts";
import { aSoldVariant, aVariantAtLocation } from "../support/factories/sold-products.ts";
import { holdsOf, openPayment } from "../support/factories/stock-holds.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let checkout: Checkout;
const { it, shop } = withShop();
it.beforeAll(async () => {
  checkout = await openCheckout(shop);
});

const one = (variantId: string, quantity = 1) => [{ variant_id: variantId, quantity }];

describe("a shop that holds no stock", () => {
  it("is the default of a shop", () => {
    expect(configFrom({}).stockHoldMinutes).toBe(0);
    expect(configFrom({ TRADEWIND_STOCK_HOLD_MINUTES: "30" }).stockHoldMinutes).toBe(30);
    for (const wrong of ["-1", "1.5", "soon", "1441"]) {
      expect(() => configFrom({ TRADEWIND_STOCK_HOLD_MINUTES: wrong })).toThrow("0 to 1440");
    }
  });

  it("lets any number of carts open their payment, and sells to the first to complete", async () => {
    const visitor = shop.visitor();
    for (const variantId of [
      await aSoldVariant(checkout, { stock: 1 }),
      (await aVariantAtLocation(checkout, 1)).variantId,
    ]) {
      const first = await aReadyCart(visitor, checkout, { items: one(variantId) });
      const second = await aReadyCart(visitor, checkout, { items: one(variantId) });
      expect([...(await holdsOf(shop, first)), ...(await holdsOf(shop, second))]).toEqual([]);
      expect((await complete(visitor, second)).body.type).toBe("order");
      expect((await complete(visitor, first)).body).toMatchObject({ code: "insufficient_inventory" });
    }
  });

  it("asks the database nothing about holds, and no more than before", async () => {
    const visitor = shop.visitor();
    const [own, { variantId }] = [
      await aSoldVariant(checkout, { stock: 5 }),
      await aVariantAtLocation(checkout, 5),
    ];
    const ready = await aReadyCart(visitor, checkout, { items: [...one(own), ...one(variantId)] });
    const { id } = await aCart(visitor, { region_id: checkout.regionId, items: one(own) });
    const texts: string[] = [];
    const listener = ({ text }: { text: string }) => texts.push(text);
    shop.db.onStatement.add(listener);
    for (const [most, step] of [
      [8, () => visitor.post(`/store/carts/${id}/line-items`, { variant_id: variantId, quantity: 1 })],
      [8, () => openPayment(visitor, id)],
      [20, () => complete(visitor, ready)],
    ] as const) {
      const { result, statements } = await countingStatements(shop.db, step);
      expect(result.status).toBe(200);
      expect(statements.length).toBeLessThanOrEqual(most);
    }
    await visitor.post(`/store/carts/${id}/line-items`, { variant_id: variantId, quantity: 1 });
    await visitor.delete(`/store/carts/${id}/payment-sessions/manual`);
    shop.db.onStatement.delete(listener);
    expect(texts.filter((text) => text.includes("stock_hold"))).toEqual([]);
  });
});
