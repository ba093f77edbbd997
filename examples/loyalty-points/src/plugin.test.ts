import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestShop, type TestClient, type TestShop } from "tradewind/testing";
import plugin from "./plugin.ts";

let shop: TestShop;
/** A region in dollars without taxes, and what it sells for 50.00. */
let region: string;
let jacket: string;

/** The body of an answer that has to be a success. */
async function done<Body>(sent: Promise<{ status: number; body: Body }>): Promise<Body> {
  const { status, body } = await sent;
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

before(async () => {
  shop = await startTestShop({ plugins: [plugin] });
  const made = await done(
    shop.admin.post("/admin/regions", {
      name: "Europe",
      currency_code: "usd",
      tax_rate: 0,
      countries: ["de"],
      payment_providers: ["manual"],
      fulfillment_providers: ["manual"],
    }),
  );
  region = made.region.id;
  const prices = [{ currency_code: "usd", amount: 5000 }];
  const { product } = await done(
    shop.admin.post("/admin/products", {
      title: "Jacket",
      status: "published",
      options: [{ title: "Size" }],
      variants: [{ title: "M", manage_inventory: false, options: [{ value: "M" }], prices }],
    }),
  );
  jacket = product.variants[0].id;
  const program = { expire_after_months: 12, reward_days: 90, mail_language: "de" };
  const rates = [{ currency_code: "usd", spend: 100, worth: 5 }];
  await done(shop.admin.post("/admin/loyalty/settings", { program, rates }));
});
after(() => shop.stop());

const address = {
  first_name: "Ada",
  address_1: "Hafen 1",
  city: "Kiel",
  postal_code: "24103",
  country_code: "de",
};

/** A cart that is ready to be completed. */
async function aCart(client: TestClient, { quantity = 1, code = "" } = {}): Promise<string> {
  const items = [{ variant_id: jacket, quantity }];
  const { cart } = await done(client.post("/store/carts", { region_id: region, items }));
  const details = { shipping_address: address, ...(code && { discounts: [{ code }] }) };
  await done(client.post(`/store/carts/${cart.id}`, details));
  await done(client.post(`/store/carts/${cart.id}/payment-sessions`, {}));
  return cart.id;
}

const complete = (client: TestClient, cart: string) => client.post(`/store/carts/${cart}/complete`, {});

async function anOrder(client: TestClient, cart: { quantity?: number; code?: string } = {}): Promise<string> {
  const { data } = await done(complete(client, await aCart(client, cart)));
  return data.id;
}

async function aPaidOrder(
  client: TestClient,
  cart: { quantity?: number; code?: string } = {},
): Promise<string> {
  const id = await anOrder(client, cart);
  await done(shop.admin.post(`/admin/orders/${id}/capture`, {}));
  await shop.waitForEvents();
  return id;
}

const idOf = async (client: TestClient): Promise<string> =>
  (await done(client.get("/store/customers/me"))).customer.id;
const pointsOf = async (client: TestClient): Promise<number> =>
  (await done(client.get("/store/loyalty"))).points;
const adjust = (id: string, points: number, note = "For the long wait") =>
  shop.admin.post(`/admin/loyalty/customers/${id}/entries`, { points, note });
const redeem = (client: TestClient, points: number, headers = {}) =>
  client.post("/store/loyalty/rewards", { points, region_id: region }, headers);
const kindsOf = async (client: TestClient): Promise<string[]> =>
  (await done(client.get("/store/loyalty/entries"))).entries.map(
    ({ kind, points }: { kind: string; points: number }) => `${kind} ${points}`,
  );
/** The ledger and the balance always say the same, and so does the field of the customer. */
async function assertBooksAgree(): Promise<void> {
  const wrong = await shop.query(
    `select balance.* from plugin_loyalty_points.balance join public.customer on customer.id = balance.customer_id
     where points <> (select coalesce(sum(points), 0) from plugin_loyalty_points.entry
       where entry.customer_id = balance.customer_id)
     or (customer.custom_fields->>'loyalty_points')::integer is distinct from points and points <> 0`,
  );
  assert.deepEqual(wrong, []);
}

test("a paid order earns points, and what is paid back takes them back", async () => {
  const ada = await shop.customer("ada@example.com");
  const unpaid = await anOrder(ada);
  await shop.waitForEvents();
  assert.equal(await pointsOf(ada), 0);
  const order = await aPaidOrder(ada, { quantity: 2 });
  assert.equal(await pointsOf(ada), 100);
  await done(shop.admin.post(`/admin/orders/${order}/refund`, { amount: 2550, reason: "other" }));
  await shop.waitForEvents();
  assert.equal(await pointsOf(ada), 74);
  await done(shop.admin.post(`/admin/orders/${unpaid}/cancel`, {}));
  await shop.waitForEvents();
  assert.deepEqual(await kindsOf(ada), ["taken_back -26", "earned 100"]);
  const ofOrder = await done(shop.admin.get(`/admin/loyalty/orders/${order}`));
  assert.equal(ofOrder.earned, 74);
  const query = "custom_fields[loyalty_points][gte]=70&order=-custom_fields.loyalty_points";
  const { customers } = await done(shop.admin.get(`/admin/customers?${query}`));
  assert.deepEqual(
    customers.map(({ email }: { email: string }) => email),
    ["ada@example.com"],
  );
  await assertBooksAgree();
});

test("another rate does not change what old orders earned, and guests earn nothing", async () => {
  const client = await shop.customer("rate@example.com");
  const order = await aPaidOrder(client);
  const settings = await done(shop.admin.get("/admin/loyalty/settings"));
  const rates = [{ currency_code: "usd", spend: 50, worth: 5 }];
  await done(shop.admin.post("/admin/loyalty/settings", { ...settings, rates }));
  await done(shop.admin.post(`/admin/orders/${order}/refund`, { amount: 1000, reason: "other" }));
  await shop.waitForEvents();
  assert.equal(await pointsOf(client), 40);
  await done(shop.admin.post("/admin/loyalty/settings", settings));
  const guest = shop.store;
  const cart = await aCart(guest);
  await done(guest.post(`/store/carts/${cart}`, { email: "guest@example.com" }));
  const { data } = await done(complete(guest, cart));
  await done(shop.admin.post(`/admin/orders/${data.id}/capture`, {}));
  await shop.waitForEvents();
  assert.deepEqual((await done(shop.admin.get(`/admin/loyalty/orders/${data.id}`))).entries, []);
});

test("points become a code for one order, and come back when the order is canceled", async () => {
  const grace = await shop.customer("grace@example.com");
  const id = await idOf(grace);
  await done(adjust(id, 1000));
  const { reward, points } = await done(redeem(grace, 800));
  assert.deepEqual([reward.value, reward.currency_code, points], [4000, "usd", 200]);
  assert.deepEqual(
    (await done(grace.get("/store/loyalty"))).rewards.map(({ code }: { code: string }) => code),
    [reward.code],
  );
  const stranger = await shop.customer("stranger@example.com");
  const stolen = await complete(stranger, await aCart(stranger, { code: reward.code }));
  assert.deepEqual([stolen.status, stolen.body.code], [400, "not_your_points"]);
  const order = await anOrder(grace, { code: reward.code });
  const { order: placed } = await done(shop.admin.get(`/admin/orders/${order}`));
  assert.deepEqual([placed.total, placed.discount_total], [1000, 4000]);
  assert.deepEqual((await done(grace.get("/store/loyalty"))).rewards, []);
  await done(shop.admin.post(`/admin/orders/${order}/cancel`, {}));
  await shop.waitForEvents();
  assert.equal(await pointsOf(grace), 1000);
  const again = await grace.post("/store/carts", { region_id: region, discounts: [{ code: reward.code }] });
  assert.notEqual(again.status, 200);
  await assertBooksAgree();
});

test("a code that is worth more than the cart is not lost", async () => {
  const client = await shop.customer("more@example.com");
  await done(adjust(await idOf(client), 2000));
  const { reward } = await done(redeem(client, 1200));
  const refused = await complete(client, await aCart(client, { code: reward.code }));
  assert.deepEqual([refused.status, refused.body.code], [400, "points_would_be_lost"]);
  assert.equal((await complete(client, await aCart(client, { code: reward.code, quantity: 2 }))).status, 200);
});

test("of 20 redemptions at once, as many succeed as there are points for", async () => {
  const client = await shop.customer("race@example.com");
  await done(adjust(await idOf(client), 730));
  const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(client, 100)));
  const codes = answers.filter(({ status }) => status === 200).map(({ body }) => body.reward.code);
  assert.equal(new Set(codes).size, 7);
  const refused = answers.filter(({ status }) => status !== 200);
  assert.deepEqual(
    [...new Set(refused.map(({ status, body }) => `${status} ${body.code}`))],
    ["400 not_enough_points"],
  );
  assert.equal(await pointsOf(client), 30);
  const [{ count } = { count: 0 }] = await shop.query<{ count: number }>(
    "select count(*)::integer as count from public.discount where code = any($1)",
    [codes],
  );
  assert.equal(count, 7);
  await assertBooksAgree();
});

test("the same request twice is one redemption", async () => {
  const client = await shop.customer("twice@example.com");
  await done(adjust(await idOf(client), 100));
  const key = { "idempotency-key": "once" };
  const first = await done(redeem(client, 60, key));
  assert.deepEqual(await done(redeem(client, 60, key)), first);
  assert.equal(await pointsOf(client), 40);
});

test("what cannot be is refused, and changes nothing", async () => {
  const client = await shop.customer("wrong@example.com");
  const id = await idOf(client);
  assert.equal((await redeem(shop.store, 1)).status, 401);
  assert.equal((await redeem(client, 0)).status, 400);
  assert.equal((await redeem(client, 1.5)).status, 400);
  assert.equal((await redeem(client, 1)).body.code, "not_enough_points");
  const elsewhere = await client.post("/store/loyalty/rewards", { points: 1, region_id: "reg_none" });
  assert.deepEqual([elsewhere.status, elsewhere.body.code], [400, "no_rate"]);
  assert.equal((await adjust(id, 0)).status, 400);
  assert.equal((await adjust(id, -1)).status, 400);
  assert.equal((await adjust("cus_none", 5)).status, 404);
  assert.equal((await adjust(id, 5, "")).status, 400);
  const byHand = await shop.admin.post(`/admin/customers/${id}`, { custom_fields: { loyalty_points: 9 } });
  assert.equal(byHand.status, 400);
  const settings = await done(shop.admin.get("/admin/loyalty/settings"));
  const rates = [...settings.rates, ...settings.rates];
  assert.equal((await shop.admin.post("/admin/loyalty/settings", { ...settings, rates })).status, 400);
  assert.deepEqual(await kindsOf(client), []);
});

test("points expire after a year without an order, and the customer is told before", async () => {
  const client = await shop.customer("late@example.com");
  await done(adjust(await idOf(client), 50));
  const isFrom = (age: string) =>
    shop.query(
      `update plugin_loyalty_points.balance set last_earned_at = now() - $1::interval
       where customer_id = (select id from public.customer where email = 'late@example.com')`,
      [age],
    );
  await isFrom("340 days");
  await shop.runJob("loyalty-points:expire");
  await shop.runJob("loyalty-points:expire");
  const { events } = await done(shop.admin.get("/admin/events?name=loyalty-points.expiring"));
  assert.deepEqual(
    events.map(({ data }: { data: { points: number } }) => data.points),
    [50],
  );
  assert.equal(await pointsOf(client), 50);
  await isFrom("370 days");
  await shop.runJob("loyalty-points:expire");
  assert.deepEqual(await kindsOf(client), ["expired -50", "adjusted 50"]);
  await assertBooksAgree();
});

test("a role without rights for customers sees no points, and changes none", async () => {
  const client = await shop.customer("roles@example.com");
  const id = await idOf(client);
  const staff = { email: "packer@example.com", password: "parcels and tape" };
  const { user } = await done(shop.admin.post("/admin/users", staff));
  await done(shop.admin.post(`/admin/users/${user.id}/role`, { role_id: "fulfilment" }));
  const { access_token: token } = await done(shop.store.post("/admin/auth/token", staff));
  const asPacker = { authorization: `Bearer ${token}` };
  const body = { points: 5, note: "for me" };
  const given = await shop.store.post(`/admin/loyalty/customers/${id}/entries`, body, asPacker);
  assert.deepEqual(
    [given.status, (await shop.store.get("/admin/loyalty/members", asPacker)).status],
    [403, 403],
  );
  assert.equal(await pointsOf(client), 0);
  const members = await done(shop.admin.get("/admin/loyalty/members?limit=1"));
  assert.equal(members.members.length, 1);
  assert.equal((await shop.store.get("/admin/loyalty/members")).status, 401);
});

test("the points of a person are exported, and erased with the person", async () => {
  const client = await shop.customer("gone@example.com");
  const id = await idOf(client);
  await done(adjust(id, 300));
  const { reward } = await done(redeem(client, 100));
  const { personal_data: data } = await done(shop.admin.get(`/admin/customers/${id}/personal-data`));
  assert.equal(data["loyalty-points.balance"][0].points, 200);
  assert.equal(data["loyalty-points.entry"].length, 2);
  assert.equal(data["loyalty-points.reward"][0].code, reward.code);
  await done(shop.admin.post(`/admin/customers/${id}/erase`, {}));
  await shop.waitForEvents();
  for (const table of ["balance", "entry", "reward"]) {
    const rows = await shop.query(`select from plugin_loyalty_points.${table} where customer_id = $1`, [id]);
    assert.equal(rows.length, 0);
  }
  const cart = await shop.store.post("/store/carts", {
    region_id: region,
    discounts: [{ code: reward.code }],
  });
  assert.notEqual(cart.status, 200);
});

test("subscribers and jobs have no errors", async () => {
  await shop.waitForEvents();
  await shop.runJobs();
});
