import { describe, expect } from "vitest";
import { PluginFiles } from "../plugins/plugin-files.ts";
import { aHomeRegion } from "../support/factories/checkout.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { handleOf } from "../support/fixtures/handle.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { type Servers, startServers } from "../support/servers/servers.ts";
import { PaymentPageService } from "../support/services/payment-page-service.ts";

const STOREFRONT = "https://storefront.example.com/paid";

/** What Node removes while it loads a file: types, imports of types, assertions, type parameters. */
const HOURS = `
import type { Plugin, Tradewind } from "tradewind/plugin";
import { type Hours, hoursOf } from "./hours.ts";
declare const neverThere: Hours;
export default {
  name: "opening-hours",
  register({ routes }: Tradewind): void {
    routes((app) => {
      app.get("/store/opening-hours", async () => {
        const loaded = (process.features as { typescript?: string }).typescript;
        return { ...hoursOf<Hours>({ from: 9, to: 17 }), loaded: loaded ?? "by esbuild" };
      });
    });
  },
} satisfies Plugin;
`;

const service = new PaymentPageService();
const files = new PluginFiles({
  "plugin.ts": HOURS,
  "hours.ts":
    "export interface Hours { from: number; to: number }\nexport const hoursOf = <T extends object>(hours: T): T => ({ ...hours })!;",
});
let running: Servers | undefined;
const servers = handleOf(() => running);
let regionId: string;
let variantId: string;

/** Processes as people run them: newer versions of Node read the TypeScript of the plugins by themselves, 20 by esbuild. */
const it = withSetup(
  async () => {
    await service.start();
    running = await startServers(2, {
      ...service.environment,
      PAY_RETURN_URL: STOREFRONT,
      TRADEWIND_PLUGINS: `./examples/plugin/pay-by-redirect.ts,${files.at("plugin.ts")}`,
    });
    regionId = await aHomeRegion(servers.admin, { payment_providers: ["redirect"], tax_rate: 0 });
    variantId = await aSoldVariant(servers, { price: 5000 });
  },
  async () => {
    await running?.close();
    await service.stop();
    files.remove();
  },
);

const post = async (path: string, body: object = {}) => {
  const { status, body: answer } = await servers.visitor(0).post(`/store/carts/${path}`, body);
  expect([path, status, answer.message]).toEqual([path, 200, undefined]);
  return answer;
};
const complete = (cartId: string) => post(`${cartId}/complete`);

/** A cart at the step of the payment, and the page of the service for it. */
async function aCartAtThePage() {
  const region = { region_id: regionId, country_code: "us" };
  const { body } = await servers
    .visitor(0)
    .post("/store/carts", { ...region, items: [{ variant_id: variantId, quantity: 1 }] });
  const { id } = body.cart;
  await post(id, { email: "ada@example.com" });
  const { cart } = await post(`${id}/payment-sessions`);
  return { id, address: cart.payment_session.data.address as string };
}

/** The shopper fills in the form of the page, and is sent to the storefront with the cart. */
async function pays(address: string, card = "good"): Promise<string> {
  const answer = await fetch(address, { method: "POST", body: `card=${card}`, redirect: "manual" });
  expect(answer.status).toBe(303);
  const back = new URL(answer.headers.get("location")!);
  expect(back.origin + back.pathname).toBe(STOREFRONT);
  return back.searchParams.get("cart")!;
}

const paymentOf = (cartId: string) => service.of(cartId).at(-1)!;

/** The service calls another process than the shopper. */
const tell = (cartId: string, details: Parameters<PaymentPageService["message"]>[1] = {}) =>
  servers.visitor(1).post("/hooks/payment/redirect", undefined, service.message(paymentOf(cartId), details));

const ordersOf = async (cartId: string): Promise<{ id: string; display_id: number }[]> => {
  const { body } = await servers.admin.get("/admin/orders?fields=id,cart_id,display_id&limit=100");
  return body.orders.filter((order: { cart_id: string }) => order.cart_id === cartId);
};

describe("a shopper who pays on the page of a service", () => {
  it("is sent there and back, and has an order, which the merchant captures and refunds", async () => {
    const { id, address } = await aCartAtThePage();
    const early = await complete(id);
    expect(early).toMatchObject({ type: "cart", payment_status: "requires_more" });
    expect(await pays(address)).toBe(id);
    const { type, data: order } = await complete(id);
    expect([type, order.total, order.payments[0].provider_id]).toEqual(["order", 5000, "redirect"]);
    expect(JSON.stringify(order.payments[0].data)).not.toMatch(/page-(token|secret)/);
    expect((await servers.admin.post(`/admin/orders/${order.id}/capture`)).status).toBe(200);
    const refund = { amount: 2000, reason: "other" };
    expect((await servers.admin.post(`/admin/orders/${order.id}/refund`, refund)).status).toBe(200);
    expect(service.of(id)).toMatchObject([{ status: "paid", captured: 5000, refunded: 2000 }]);
  });

  it("and never comes back has an order by the message of the service, which may come twice", async () => {
    const { id, address } = await aCartAtThePage();
    await pays(address);
    expect(await ordersOf(id)).toEqual([]);
    expect((await tell(id)).status).toBe(200);
    expect((await tell(id)).status).toBe(200);
    expect(await ordersOf(id)).toHaveLength(1);
  });

  it("and comes back after the message sees the order of the message", async () => {
    const { id, address } = await aCartAtThePage();
    await pays(address);
    expect((await tell(id)).status).toBe(200);
    const [placed] = await ordersOf(id);
    expect((await complete(id)).data.id).toBe(placed!.id);
    expect(await ordersOf(id)).toHaveLength(1);
  });

  it("and comes back while messages arrive has one order", async () => {
    const { id, address } = await aCartAtThePage();
    await pays(address);
    const visitor = servers.visitor(0);
    await Promise.all(
      [1, 2, 3, 4].flatMap(() => [tell(id), visitor.post(`/store/carts/${id}/complete`, {})]),
    );
    const [placed, ...more] = await ordersOf(id);
    expect(more).toEqual([]);
    expect((await complete(id)).data.id).toBe(placed!.id);
    expect(service.of(id)).toMatchObject([{ status: "paid", captured: 0 }]);
  });

  it("and is declined keeps the cart, and pays at the second attempt", async () => {
    const { id, address } = await aCartAtThePage();
    await pays(address, "declined");
    expect((await tell(id)).status).toBe(200);
    const refused = await servers.visitor(0).post(`/store/carts/${id}/complete`, {});
    expect([refused.status, refused.body.message]).toEqual([400, "The payment was not authorized"]);
    expect(await ordersOf(id)).toEqual([]);
    const { cart } = await post(`${id}/payment-sessions`);
    const again = cart.payment_session.data.address;
    expect(again).not.toBe(address);
    await pays(again);
    expect((await complete(id)).type).toBe("order");
    expect(service.of(id).map(({ status }) => status)).toEqual(["declined", "paid"]);
  });

  it("and changes the cart meanwhile pays the new total, and what was paid before is released", async () => {
    const { id, address } = await aCartAtThePage();
    await pays(address);
    await post(`${id}/line-items`, { variant_id: variantId, quantity: 1 });
    expect((await tell(id, { type: "paid" })).status).toBe(200);
    expect(await ordersOf(id)).toEqual([]);
    const { cart } = await post(`${id}/payment-sessions`);
    await pays(cart.payment_session.data.address);
    expect((await complete(id)).data.total).toBe(10_000);
    expect(service.of(id)).toMatchObject([
      { status: "canceled", amount: 5000 },
      { status: "paid", amount: 10_000 },
    ]);
  });
});

describe("a message to the shop", () => {
  it.each([
    ["of another sender", { secret: "a guess" }],
    ["that is old", { age: 301 }],
  ])("%s is refused, and no order is placed", async (_, details) => {
    const { id, address } = await aCartAtThePage();
    await pays(address);
    const answer = await tell(id, details);
    expect([answer.status, answer.body.message]).toEqual([
      400,
      "The news could not be read: the signature is missing, wrong or too old",
    ]);
    expect(await ordersOf(id)).toEqual([]);
  });

  it("that claims a payment which the service does not know as paid places no order", async () => {
    const { id } = await aCartAtThePage();
    expect((await tell(id, { type: "paid" })).status).toBe(200);
    expect(await ordersOf(id)).toEqual([]);
  });
});

describe("plugins in TypeScript", () => {
  it("are read as this version of Node reads them", async () => {
    const { body } = await servers.visitor(0).get("/store/opening-hours");
    const { typescript } = process.features as { typescript?: string };
    expect(body).toEqual({ from: 9, to: 17, loaded: typescript || "by esbuild" });
  });
});
