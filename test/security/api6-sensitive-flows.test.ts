import { describe, expect } from "vitest";
import { announced } from "../support/checks/announced-events.ts";
import { aPlace } from "../support/factories/carts.ts";
import { aShopper } from "../support/factories/customers.ts";
import { anOrder } from "../support/factories/orders.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

// That nothing is sold, refunded or used up twice, however often and at once it is asked for, is in test/races.
const { it, shop } = withShop(() => startShop({ TRADEWIND_FAILURES_PER_ACCOUNT: "3" }));

describe("what a program could do over and over", () => {
  it("cannot fill the mailbox of the customer of a known order", async () => {
    const place = await aPlace(shop);
    const order = await anOrder(shop.visitor(), { place, variantId: await aSoldVariant(shop) });
    const { browser } = await aShopper(shop);
    const claim = () => browser.post("/store/orders/batch/customer/token", { order_ids: [order.id] });
    const statuses = [];
    for (const _ of [1, 2, 3, 4, 5]) statuses.push((await claim()).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect(await announced(shop.db, "order-update-token.created")).toHaveLength(3);
  });

  it("is not to fill the mailbox of a customer or of an administrator", async () => {
    const { email } = await aShopper(shop);
    for (const [path, sent] of [
      ["/store/customers/password-token", email],
      ["/admin/users/password-token", "admin@example.com"],
    ] as const) {
      const statuses = [];
      for (const _ of [1, 2, 3, 4]) statuses.push((await shop.visitor().post(path, { email: sent })).status);
      expect(statuses).toEqual([204, 204, 204, 429]);
    }
    expect(await announced(shop.db, "customer.password_reset")).toHaveLength(3);
    expect(await announced(shop.db, "user.password_reset")).toHaveLength(3);
  });

  it("is not to put a price or a discount of its own into a cart", async () => {
    const place = await aPlace(shop);
    const variant_id = await aSoldVariant(shop, { price: 1000 });
    const items = [{ variant_id, quantity: 2 }];
    const { cart } = (await shop.visitor().post("/store/carts", { region_id: place.id, items })).body;
    const line = `/store/carts/${cart.id}/line-items/${cart.items[0].id}`;
    for (const change of [{ quantity: -1 }, { quantity: 1.5 }, { quantity: 1, unit_price: 1 }]) {
      expect((await shop.visitor().post(line, change)).status).toBe(400);
    }
    expect((await shop.visitor().get(`/store/carts/${cart.id}`)).body.cart.subtotal).toBe(2000);
  });
});
