import { describe, expect } from "vitest";
import { Refusal } from "../../src/kernel/refusal.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import {
  aCart,
  addLine,
  aPlace,
  cartIn,
  changeCart,
  openSessions,
  type Place,
  readCart,
  refused,
  rowsOf,
  type ShownCart,
} from "../support/factories/carts.ts";
import { aDiscount } from "../support/factories/discounts.ts";
import { usd } from "../support/factories/products.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withCartShop } from "../support/fixtures/with-cart-shop.ts";
import { Gate, outsideWorld, type PaymentCall } from "../support/services/outside-world.ts";

const MOST = 2_147_483_647;
const { registry, payment } = outsideWorld();

let home: Place;
const { it, shop, place, shirt, visitor, aFilledCart, refusing } = withCartShop({
  start: () => startShop({}, { providers: registry }),
  region: { payment_providers: ["card", "bank"] },
});
it.beforeAll(async () => {
  home = await aPlace(shop);
});
it.beforeEach(() => payment.forget());

/** A cart whose customer can choose how to pay, or has done so. */
async function aCartToPay(chosen?: string): Promise<string> {
  const { id } = await aFilledCart();
  await openSessions(visitor(), id);
  if (chosen) cartIn(await select(id, chosen));
  payment.forget();
  return id;
}

const select = (cartId: string, provider_id: string) =>
  visitor().post(`/store/carts/${cartId}/payment-session`, { provider_id });
const update = (cartId: string, provider: string, body: unknown) =>
  visitor().post(`/store/carts/${cartId}/payment-sessions/${provider}`, body);
const refresh = (cartId: string, provider: string) =>
  visitor().post(`/store/carts/${cartId}/payment-sessions/${provider}/refresh`);
const remove = (cartId: string, provider: string) =>
  visitor().delete(`/store/carts/${cartId}/payment-sessions/${provider}`);

const sessionsIn = (cart: Pick<ShownCart, "payment_sessions">) =>
  Object.fromEntries(cart.payment_sessions.map((session) => [session.provider_id, session]));
const sessionsOf = async (cartId: string) => sessionsIn(await readCart(visitor(), cartId));
const callsIn = (calls: readonly PaymentCall[]) => calls.map(({ kind, provider }) => `${kind} ${provider}`);

const outage = () => {
  throw new Error("a secret of the provider");
};

describe("opening payment sessions", () => {
  it("makes one for each way to pay in the region, for the customer to choose from", async () => {
    const { id } = await aFilledCart();
    const answer = await visitor().post(`/store/carts/${id}/payment-sessions`);
    expect(answer.body.data).toEqual(answer.body.cart);
    const cart = cartIn(answer);
    const fresh = { is_selected: null, is_initiated: false, status: "pending", data: {}, amount: 1100 };
    expect(sessionsIn(cart)).toMatchObject({ card: fresh, bank: fresh });
    expect(cart).not.toHaveProperty("payment_session");
    expect(payment.asked).toEqual([]);
  });

  it("chooses and opens the only way there is", async () => {
    const { id } = await aFilledCart({ regionId: home.id });
    const cart = await openSessions(visitor(), id);
    expect(cart.payment_sessions).toMatchObject([
      {
        provider_id: "manual",
        is_selected: true,
        is_initiated: true,
        data: { status: "pending" },
        amount: 1100,
      },
    ]);
    expect(cart.payment_session).toEqual(cart.payment_sessions[0]);
  });

  it("again leaves existing sessions and updates their amounts", async () => {
    const id = await aCartToPay("card");
    const before = await sessionsOf(id);
    await shop.db.run({ text: "update line_item set quantity = 2 where cart_id = $1", values: [id] });
    const after = sessionsIn(await openSessions(visitor(), id));
    expect(after["card"]).toMatchObject({ id: before["card"]!.id, is_selected: true, amount: 2200 });
    expect(after["bank"]).toMatchObject({ id: before["bank"]!.id, is_selected: null, amount: 2200 });
    expect(callsIn(payment.asked)).toEqual(["update card"]);
    expect(payment.asked[0]!.request).toMatchObject({ resourceId: id, amount: 2200, currencyCode: "usd" });
  });

  it("makes none when there is nothing to pay, or no way to", async () => {
    const empty = await aCart(visitor(), { region_id: place.id });
    expect((await openSessions(visitor(), empty.id)).payment_sessions).toEqual([]);
    const poor = await aPlace(shop, { payment_providers: [] });
    const { id } = await aFilledCart({ regionId: poor.id });
    expect((await openSessions(visitor(), id)).payment_sessions).toEqual([]);
  });

  it("closes them when the cart has become free", async () => {
    const id = await aCartToPay("card");
    const discount = await aDiscount(shop, place.id, {
      rule: { type: "percentage", value: 100, allocation: "total" },
    });
    const cart = await changeCart(visitor(), id, { discounts: [{ code: discount.code }] });
    expect(cart).toMatchObject({ total: 0, payment_sessions: [] });
    expect(callsIn(payment.asked)).toEqual(["delete card"]);
  });

  it("drops those of providers that the region has no more", async () => {
    const region = await aPlace(shop, { payment_providers: ["card", "bank"] });
    const { id } = await aFilledCart({ regionId: region.id });
    await openSessions(visitor(), id);
    await select(id, "card");
    await shop.admin.post(`/admin/regions/${region.id}`, { payment_providers: ["bank"] });
    payment.forget();
    const cart = await openSessions(visitor(), id);
    expect(cart.payment_sessions).toMatchObject([
      { provider_id: "bank", is_selected: true, is_initiated: true },
    ]);
    expect(callsIn(payment.asked)).toEqual(["delete card", "initiate bank"]);
  });

  it("is refused when more is to be paid than can be", async () => {
    const variant_id = await aSoldVariant(shop, { price: MOST });
    const { id } = await aCart(visitor(), { region_id: home.id, items: [{ variant_id, quantity: 1 }] });
    expect(await refusing(id, () => visitor().post(`/store/carts/${id}/payment-sessions`))).toEqual({
      status: 400,
      type: "invalid_data",
      message: "The cart costs more than can be paid",
    });
  });

  it("costs eight statements", async () => {
    for (const region of [home, place]) {
      const { id } = await aFilledCart({ regionId: region.id });
      const open = () => visitor().post(`/store/carts/${id}/payment-sessions`);
      const counted = await countingStatements(shop.db, open);
      expect(counted.result.status).toBe(200);
      expect(counted.statements.length, counted.statements.join()).toBeLessThanOrEqual(8);
    }
  });
});

describe("choosing how to pay", () => {
  it("opens the payment at its provider", async () => {
    const { id } = await aFilledCart();
    await changeCart(visitor(), id, {
      email: "payer@example.com",
      billing_address: { city: "Testville" },
    });
    await openSessions(visitor(), id);
    const cart = cartIn(await select(id, "card"));
    expect(cart.payment_session).toMatchObject({
      provider_id: "card",
      is_selected: true,
      is_initiated: true,
      data: { amount: 1100 },
    });
    expect(sessionsIn(cart)["bank"]).toMatchObject({ is_selected: null, is_initiated: false });
    expect(payment.asked).toMatchObject([
      {
        kind: "initiate",
        provider: "card",
        request: {
          resourceId: id,
          amount: 1100,
          currencyCode: "usd",
          email: "payer@example.com",
          customer: { email: "payer@example.com" },
          billingAddress: { city: "Testville" },
        },
      },
    ]);
  });

  it("closes the one that was chosen before", async () => {
    const id = await aCartToPay("card");
    const cart = cartIn(await select(id, "bank"));
    expect(cart.payment_session!.provider_id).toBe("bank");
    expect(sessionsIn(cart)["card"]).toMatchObject({ is_selected: null, is_initiated: false, data: {} });
    expect(callsIn(payment.asked)).toEqual(["delete card", "initiate bank"]);
    expect(payment.asked[0]!.data).toEqual({ amount: 1100 });
  });

  it("again brings it up to date", async () => {
    const id = await aCartToPay("card");
    const before = (await sessionsOf(id))["card"]!;
    expect(cartIn(await select(id, "card")).payment_session!.id).toBe(before.id);
    expect(callsIn(payment.asked)).toEqual(["update card"]);
  });

  it("is refused without a provider, for one of another region, and before there are sessions", async () => {
    const { id } = await aFilledCart();
    expect(await refusing(id, () => visitor().post(`/store/carts/${id}/payment-session`, {}))).toMatchObject({
      status: 400,
      message: "provider_id is required",
    });
    for (const provider of ["manual", "unknown", ""]) {
      expect(await refusing(id, () => select(id, provider))).toEqual({
        status: 400,
        type: "not_allowed",
        message: "The payment method is not available in this region",
      });
    }
    expect(await refusing(id, () => select(id, "card"))).toMatchObject({
      status: 400,
      message: "Could not find payment session",
    });
    expect(payment.asked).toEqual([]);
  });
});

describe("telling a provider something", () => {
  it("selects it, and passes the data on", async () => {
    const id = await aCartToPay("card");
    const cart = cartIn(await update(id, "card", { data: { token: "tok" } }));
    expect(cart.payment_session).toMatchObject({ provider_id: "card", data: { amount: 1100, token: "tok" } });
    expect(payment.asked).toMatchObject([{ kind: "update", data: { amount: 1100 }, sent: { token: "tok" } }]);
  });

  it("that was not initiated passes it on, too", async () => {
    const id = await aCartToPay();
    const cart = cartIn(await update(id, "card", { data: { token: "tok" } }));
    expect(cart.payment_session).toMatchObject({
      provider_id: "card",
      is_selected: true,
      is_initiated: true,
    });
    expect(cart.payment_session!.data).toMatchObject({ token: "tok" });
    expect(callsIn(payment.asked)).toEqual(["initiate card", "update card"]);
  });

  it("is refused without a provider or without data", async () => {
    const id = await aCartToPay();
    for (const body of [{}, { data: "tok" }, { data: null }, { data: [] }]) {
      expect(await refusing(id, () => update(id, "card", body))).toMatchObject({
        status: 400,
        type: "invalid_data",
      });
    }
    expect(await refusing(id, () => update(id, "manual", { data: {} }))).toMatchObject({
      status: 400,
      type: "not_allowed",
    });
  });
});

describe("taking a session away", () => {
  it("closes it at its provider", async () => {
    const id = await aCartToPay("card");
    const cart = cartIn(await remove(id, "card"));
    expect(cart.payment_sessions).toMatchObject([{ provider_id: "bank" }]);
    expect(cart).not.toHaveProperty("payment_session");
    expect(callsIn(payment.asked)).toEqual(["delete card"]);
  });

  it("that was never initiated calls no provider", async () => {
    const id = await aCartToPay();
    expect(cartIn(await remove(id, "card")).payment_sessions).toHaveLength(1);
    expect(payment.asked).toEqual([]);
  });

  it("that is not there changes nothing", async () => {
    const id = await aCartToPay("card");
    const before = await sessionsOf(id);
    for (const provider of ["manual", "unknown"]) {
      const after = sessionsIn(cartIn(await remove(id, provider)));
      expect(after["card"]).toMatchObject({ ...before["card"], updated_at: expect.any(String) });
      expect(Object.keys(after)).toEqual(Object.keys(before));
    }
    expect(payment.asked).toEqual([]);
  });

  it("leaves room for a new one", async () => {
    const id = await aCartToPay("card");
    await remove(id, "card");
    expect((await openSessions(visitor(), id)).payment_sessions).toHaveLength(2);
  });
});

describe("refreshing a session", () => {
  it("closes and opens it; it has to be chosen again", async () => {
    const id = await aCartToPay("card");
    const before = (await sessionsOf(id))["card"]!;
    const after = sessionsIn(cartIn(await refresh(id, "card")))["card"]!;
    expect(after).toMatchObject({
      is_selected: null,
      is_initiated: true,
      amount: 1100,
      data: { amount: 1100 },
    });
    expect(after.id).not.toBe(before.id);
    expect(callsIn(payment.asked)).toEqual(["delete card", "initiate card"]);
  });

  it("of one that was not selected, or does not exist, calls no provider", async () => {
    const id = await aCartToPay("card");
    const before = await sessionsOf(id);
    for (const provider of ["bank", "unknown"]) expect((await refresh(id, provider)).status).toBe(200);
    const after = await sessionsOf(id);
    expect(Object.values(after).map((session) => session.id)).toEqual(
      Object.values(before).map((session) => session.id),
    );
    expect(payment.asked).toEqual([]);
  });
});

describe("a provider that fails", () => {
  it("when it is chosen is a clear refusal; the customer can try again", async () => {
    const id = await aCartToPay();
    payment.answer = outage;
    expect(refused(await select(id, "card"))).toEqual({
      status: 400,
      type: "invalid_data",
      message: "The payment could not be prepared: it failed",
    });
    expect((await sessionsOf(id))["card"]).toMatchObject({
      is_selected: true,
      is_initiated: false,
      data: {},
    });
    payment.forget();
    expect(cartIn(await select(id, "card")).payment_session).toMatchObject({ is_initiated: true });
    expect(callsIn(payment.asked)).toEqual(["initiate card"]);
  });

  it("can be left for another one", async () => {
    const id = await aCartToPay();
    payment.answer = outage;
    await select(id, "card");
    payment.forget();
    expect(cartIn(await select(id, "bank")).payment_session!.provider_id).toBe("bank");
    expect(callsIn(payment.asked)).toEqual(["initiate bank"]);
  });

  it("is quoted where it has words for it", async () => {
    const id = await aCartToPay();
    payment.answer = () => {
      throw new Refusal("invalid_data", "the currency is not supported");
    };
    expect((await select(id, "card")).body.message).toBe(
      "The payment could not be prepared: the currency is not supported",
    );
  });

  it("does not keep the customer from changing the cart; the amount follows later", async () => {
    const id = await aCartToPay("card");
    payment.answer = outage;
    const cart = await addLine(visitor(), id, shirt.id);
    expect(cart).toMatchObject({ total: 2200, payment_session: { provider_id: "card", amount: 1100 } });
    payment.forget();
    expect((await openSessions(visitor(), id)).payment_session).toMatchObject({ amount: 2200 });
  });

  it("does not keep the customer from leaving it", async () => {
    const id = await aCartToPay("card");
    payment.answer = (call) => (call.kind === "delete" ? outage() : { ok: true });
    expect(cartIn(await select(id, "bank")).payment_session!.provider_id).toBe("bank");
    payment.forget();
    const other = await aCartToPay("card");
    payment.answer = outage;
    expect(cartIn(await remove(other, "card")).payment_sessions).toHaveLength(1);
    payment.forget();
    const moving = await aCartToPay("card");
    payment.answer = outage;
    expect((await changeCart(visitor(), moving, { region_id: home.id })).payment_sessions).toEqual([]);
  });

  it.each([undefined, null, "text", 7, []])("by answering with %j is a clear refusal", async (answered) => {
    const id = await aCartToPay();
    payment.answer = () => answered;
    const answer = await select(id, "card");
    expect(refused(answer)).toMatchObject({ status: 400, type: "invalid_data" });
    expect(answer.body.message).toContain("The payment could not be prepared");
    expect((await sessionsOf(id))["card"]).toMatchObject({ is_initiated: false, data: {} });
  });

  it("by answering with something endless is a clear refusal", async () => {
    const id = await aCartToPay();
    const endless: Record<string, unknown> = {};
    endless["itself"] = endless;
    payment.answer = () => endless;
    expect(refused(await select(id, "card"))).toMatchObject({ status: 400, type: "invalid_data" });
  });
});

describe("a provider that is not installed any more", () => {
  /** The plugin was taken away while a payment of it was open. */
  async function aStrandedCart(): Promise<string> {
    const region = await aPlace(shop, { payment_providers: ["card", "bank"] });
    const { id } = await aFilledCart({ regionId: region.id });
    await openSessions(visitor(), id);
    await select(id, "card");
    await shop.db.run({
      text: "insert into payment_provider (id, is_installed) values ('gone', false) on conflict do nothing",
      values: [],
    });
    await shop.db.run({
      text: `with moved as (update payment_session set provider_id = 'gone' where cart_id = $1 and is_selected)
        insert into region_payment_providers (region_id, provider_id) values ($2, 'gone')`,
      values: [id, region.id],
    });
    return id;
  }

  it("cannot be used, and nothing changes", async () => {
    const id = await aStrandedCart();
    const before = await rowsOf(shop, id);
    const ways = [
      await select(id, "gone"),
      await visitor().post(`/store/carts/${id}/payment-sessions/gone`, { data: { a: 1 } }),
      await visitor().post(`/store/carts/${id}/payment-sessions/gone/refresh`),
    ];
    for (const answer of ways) {
      expect(refused(answer)).toEqual({
        status: 400,
        type: "invalid_data",
        message: "The payment provider gone is not installed",
      });
    }
    expect(await rowsOf(shop, id)).toEqual(before);
  });

  it("is not offered", async () => {
    const id = await aStrandedCart();
    expect(Object.keys(sessionsIn(await openSessions(visitor(), id))).sort()).toEqual(["bank", "card"]);
    const before = await rowsOf(shop, id);
    expect(refused(await select(id, "gone"))).toMatchObject({ status: 400, type: "not_allowed" });
    expect(await rowsOf(shop, id)).toEqual(before);
  });

  it("can be left in every way", async () => {
    const leaving = await aStrandedCart();
    expect(cartIn(await select(leaving, "bank")).payment_session!.provider_id).toBe("bank");
    const removing = await aStrandedCart();
    expect(sessionsIn(cartIn(await remove(removing, "gone")))).not.toHaveProperty("gone");
    const moving = await aStrandedCart();
    expect(await changeCart(visitor(), moving, { region_id: home.id })).toMatchObject({
      region_id: home.id,
      payment_sessions: [],
    });
    const shopping = await aStrandedCart();
    expect((await addLine(visitor(), shopping, shirt.id)).items[0]!.quantity).toBe(2);
  });
});

describe("a provider that is slow", () => {
  it("does not block changes of the cart, and receives the change", async () => {
    const id = await aCartToPay();
    const gate = new Gate();
    const usual = payment.answer;
    payment.answer = async (call) => {
      if (call.kind === "initiate") await gate.pass();
      return usual(call);
    };
    const choosing = select(id, "card");
    await gate.reached;
    const adding = addLine(visitor(), id, shirt.id);
    const emailed = await changeEmailWhile(id);
    expect(emailed).toBe("meanwhile@example.com");
    gate.letGo();
    expect((await choosing).status).toBe(200);
    await adding;
    // In any order of the requests, the payment has the total of the cart at the next read.
    expect((await openSessions(visitor(), id)).payment_session).toMatchObject({
      provider_id: "card",
      amount: 2200,
      data: { amount: 2200 },
    });
  });

  /** Reads it from the database: the answer of the route waits for the provider, the change does not. */
  async function changeEmailWhile(id: string): Promise<string> {
    void visitor().post(`/store/carts/${id}`, { email: "meanwhile@example.com" });
    for (let tries = 0; tries < 200; tries++) {
      const [row] = await shop.db.run<{ email: string | null }>({
        text: "select email from cart where id = $1",
        values: [id],
      });
      if (row!.email) return row!.email;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return "never";
  }

  it("is closed when the customer has selected another one in the meantime", async () => {
    const id = await aCartToPay();
    const gate = new Gate();
    const usual = payment.answer;
    payment.answer = async (call) => {
      if (call.provider === "card" && call.kind === "initiate") await gate.pass();
      return usual(call);
    };
    const choosing = select(id, "card");
    await gate.reached;
    await select(id, "bank");
    gate.letGo();
    await choosing;
    const sessions = await sessionsOf(id);
    expect(sessions["bank"]).toMatchObject({ is_selected: true, is_initiated: true });
    expect(sessions["card"]).toMatchObject({ is_selected: null, is_initiated: false, data: {} });
    expect(payment.asked.at(-1)).toMatchObject({ kind: "delete", provider: "card" });
  });
});

describe("every later change of the cart", () => {
  it("is followed by the open payment", async () => {
    const id = await aCartToPay("card");
    const hat = await aSoldVariant(shop, { prices: [usd(500)] });
    const discount = await aDiscount(shop, place.id);
    const amountAfter = async (cart: Promise<ShownCart>) => (await cart).payment_session!.amount;
    expect(await amountAfter(addLine(visitor(), id, hat))).toBe(1650);
    expect(await amountAfter(changeCart(visitor(), id, { discounts: [{ code: discount.code }] }))).toBe(1485);
    expect(await amountAfter(changeCart(visitor(), id, { discounts: [] }))).toBe(1650);
    expect(payment.asked.map(({ request }) => request!.amount)).toEqual([1650, 1485, 1650]);
    expect((await sessionsOf(id))["bank"]!.amount).toBe(1650);
  });
});
