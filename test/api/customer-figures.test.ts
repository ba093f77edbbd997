import { describe, expect } from "vitest";
import { aPlace, type Place } from "../support/factories/carts.ts";
import { anOrder, paid } from "../support/factories/orders.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let place: Place;
let optionId: string;
let variantId: string;

const { it, shop } = withShop();
it.beforeAll(async () => {
  place = await aPlace(shop);
  ({ id: optionId } = await anOption(shop, place.id));
  variantId = await aSoldVariant(shop, { price: 1000 });
});

const figuresOf = (id: string) => shop.admin.get(`/admin/customers/${id}/figures`);

describe("the figures of a customer", () => {
  it("add up the orders, less refunds and without canceled ones", async () => {
    const email = "often@shopper.test";
    const buy = () => anOrder(shop.visitor(), { place, variantId, optionId, email });
    const [first, canceled, last] = [await buy(), await buy(), await buy()];
    await anOrder(shop.visitor(), { place, variantId, optionId, email: "other@shopper.test" });
    await paid(shop.admin, first);
    await shop.admin.post(`/admin/orders/${first.id}/refund`, { amount: 300, reason: "other" });
    await shop.admin.post(`/admin/orders/${canceled.id}/cancel`);
    const { body: of } = await shop.admin.get(`/admin/orders/${first.id}`);
    const { status, body } = await figuresOf(of.order.customer_id);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.currencies).toMatchObject([
      {
        currency_code: "usd",
        orders: 2,
        sales: first.total + last.total,
        refunds: 300,
        exchanges: 0,
        revenue: first.total + last.total - 300,
        first_order_at: of.order.created_at,
      },
    ]);
  });

  it("of a customer without orders are empty, and those of an unknown customer are refused", async () => {
    const { body } = await shop.admin.post("/admin/customers", {
      email: "never@shopper.test",
      first_name: "Never",
      last_name: "Bought",
      password: "a long password",
    });
    expect((await figuresOf(body.customer.id)).body).toEqual({ currencies: [], pending_orders: 0 });
    expect((await figuresOf("cus_unknown")).status).toBe(404);
  });
});
