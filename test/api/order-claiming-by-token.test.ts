import { createSigner } from "fast-jwt";
import { describe, expect } from "vitest";
import { delivered } from "../support/checks/announced-events.ts";
import type { Client } from "../support/clients/client.ts";
import { aPlace, type Place } from "../support/factories/carts.ts";
import { aShopper, eventsAbout } from "../support/factories/customers.ts";
import { anOrder, setOrder } from "../support/factories/orders.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { JWT_SECRET, startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { MailServer } from "../support/services/mail-server.ts";

const mails = new MailServer();
let place: Place;
let variantId: string;
const { it, shop } = withShop(
  async () =>
    startShop({
      TRADEWIND_SMTP_URL: await mails.start(),
      TRADEWIND_MAIL_FROM: "shop@tradewind.example",
      TRADEWIND_STOREFRONT_URL: "https://store.example",
    }),
  () => mails.stop(),
);
it.beforeAll(async () => {
  place = await aPlace(shop);
  variantId = await aSoldVariant(shop);
});

let bought = 0;
const aGuestOrder = (email = `guest-order-${++bought}@example.com`) =>
  anOrder(shop.visitor(), { place, variantId, email });

const claim = (browser: Client, ...ids: string[]) =>
  browser.post("/store/orders/batch/customer/token", { order_ids: ids });
const confirm = (token: unknown) => shop.visitor().post("/store/orders/customer/confirm", { token });

interface Announced {
  old_email: string;
  new_customer_id: string;
  orders: string[];
  token: string;
}

const tokensFor = async (customerId: string): Promise<Announced[]> => {
  const events = (await delivered(shop.db, "order-update-token.created")) as unknown as Announced[];
  return events.filter((event) => event.new_customer_id === customerId);
};

const ownersOf = async (...ids: string[]) => {
  const rows = await shop.db.run<{ id: string; customer_id: string; email: string }>({
    text: `select id, customer_id, email from "order" where id = any($1)`,
    values: [ids],
  });
  return ids
    .map((id) => rows.find((row) => row.id === id)!)
    .map(({ customer_id, email }) => ({ customer_id, email }));
};

/** The text of the mail that asks whether orders may go over; the confirmation of the order comes before it. */
async function claimMailTo(address: string): Promise<string> {
  for (;;) {
    const mail = mails.received.find(
      ({ to, content }) => to.includes(address) && content.includes("your orders?"),
    );
    if (mail) return mail.content.replace(/=\r?\n/g, "");
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

describe("claiming orders that were placed without the account", () => {
  it("sends a token to each email that orders were placed with, and changes nothing yet", async () => {
    const shopper = await aShopper(shop);
    const [one, two] = [await aGuestOrder("Old@Example.com"), await aGuestOrder("old@example.com")];
    const other = await aGuestOrder();
    const before = await ownersOf(one.id, two.id, other.id);
    const { status, body, headers } = await claim(shopper.browser, one.id, two.id, other.id, one.id);
    expect({ status, body }).toEqual({ status: 200, body: "OK" });
    expect(headers.get("content-type")).toMatch(/^text\/plain/);
    const tokens = await tokensFor(shopper.id);
    expect(tokens).toHaveLength(2);
    expect(tokens.map(({ old_email, orders }) => [old_email, [...orders].sort()]).sort()).toEqual(
      [
        ["old@example.com", [one.id, two.id].sort()],
        [other.email, [other.id]],
      ].sort(),
    );
    expect(await ownersOf(one.id, two.id, other.id)).toEqual(before);
  });

  it("is for customers who are logged in", async () => {
    const order = await aGuestOrder();
    for (const browser of [shop.visitor(), shop.admin]) {
      expect((await claim(browser, order.id)).status).toBe(401);
    }
  });

  it("gives the same answer for unknown orders, and sends nothing for the customer's own", async () => {
    const shopper = await aShopper(shop);
    const own = await anOrder(shopper.browser, { place, variantId });
    await setOrder(shop, own.id, { customer_id: shopper.id });
    expect((await claim(shopper.browser, "order_unknown", own.id)).status).toBe(200);
    expect(await tokensFor(shopper.id)).toEqual([]);
  });

  it.each([
    [{}],
    [{ order_ids: [] }],
    [{ order_ids: "order_1" }],
    [{ order_ids: [""] }],
    [{ order_ids: [1, null] }],
  ])("is refused as %j", async (body) => {
    const { browser } = await aShopper(shop);
    const answer = await browser.post("/store/orders/batch/customer/token", body);
    expect(answer).toMatchObject({ status: 400, body: { type: "invalid_data" } });
  });

  it("reaches the old email, with a link, and the token is nowhere to be read", async () => {
    const shopper = await aShopper(shop);
    const order = await aGuestOrder("reached@example.com");
    await claim(shopper.browser, order.id);
    expect(await claimMailTo("reached@example.com")).toContain("https://store.example/orders/claim?token=3D");
    const [{ token }] = (await tokensFor(shopper.id)) as [Announced];
    const { body } = await shop.admin.get("/admin/events?name=order-update-token.created");
    expect(JSON.stringify(body)).not.toContain(token);
  });
});

describe("confirming a claim", () => {
  const aClaim = async (email?: string) => {
    const shopper = await aShopper(shop);
    const orders = [await aGuestOrder(email), await aGuestOrder(email)];
    await claim(shopper.browser, ...orders.map(({ id }) => id));
    const tokens = await tokensFor(shopper.id);
    return { shopper, orders, token: tokens[0]!.token };
  };

  it("lets all orders of the email go over to the account, which sees them from then on", async () => {
    const { shopper, orders, token } = await aClaim("both@example.com");
    const { status, body } = await confirm(token);
    expect({ status, body }).toEqual({ status: 200, body: "OK" });
    const ids = orders.map(({ id }) => id);
    const theirs = { customer_id: shopper.id, email: shopper.email };
    expect(await ownersOf(...ids)).toEqual([theirs, theirs]);
    const { body: own } = await shopper.browser.get("/store/customers/me/orders");
    expect(own.orders.map(({ id }: { id: string }) => id).sort()).toEqual([...ids].sort());
    for (const id of ids) {
      expect((await eventsAbout(shop, id)).at(-1)).toEqual({
        name: "order.updated",
        data: { id, no_notification: null },
      });
    }
  });

  it("changes nothing a second time", async () => {
    const { orders, token } = await aClaim("twice@example.com");
    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const events = await eventsAbout(shop, orders[0]!.id);
    expect(events.filter(({ name }) => name === "order.updated")).toHaveLength(1);
  });

  it("is refused when another customer has claimed an order since", async () => {
    const { orders, token } = await aClaim("gone@example.com");
    const rival = await aShopper(shop);
    await setOrder(shop, orders[1]!.id, { customer_id: rival.id, email: rival.email });
    const before = await ownersOf(...orders.map(({ id }) => id));
    expect(await confirm(token)).toMatchObject({ status: 401, body: { type: "unauthorized" } });
    expect(await ownersOf(...orders.map(({ id }) => id))).toEqual(before);
  });

  it("is refused when the account is gone", async () => {
    const { shopper, orders, token } = await aClaim("closed@example.com");
    await shop.db.run({ text: "update customer set deleted_at = now() where id = $1", values: [shopper.id] });
    const before = await ownersOf(...orders.map(({ id }) => id));
    expect((await confirm(token)).status).toBe(401);
    expect(await ownersOf(...orders.map(({ id }) => id))).toEqual(before);
  });

  const claims = (order: { id: string; email: string }, customerId: string) => ({
    claimingCustomerId: customerId,
    orders: [order.id],
    oldEmail: order.email,
    purpose: "order-takeover",
  });
  const signed = (payload: object, { key = JWT_SECRET, ...options } = {}) =>
    createSigner({ key, algorithm: "HS256", ...options })(payload as Record<string, unknown>);

  it.each<[string, (payload: Record<string, unknown>) => string]>([
    [
      "signed by another shop",
      (payload) => signed(payload, { key: "another secret of the same length, or so" }),
    ],
    ["expired", (payload) => signed({ ...payload, iat: 1_600_000_000, exp: 1_600_000_900 })],
    ["for another purpose", ({ purpose, ...payload }) => signed(payload)],
    ["of a login", ({ claimingCustomerId }) => signed({ customer_id: claimingCustomerId, domain: "store" })],
    ["without orders", ({ orders, ...payload }) => signed(payload)],
  ])("is refused with a token that is %s", async (_, tokenOf) => {
    const order = await aGuestOrder();
    const { id } = await aShopper(shop);
    const before = await ownersOf(order.id);
    const { status, body } = await confirm(tokenOf(claims(order, id)));
    expect({ status, type: body.type }).toEqual({ status: 401, type: "unauthorized" });
    expect(await ownersOf(order.id)).toEqual(before);
  });

  it.each([[undefined], [""], ["abc"], [7], ["a.b"]])(
    "is refused with %j, which is no token",
    async (token) => {
      expect(await confirm(token)).toMatchObject({ status: 400, body: { type: "invalid_data" } });
    },
  );

  it("is no way to log in", async () => {
    const { token } = await aClaim("door@example.com");
    const intruder = shop.visitor().with({ authorization: `Bearer ${token}` });
    expect((await intruder.get("/store/customers/me")).status).toBe(401);
    expect((await intruder.get("/admin/orders")).status).toBe(401);
  });
});
