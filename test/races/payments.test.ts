import { describe, expect } from "vitest";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import type { Answer } from "../support/clients/client.ts";
import { aReadyCart, complete } from "../support/factories/carts.ts";
import { atOnce, ownStock } from "../support/factories/checkout.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { rounds } from "../support/runner/short-form.ts";
import { LedgerPayment } from "../support/services/ledger-payment.ts";

const ROUNDS = rounds(5);

const ledger = new LedgerPayment();
let regionId: string;
let boots: string;
const { it, shop } = withShop(async () => {
  const providers = new ProviderRegistry();
  providers.payment.add(ledger);
  return startShop({}, { providers });
});
it.beforeAll(async () => {
  const { body } = await shop.admin.post("/admin/regions", {
    name: "Home",
    currency_code: "usd",
    tax_rate: 10,
    countries: ["us"],
    payment_providers: ["ledger"],
    fulfillment_providers: ["manual"],
  });
  regionId = body.region.id;
  boots = await aSoldVariant(shop, { stock: 100_000 });
});

const aCartWith = (variantId: string) =>
  aReadyCart(shop.visitor(), { regionId }, { items: [{ variant_id: variantId, quantity: 1 }] });

const add = (cartId: string): Promise<Answer> =>
  shop.visitor().post(`/store/carts/${cartId}/line-items`, { variant_id: boots, quantity: 1 });

/** The money that is reserved for a cart is what its order costs, and is reserved once. */
async function expectPaidOnce(cartId: string): Promise<void> {
  const [order] = (await complete(shop.visitor(), cartId)).body.data.payments;
  const authorized = ledger.of(cartId).filter(({ state }) => state === "authorized");
  expect(authorized).toEqual([{ id: order.data.id, cartId, amount: order.amount, state: "authorized" }]);
}

/** Customers whose cart or payment changed under them try again. */
async function untilCompleted(cartId: string): Promise<void> {
  for (;;) {
    const { status, body } = await complete(shop.visitor(), cartId);
    if (status === 200) return;
    expect(body.message).toMatch(/again and again|not authorized|without a payment session/);
  }
}

describe("a payment service far away", () => {
  it.each(ROUNDS)("reserves the money of an order once, with concurrent changes, round %i", async () => {
    const cartIds = await atOnce(10, async () => {
      const cartId = await aCartWith(boots);
      const changes = atOnce(3, () => add(cartId));
      const completions = atOnce(3, () => complete(shop.visitor(), cartId));
      const openings = shop.visitor().post(`/store/carts/${cartId}/payment-sessions`);
      for (const { status } of [...(await changes), ...(await completions), await openings]) {
        expect(status).toBeLessThan(500);
      }
      await untilCompleted(cartId);
      return cartId;
    });
    for (const cartId of cartIds) await expectPaidOnce(cartId);
  });

  it("lets the order be placed whose first request was abandoned", async () => {
    const cartId = await aCartWith(boots);
    // As if the service took so long that the key went to a repetition of the request.
    ledger.beforeAuthorizing = async () => {
      await shop.db.run({
        text: "update tradewind.idempotency set owner = 'another' where key = 'slow'",
        values: [],
      });
    };
    const { status, body } = await complete(shop.visitor(), cartId, "slow");
    ledger.beforeAuthorizing = async () => {};
    expect({ status, type: body.type }).toEqual({ status: 200, type: "order" });
    await expectPaidOnce(cartId);
  });

  it("may be called again when notifications of a new total reached it in the wrong order", async () => {
    const cartId = await aCartWith(boots);
    await add(cartId);
    ledger.of(cartId).at(-1)!.amount = 1100;
    const refused = await complete(shop.visitor(), cartId);
    expect(refused).toMatchObject({ status: 400, body: { message: "The payment was not authorized" } });
    expect((await complete(shop.visitor(), cartId)).body).toMatchObject({ data: { total: 2200 } });
    await expectPaidOnce(cartId);
  });

  it("is never paid by an order with money that another request has released", async () => {
    const rare = await aSoldVariant(shop, { stock: 1 });
    const cartId = await aCartWith(rare);
    const setStock = (quantity: number) =>
      shop.db.run({
        text: "update product_variant set inventory_quantity = $2 where id = $1",
        values: [rare, quantity],
      });
    // The first request finds the goods gone. Before it has let go the money, they are back for the second one.
    let requests = 0;
    ledger.beforeAuthorizing = async () => {
      requests++;
      if (requests === 1) await setStock(0);
    };
    ledger.beforeCanceling = async () => {
      ledger.beforeCanceling = async () => {};
      await setStock(1);
      expect((await complete(shop.visitor(), cartId)).status).toBe(200);
    };
    // By then the second one has placed the order, which is the answer to both.
    expect((await complete(shop.visitor(), cartId)).status).toBe(200);
    ledger.beforeAuthorizing = async () => {};
    await expectPaidOnce(cartId);
    expect(await ownStock(shop, rare)).toBe(0);
  });
});
