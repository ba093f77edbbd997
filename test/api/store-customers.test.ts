import { createSigner } from "fast-jwt";
import { describe, expect } from "vitest";
import { delivered } from "../support/checks/announced-events.ts";
import { aCustomer, aGuest, aShopper, customerDetails, eventsAbout } from "../support/factories/customers.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const FAILURES_PER_ACCOUNT = 5;

const { it, shop } = withShop(() =>
  startShop({ TRADEWIND_FAILURES_PER_ACCOUNT: String(FAILURES_PER_ACCOUNT) }),
);

const accountsOf = async (email: string) =>
  (await shop.admin.get(`/admin/customers?q=${encodeURIComponent(email)}&has_account=true`)).body.count;
const logIn = (email: string, password: string) => shop.visitor().post("/store/auth", { email, password });
const askForToken = (email: string) => shop.visitor().post("/store/customers/password-token", { email });
const forgedToken = (customer_id: string) => createSigner({ key: "a guess" })({ customer_id });
const reset = (sent: Record<string, unknown>) => shop.visitor().post("/store/customers/password-reset", sent);
const resetEvents = async (id: string) =>
  (await eventsAbout(shop, id)).filter(({ name }) => name === "customer.password_reset");
const tokenFor = async ({ id, email }: { id: string; email: string }) => {
  await askForToken(email);
  const resets = await delivered(shop.db, "customer.password_reset");
  return resets.filter((reset) => reset["id"] === id).at(-1)!["token"] as string;
};

describe("signing up", () => {
  it("makes an account and logs in", async () => {
    const browser = shop.visitor();
    const { status, body, headers } = await browser.post("/store/customers", {
      ...customerDetails({ email: "Shopper@Example.com" }),
      phone: "555",
    });
    expect(status).toBe(200);
    expect(body.customer).toMatchObject({
      email: "shopper@example.com",
      phone: "555",
      has_account: true,
      metadata: null,
      shipping_addresses: [],
      billing_address: null,
    });
    expect(JSON.stringify(body)).not.toContain("password");
    expect(headers.get("set-cookie")).toMatch(/^connect\.sid=.+HttpOnly/);
    expect((await browser.get("/store/customers/me")).body.customer.id).toBe(body.customer.id);
    const [event] = await eventsAbout(shop, body.customer.id);
    expect(event).toMatchObject({ name: "customer.created", data: { email: "shopper@example.com" } });
    expect(JSON.stringify(event)).not.toContain("password_hash");
  });

  it.each([
    ["without a first name", { first_name: undefined }, "first_name is required"],
    ["without a last name", { last_name: undefined }, "last_name is required"],
    ["without an email", { email: undefined }, "email is required"],
    ["with something that is no email", { email: "shopper" }, "email must be an email"],
    ["without a password", { password: undefined }, "password is required"],
    ["with an empty password", { password: "" }, "password should not be empty"],
    ["with a number for a phone", { phone: 555 }, "phone must be a string or null"],
    ["with metadata", { metadata: { vip: true } }, "property metadata should not exist"],
  ])("is refused %s", async (_, wrong, message) => {
    const browser = shop.visitor();
    const before = await accountsOf("");
    const { status, body } = await browser.post("/store/customers", customerDetails(wrong));
    expect(status).toBe(400);
    expect(body).toEqual({ type: "invalid_data", message });
    expect(await accountsOf("")).toBe(before);
    expect(browser.cookie("connect.sid")).toBeUndefined();
  });

  it("is refused when the email has an account, and does not log in", async () => {
    const { email, password } = await aShopper(shop);
    const browser = shop.visitor();
    const sent = customerDetails({ email: email.toUpperCase(), password: "another password" });
    const { status, body } = await browser.post("/store/customers", sent);
    expect(status).toBe(422);
    expect(body).toEqual({
      code: "invalid_request_error",
      type: "duplicate_error",
      message: "A customer with the given email already has an account. Log in instead",
    });
    expect(browser.cookie("connect.sid")).toBeUndefined();
    expect(await accountsOf(email)).toBe(1);
    expect((await logIn(email, password)).status).toBe(200);
  });

  it("is not hindered by a guest with the same email", async () => {
    const guest = await aGuest(shop, "guest-first@example.com");
    const { id } = await aShopper(shop, { email: guest.email });
    expect(id).not.toBe(guest.id);
    expect((await shop.admin.get(`/admin/customers/${guest.id}`)).body.customer.has_account).toBe(false);
  });

  it("twice at the same moment makes one account", async () => {
    const sent = customerDetails();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => shop.visitor().post("/store/customers", sent)),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422, 422, 422]);
    expect(await accountsOf(sent.email)).toBe(1);
  });

  it("keeps the admin session of the same browser", async () => {
    const browser = shop.visitor();
    await browser.post("/admin/auth", { email: "admin@example.com", password: "correct horse battery" });
    await browser.post("/store/customers", customerDetails());
    expect((await browser.get("/store/customers/me")).status).toBe(200);
    expect((await browser.get("/admin/auth")).status).toBe(200);
  });
});

describe("asking for a new password", () => {
  it("announces a token for an account", async () => {
    const { id, email } = await aShopper(shop);
    const { status, body } = await askForToken(email.toUpperCase());
    expect(status).toBe(204);
    expect(body).toBe("");
    const [event, ...others] = await resetEvents(id);
    expect(others).toEqual([]);
    expect(Object.keys(event!.data).sort()).toEqual(["email", "first_name", "id", "last_name"]);
    expect(event!.data).toMatchObject({ id, email });
    const [told] = (await delivered(shop.db, "customer.password_reset")).filter((each) => each["id"] === id);
    expect(told).toEqual({ ...event!.data, token: expect.stringMatching(/^eyJ/) });
  });

  it("answers the same for guests and unknown addresses, and announces nothing", async () => {
    const guest = await aGuest(shop, "forgetful-guest@example.com");
    const count = async () =>
      (await shop.db.run<{ count: number }>({ text: "select count(*) from tradewind.event", values: [] }))[0]!
        .count;
    const before = await count();
    for (const email of [guest.email, "nobody@example.com"]) {
      expect((await askForToken(email)).status).toBe(204);
    }
    expect(await count()).toBe(before);
  });

  it("is refused without an email", async () => {
    for (const sent of [{}, { email: "nobody" }, { email: "a@example.com", reason: "lost" }]) {
      const { status, body } = await shop.visitor().post("/store/customers/password-token", sent);
      expect(status).toBe(400);
      expect(body.type).toBe("invalid_data");
    }
  });

  it.each([
    ["an account", "flooded@example.com"],
    ["an unknown address", "unknown@example.com"],
  ])("again and again for %s has to wait", async (who, email) => {
    const account = who === "an account" ? await aCustomer(shop, { email }) : null;
    for (let asked = 0; asked < FAILURES_PER_ACCOUNT; asked++)
      expect((await askForToken(email)).status).toBe(204);
    const { status, body } = await askForToken(email);
    expect(status).toBe(429);
    expect(body.type).toBe("too_many_requests");
    if (account) expect(await resetEvents(account.id)).toHaveLength(FAILURES_PER_ACCOUNT);
  });
});

describe("setting a new password with a token", () => {
  it("works once, and ends every session", async () => {
    const shopper = await aShopper(shop);
    const token = await tokenFor(shopper);
    const { status, body } = await reset({
      email: shopper.email.toUpperCase(),
      token,
      password: "remembered",
    });
    expect(status).toBe(200);
    expect(body.customer).toMatchObject({ id: shopper.id, email: shopper.email });
    expect(JSON.stringify(body)).not.toContain("password");
    expect((await shopper.browser.get("/store/customers/me")).status).toBe(401);
    expect((await logIn(shopper.email, shopper.password)).status).toBe(401);
    expect((await logIn(shopper.email, "remembered")).status).toBe(200);

    const again = await reset({ email: shopper.email, token, password: "stolen" });
    expect(again.status).toBe(401);
    expect((await logIn(shopper.email, "stolen")).status).toBe(401);
    expect((await logIn(shopper.email, "remembered")).status).toBe(200);
  });

  it("works for one of two at the same moment", async () => {
    const shopper = await aShopper(shop);
    const token = await tokenFor(shopper);
    const passwords = ["first", "second"];
    const answers = await Promise.all(
      passwords.map((password) => reset({ email: shopper.email, token, password })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
    const logins = await Promise.all(passwords.map((password) => logIn(shopper.email, password)));
    expect(logins.map((login) => login.status)).toEqual(answers.map((answer) => answer.status));
  });

  it("is refused with a wrong token, one of another customer, or an unknown email", async () => {
    const [shopper, other] = [await aShopper(shop), await aShopper(shop)];
    const othersToken = await tokenFor(other);
    const access = await shop.visitor().post("/store/auth/token", {
      email: shopper.email,
      password: shopper.password,
    });
    const attempts = [
      { email: shopper.email, token: forgedToken(shopper.id) },
      { email: shopper.email, token: othersToken },
      { email: shopper.email, token: access.body.access_token },
      { email: "nobody-at-all@example.com", token: othersToken },
    ];
    for (const attempt of attempts) {
      const { status, body } = await reset({ ...attempt, password: "stolen" });
      expect(status).toBe(401);
      expect(body).toEqual({ type: "unauthorized", message: "Unauthorized" });
    }
    for (const email of [shopper.email, "nobody-at-all@example.com"]) {
      const { status, body } = await reset({ email, token: "nonsense", password: "stolen" });
      expect({ status, type: body.type }).toEqual({ status: 400, type: "invalid_data" });
    }
    expect((await shopper.browser.get("/store/customers/me")).status).toBe(200);
    expect((await logIn(shopper.email, shopper.password)).status).toBe(200);
  });

  it("is refused when something is missing or unknown", async () => {
    const shopper = await aShopper(shop);
    const token = await tokenFor(shopper);
    const whole = { email: shopper.email, token, password: "new" };
    for (const wrong of [
      { email: undefined },
      { token: undefined },
      { password: undefined },
      { password: "" },
      { admin: true },
    ]) {
      expect((await reset({ ...whole, ...wrong })).status).toBe(400);
    }
    expect((await logIn(shopper.email, shopper.password)).status).toBe(200);
  });

  it("cannot be guessed at for long", async () => {
    const shopper = await aShopper(shop);
    const token = await tokenFor(shopper);
    for (let guess = 0; guess < FAILURES_PER_ACCOUNT; guess++) {
      const guessed = await reset({ email: shopper.email, token: forgedToken(shopper.id), password: "x" });
      expect(guessed.status).toBe(401);
    }
    const { status, body } = await reset({ email: shopper.email, token, password: "too late" });
    expect(status).toBe(429);
    expect(body.type).toBe("too_many_requests");
    expect((await logIn(shopper.email, shopper.password)).status).toBe(200);
  });
});
