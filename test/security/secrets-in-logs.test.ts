import { Writable } from "node:stream";
import { describe, expect } from "vitest";
import { delivered } from "../support/checks/announced-events.ts";
import { aPlace } from "../support/factories/carts.ts";
import { aShopper } from "../support/factories/customers.ts";
import { aGiftCard } from "../support/factories/gift-cards.ts";
import { anOrder } from "../support/factories/orders.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { ADMIN, JWT_SECRET, startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { FakeStripe } from "../support/services/fake-stripe.ts";
import { until } from "../support/time/until.ts";

const lines: string[] = [];
const logStream = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk));
    done();
  },
});
const stripe = new FakeStripe();

/** Everything that must not be read in a log, with what it is. */
const secrets: [string, string][] = [];
const isSecret = (what: string, value: unknown) => {
  if (typeof value !== "string" || value.length < 6) throw new Error(`${what} is no secret: ${value}`);
  secrets.push([what, value]);
};

const { it, shop } = withShop(
  async () => {
    await stripe.start();
    return startShop(
      {
        LOG_LEVEL: "trace",
        TRADEWIND_JOBS: "1",
        TRADEWIND_WEBHOOK_RETRY_PAUSE: "10",
        STRIPE_API_KEY: stripe.apiKey,
        STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
        STRIPE_API_URL: stripe.url,
        // A mail server that cannot be reached, so that there is something to complain about.
        TRADEWIND_SMTP_URL: "smtp://postmaster:mail-password@127.0.0.1:1",
      },
      { logStream },
    );
  },
  () => stripe.stop(),
);
it.beforeAll(async () => {
  isSecret("the secret of the tokens", JWT_SECRET);
  isSecret("the key at Stripe", stripe.apiKey);
  isSecret("the secret of Stripe's webhook", stripe.webhookSecret);
  isSecret("the password of the mail server", "mail-password");
  isSecret("the admin's password", ADMIN.password);
});

describe("the log, with everything that can be logged", () => {
  it("is written during logins, password resets, payments and notifications", async () => {
    await logIns();
    await passwords();
    await payments();
    await outside();
    await faults();
    // Mails are sent after the requests.
    await until(async () => lines.some((line) => line.includes("a subscriber failed")));
    expect(lines.filter((line) => line.includes('"msg":"request"')).length).toBeGreaterThan(20);
  });

  it("holds none of the secrets that were used", () => {
    const log = lines.join("");
    expect(secrets.length).toBeGreaterThan(15);
    expect(secrets.filter(([, value]) => log.includes(value)).map(([what]) => what)).toEqual([]);
    expect(log).not.toMatch(/argon2|password_hash|"set-cookie"|"authorization"/i);
  });

  it("names the routes without their values: no ids, emails or codes", () => {
    const log = lines.join("");
    expect(log).toContain('"route":"/store/carts/:id"');
    expect(log).not.toMatch(/cart_01|cus_01|@example\.com/);
  });
});

async function logIns(): Promise<void> {
  const login = shop.visitor();
  await login.post("/admin/auth", ADMIN);
  isSecret("a session", login.cookie("connect.sid"));
  const { body } = await shop.visitor().post("/admin/auth/token", ADMIN);
  isSecret("a token", body.access_token);
  await shop.visitor().get("/admin/users", { headers: { authorization: `Bearer ${body.access_token}` } });
  // Where they do not belong, as careless clients send them.
  for (const query of [`token=${body.access_token}`, "password=in-the-query", "api_key=key-in-the-query"]) {
    await shop.visitor().get(`/admin/users?${query}`);
    await shop.visitor().get(`/nothing-here/${query}`);
  }
  isSecret("a password in the query", "in-the-query");
  isSecret("a key in the query", "key-in-the-query");
  await shop.visitor().post("/admin/auth", { ...ADMIN, password: "a wrong password" });
  isSecret("a wrong password", "a wrong password");
  await shop.visitor().send("POST", "/admin/auth", { raw: '{"password":"in broken JSON' });
  isSecret("a password in broken JSON", "in broken JSON");
  await shop.admin.post(`/admin/users/${shop.adminId}`, { api_token: "an-api-token-of-the-log" });
  isSecret("an API token", "an-api-token-of-the-log");
}

async function passwords(): Promise<void> {
  const { email, password } = await aShopper(shop);
  isSecret("a customer's password", password);
  await shop.visitor().post("/store/customers/password-token", { email });
  const [reset] = await delivered(shop.db, "customer.password_reset");
  isSecret("a reset token", reset!["token"]);
  const sent = { email, token: reset!["token"], password: "the new password" };
  expect((await shop.visitor().post("/store/customers/password-reset", sent)).status).toBe(200);
  isSecret("the new password", "the new password");
  await shop.admin.post("/admin/invites", { user: "invited@example.com", role: "member" });
  const [invited] = await delivered(shop.db, "invite.created");
  isSecret("the token of an invite", invited!["token"]);
}

async function payments(): Promise<void> {
  const place = await aPlace(shop, { payment_providers: ["stripe", "manual"] });
  const variantId = await aSoldVariant(shop);
  const { code } = await aGiftCard(shop, place.id);
  isSecret("the code of a gift card", code);
  await anOrder(shop.visitor(), { place, variantId, giftCards: [{ code }], providerId: "manual" });
  const items = [{ variant_id: variantId, quantity: 1 }];
  const { cart } = (await shop.visitor().post("/store/carts", { region_id: place.id, items })).body;
  const path = `/store/carts/${cart.id}`;
  await shop.visitor().post(path, { email: "stripe@example.com" });
  await shop.visitor().post(`${path}/payment-sessions`);
  const { body } = await shop.visitor().post(`${path}/payment-session`, { provider_id: "stripe" });
  isSecret("the secret of a payment", body.cart.payment_session.data.client_secret);
  stripe.faults.push({ status: 500, body: { error: { message: "out of order" } } });
  await shop.visitor().post(`${path}/complete`);
  await shop
    .visitor()
    .post("/hooks/payment/stripe", {}, { headers: { "stripe-signature": "t=1,v1=forged-signature" } });
  isSecret("a signature", "forged-signature");
}

async function outside(): Promise<void> {
  const url = "https://user-part.example.com/hook?token=token-of-the-receiver";
  const { body } = await shop.admin.post("/admin/webhooks", { url });
  isSecret("the secret of a webhook", body.secret);
  isSecret("the token of a receiver", "token-of-the-receiver");
  await shop.admin.post(`/admin/webhooks/${body.webhook.id}/test`);
}

/** Internal errors are logged completely, the values of the request are not. */
async function faults(): Promise<void> {
  const fail = async () => {
    throw new Error("out of order");
  };
  shop.db.beforeCommit.add(fail);
  const email = "failing@example.com";
  const { status } = await shop.visitor().post("/store/customers", {
    ...{ email, first_name: "A", last_name: "B", password: "password of a failure" },
  });
  shop.db.beforeCommit.delete(fail);
  expect(status).toBe(500);
  isSecret("a password of a request that failed", "password of a failure");
}
