import net from "node:net";
import { describe, expect } from "vitest";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import { aReadyCart, complete } from "../support/factories/carts.ts";
import { atOnce, type Checkout, openCheckout } from "../support/factories/checkout.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { LedgerPayment } from "../support/services/ledger-payment.ts";
import { Gate } from "../support/services/outside-world.ts";
import { ParcelCarrier } from "../support/services/parcel-carrier.ts";
import { until } from "../support/time/until.ts";

/** More than the process has connections to the database. */
const HANGING = 12;

const ledger = new LedgerPayment();
const parcels = new ParcelCarrier();
let taxGate: Gate | null = null;
let local: Checkout;
let boots: string;
const { it, shop } = withShop(async () => {
  const providers = new ProviderRegistry();
  providers.payment.add(ledger);
  providers.fulfillment.add(parcels);
  providers.tax.add({
    id: "far-tax",
    taxLines: async ({ items }) => {
      await taxGate?.pass();
      return {
        items: items.map(({ lineItemId }) => ({ lineItemId, rate: 7, name: "seven", code: null })),
        shipping: [],
      };
    },
  });
  return startShop({}, { providers });
});
it.beforeAll(async () => {
  local = await openCheckout(shop);
  await shop.admin.post(`/admin/regions/${local.regionId}`, {
    payment_providers: ["manual", "ledger"],
    fulfillment_providers: ["manual", "parcels"],
  });
  boots = await aSoldVariant(shop, { stock: 10_000 });
});
it.afterEach(() => {
  ledger.beforeAuthorizing = async () => {};
  ledger.beforeMoving = async () => {};
  parcels.forget();
  taxGate = null;
});

const items = () => [{ variant_id: boots, quantity: 1 }];

async function aCartPaidBy(provider_id: "manual" | "ledger"): Promise<string> {
  const cartId = await aReadyCart(shop.visitor(), local, { items: items() });
  await shop.visitor().post(`/store/carts/${cartId}/payment-session`, { provider_id });
  return cartId;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
const orderOf = async (cartId: string): Promise<any> => (await complete(shop.visitor(), cartId)).body.data;

/** Other customers can buy, and no database connection waits for the provider. */
async function expectOthersGoOn(): Promise<void> {
  const answers = await atOnce(8, async () => complete(shop.visitor(), await aCartPaidBy("manual")));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  const held = `select count(*) as count from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction' and xact_start < now() - interval '2 seconds'
      and query not like '%event%'`;
  expect(await shop.db.run({ text: held, values: [] })).toEqual([{ count: 0 }]);
}

/** Throws when the row is locked. */
const lockNow = (table: string, id: string) =>
  shop.db.run({ text: `select id from ${table} where id = $1 for update nowait`, values: [id] });

describe("a payment service that hangs", () => {
  it("does not block other payments, and leaves the cart unlocked", async () => {
    const cartIds = await atOnce(HANGING, () => aCartPaidBy("ledger"));
    const gate = new Gate();
    let reached = 0;
    ledger.beforeAuthorizing = async () => {
      reached++;
      await gate.pass();
    };
    const paying = atOnce(HANGING, (index) => complete(shop.visitor(), cartIds[index]!));
    await until(() => reached === HANGING);
    await expectOthersGoOn();
    for (const id of cartIds) await lockNow("cart", id);
    const changed = { context: { changed: "meanwhile" } };
    expect((await shop.visitor().post(`/store/carts/${cartIds[0]}`, changed)).status).toBe(200);
    gate.letGo();
    for (const { status, body } of await paying) expect([status, body.type]).toEqual([200, "order"]);
  });

  it("keeps no order locked while money is taken, and a second request from taking it again", async () => {
    const orders = await atOnce(HANGING, async () => orderOf(await aCartPaidBy("ledger")));
    const gate = new Gate();
    let reached = 0;
    ledger.beforeMoving = async () => {
      reached++;
      await gate.pass();
    };
    const capture = (id: string) => shop.admin.post(`/admin/orders/${id}/capture`);
    const taking = atOnce(HANGING, (index) => capture(orders[index]!.id));
    await until(() => reached === HANGING);
    await expectOthersGoOn();
    for (const { id } of orders) await lockNow('"order"', id);
    const again = capture(orders[0]!.id);
    gate.letGo();
    for (const { status } of [...(await taking), await again]) expect(status).toBe(200);
    for (const { payments } of orders) expect(ledger.movedOf(payments[0].data.id)).toHaveLength(1);
  });

  it("that fails leaves the cart as it is, to be paid later", async () => {
    const cartId = await aCartPaidBy("ledger");
    ledger.beforeAuthorizing = () => Promise.reject(new Error("out of order"));
    const { status, body } = await complete(shop.visitor(), cartId);
    expect([status, body.message]).toEqual([400, "The payment could not be authorized: it failed"]);
    ledger.beforeAuthorizing = async () => {};
    expect((await complete(shop.visitor(), cartId)).body.type).toBe("order");
  });
});

describe("a tax service", () => {
  let regionId: string;
  it.beforeAll(async () => {
    const { body } = await shop.admin.post("/admin/regions", {
      name: "Taxed afar",
      currency_code: "usd",
      tax_rate: 0,
      countries: ["fr"],
      payment_providers: ["manual"],
      fulfillment_providers: ["manual"],
    });
    regionId = body.region.id;
    await shop.admin.post(`/admin/regions/${regionId}`, { tax_provider_id: "far-tax" });
  });

  it("is called outside of the transaction: its answer alone does not mark the request as applied", async () => {
    const { body } = await shop.visitor().post("/store/carts", { region_id: regionId, items: items() });
    await shop.db.run({ text: "delete from tradewind.tax_answer", values: [] });
    const names: string[] = [];
    const listener = ({ name = "" }: { name?: string }) => names.push(name);
    shop.db.onStatement.add(listener);
    const headers = { "idempotency-key": "taxes and sessions" };
    await shop.visitor().post(`/store/carts/${body.cart.id}/payment-sessions`, undefined, { headers });
    shop.db.onStatement.delete(listener);
    const answered = names.indexOf("cart-tax-answer-put");
    expect(names.slice(answered, answered + 2)).toEqual(["cart-tax-answer-put", "commit"]);
    expect(names.indexOf("idempotency-applied")).toBeGreaterThan(answered);
  });

  it("that hangs does not block other purchases", async () => {
    const cart = { region_id: regionId, items: items() };
    const gate = new Gate();
    taxGate = gate;
    const asking = atOnce(HANGING, () => shop.visitor().post("/store/carts", cart));
    await gate.reached;
    await expectOthersGoOn();
    gate.letGo();
    for (const { status } of await asking) expect(status).toBe(200);
  });
});

describe("a carrier that hangs", () => {
  it("does not block other purchases, and locks no order", async () => {
    const { body } = await shop.admin.post("/admin/shipping-options", {
      name: "Parcel",
      region_id: local.regionId,
      provider_id: "parcels",
      data: { id: "parcel" },
      price_type: "flat_rate",
      amount: 100,
    });
    const orders = await atOnce(HANGING, async () => {
      const cartId = await aCartPaidBy("manual");
      const choice = { option_id: body.shipping_option.id };
      await shop.visitor().post(`/store/carts/${cartId}/shipping-methods`, choice);
      return orderOf(cartId);
    });
    parcels.gate = new Gate();
    const { gate } = parcels;
    const packing = atOnce(HANGING, (index) => {
      const { id, items: lines } = orders[index];
      const packed = [{ item_id: lines[0].id, quantity: 1 }];
      return shop.admin.post(`/admin/orders/${id}/fulfillment`, { items: packed });
    });
    await until(() => parcels.asked.length === HANGING);
    await expectOthersGoOn();
    for (const { id } of orders) await lockNow('"order"', id);
    gate.letGo();
    for (const { status } of await packing) expect(status).toBe(200);
    expect(new Set(parcels.asked).size).toBe(HANGING);
  });
});

describe("a mail server that hangs", () => {
  it("does not block purchases, and the mail waits for its next attempt", async () => {
    // It accepts every connection and never answers.
    const callers = new Set<net.Socket>();
    const mails = net.createServer((caller) => callers.add(caller.on("error", () => {})));
    await new Promise<void>((resolve) => mails.listen(0, "127.0.0.1", resolve));
    const { port } = mails.address() as net.AddressInfo;
    const environment = {
      TRADEWIND_SMTP_URL: `smtp://127.0.0.1:${port}`,
      TRADEWIND_SUBSCRIBER_TIMEOUT: "500",
    };
    const mailing = await startShop(environment);
    const checkout = await openCheckout(mailing);
    const wanted = { items: [{ variant_id: await aSoldVariant(mailing, { stock: 100 }), quantity: 1 }] };
    const buys = async () => {
      const visitor = mailing.visitor();
      return complete(visitor, await aReadyCart(visitor, checkout, wanted));
    };
    const { body } = await buys();
    const parked = "select count(*) as count from tradewind.event_parked where entity = $1";
    await until(
      async () => (await mailing.db.run({ text: parked, values: [body.data.id] }))[0]!["count"] === 1,
    );
    for (const { status } of await atOnce(HANGING, buys)) expect(status).toBe(200);
    for (const caller of callers) caller.destroy();
    await mailing.close();
    mails.close();
  });
});
