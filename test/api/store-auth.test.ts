import { createSigner } from "fast-jwt";
import { describe, expect } from "vitest";
import { newId } from "../../src/kernel/ids.ts";
import { hashWithArgon2 } from "../../src/modules/people/auth/index.ts";
import { announced } from "../support/checks/announced-events.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { ADMIN, JWT_SECRET, startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const UNAUTHORIZED = { type: "unauthorized", message: "Unauthorized" };

let made = 0;
async function aCustomer({ hasAccount = true, on = shop } = {}) {
  const [id, email, password] = [newId("cus"), `shopper-${++made}@example.com`, "pw"];
  await on.db.run({
    text: `insert into customer (id, email, first_name, last_name, has_account, password_hash)
      values ($1, $2, 'Sho', 'Pper', $3, $4)`,
    values: [id, email, hasAccount, hasAccount ? await hashWithArgon2(password) : null],
  });
  return { id, email, login: { email, password } };
}

const bearer = (token: string) => shop.visitor().with({ authorization: `Bearer ${token}` });

describe("an email that another program stored with capitals", () => {
  it.each(["Some.Shopper@Example.com", "some.shopper@example.com", "SOME.SHOPPER@EXAMPLE.COM"])(
    "logs in as %s, and can ask for a new password",
    async (email) => {
      const shop = await startShop();
      const hash = await hashWithArgon2("pw");
      await shop.db.run({
        text: `insert into customer (id, email, has_account, password_hash)
          values ('cus_capital', 'Some.Shopper@Example.com', true, $1)`,
        values: [hash],
      });
      await shop.db.run({
        text: `insert into "user" (id, email, password_hash) values ('usr_capital', 'Some.Shopper@Example.com', $1)`,
        values: [hash],
      });
      const login = { email, password: "pw" };
      const customer = await shop.visitor().post("/store/auth", login);
      expect(customer).toMatchObject({ status: 200, body: { customer: { id: "cus_capital" } } });
      const user = await shop.visitor().post("/admin/auth", login);
      expect(user).toMatchObject({ status: 200, body: { user: { id: "usr_capital" } } });
      expect((await shop.visitor().get(`/store/auth/${email}`)).body).toEqual({ exists: true });
      await shop.visitor().post("/store/customers/password-token", { email });
      await shop.visitor().post("/admin/users/password-token", { email });
      expect(await announced(shop.db, "customer.password_reset")).toHaveLength(1);
      expect(await announced(shop.db, "user.password_reset")).toHaveLength(1);
      await shop.close();
    },
  );

  it("is taken: there is no second account for the same login", async () => {
    const shop = await startShop();
    await shop.db.run({
      text: `insert into customer (id, email, has_account, password_hash)
        values ('cus_capital', 'Taken@Example.com', true, 'x')`,
      values: [],
    });
    await shop.db.run({
      text: `insert into "user" (id, email, password_hash) values ('usr_capital', 'Taken@Example.com', 'x')`,
      values: [],
    });
    const person = { email: "taken@example.com", password: "pw", first_name: "A", last_name: "B" };
    const taken = { status: 422, body: { type: "duplicate_error" } };
    expect(await shop.visitor().post("/store/customers", person)).toMatchObject(taken);

    expect(await shop.admin.post("/admin/customers", person)).toMatchObject(taken);
    const other = shop.visitor();
    await other.post("/store/auth", (await aCustomer({ on: shop })).login);
    expect(await other.post("/store/customers/me", { email: person.email })).toMatchObject(taken);
    const { first_name, last_name, ...user } = person;
    expect(await shop.admin.post("/admin/users", user)).toMatchObject({ status: 400 });
    for (const table of ["customer", '"user"']) {
      const found = await shop.db.run({
        text: `select id from ${table} where lower(email) = 'taken@example.com'`,
        values: [],
      });
      expect(found).toHaveLength(1);
    }
    await shop.close();
  });

  it("belongs to the account that is written the same where there are two", async () => {
    const [hash, other] = [await hashWithArgon2("pw"), await hashWithArgon2("other")];
    await shop.db.run({
      text: `insert into customer (id, email, has_account, password_hash)
        values ('cus_upper', 'Twice@Example.com', true, $1), ('cus_lower', 'twice@example.com', true, $2)`,
      values: [hash, other],
    });
    const logIn = async (email: string, password: string) =>
      (await shop.visitor().post("/store/auth", { email, password })).body.customer?.id;
    expect(await logIn("Twice@Example.com", "pw")).toBe("cus_upper");
    expect(await logIn("twice@example.com", "other")).toBe("cus_lower");
    expect(await logIn("twice@example.com", "pw")).toBeUndefined();
  });
});

describe("a customer logging in", () => {
  it("is shown with orders and addresses, and gets a session cookie", async () => {
    const customer = await aCustomer();
    const client = shop.visitor();
    const { status, body, headers } = await client.post("/store/auth", {
      ...customer.login,
      email: customer.email.toUpperCase(),
    });
    expect(status).toBe(200);
    expect(body.customer).toEqual({
      id: customer.id,
      email: customer.email,
      first_name: "Sho",
      last_name: "Pper",
      billing_address_id: null,
      phone: null,
      has_account: true,
      metadata: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
      orders: [],
      shipping_addresses: [],
    });
    expect(JSON.stringify(body)).not.toContain("password_hash");
    expect(headers.getSetCookie()[0]).toMatch(/^connect\.sid=[\w-]{43};.*; HttpOnly.*; SameSite=Lax/);

    const current = await client.get("/store/auth?expand=groups&fields=email");
    expect(current.status).toBe(200);
    expect(current.body).toEqual(body);
  });

  it("reads the current customer in one statement, after the one for the credential", async () => {
    const client = shop.visitor();
    await client.post("/store/auth", (await aCustomer()).login);
    const { statements, credentials } = await countingStatements(shop.db, () => client.get("/store/auth"));
    expect(statements).toHaveLength(1);
    expect(credentials).toBe(1);
  });

  it("is refused with a wrong password, an unknown email, as a guest and as a user of the shop", async () => {
    const [customer, guest] = [await aCustomer(), await aCustomer({ hasAccount: false })];
    for (const attempt of [
      { ...customer.login, password: "wrong" },
      { email: "ghost@example.com", password: "pw" },
      guest.login,
      ADMIN,
    ]) {
      const client = shop.visitor();
      const { status, body, headers } = await client.post("/store/auth", attempt);
      expect(status).toBe(401);
      expect(body).toEqual(UNAUTHORIZED);
      expect(headers.getSetCookie()).toEqual([]);
      expect((await client.get("/store/auth")).status).toBe(401);
    }
  });

  it("is distinguished from a guest with the same email", async () => {
    const customer = await aCustomer();
    await shop.db.run({
      text: "insert into customer (id, email, has_account) values ($1, $2, false)",
      values: [newId("cus"), customer.email],
    });
    expect((await shop.visitor().post("/store/auth", customer.login)).body.customer.id).toBe(customer.id);
  });

  it.each([
    [{ password: "pw" }, "email is required"],
    [{ email: "a@example.com" }, "password is required"],
    [{ email: "x", password: "pw" }, "email must be an email"],
    [{ email: "a@example.com", password: "" }, "password should not be empty"],
    [{ email: "a@example.com", password: "pw", remember: true }, "property remember should not exist"],
  ])("refuses %j", async (attempt, message) => {
    for (const path of ["/store/auth", "/store/auth/token"]) {
      const { status, body } = await shop.visitor().post(path, attempt);
      expect(status).toBe(400);
      expect(body).toEqual({ type: "invalid_data", message });
    }
  });

  it("has to wait after too many failures, but a user with the same email does not", async () => {
    const strict = await startShop({ TRADEWIND_FAILURES_PER_ACCOUNT: "3" });
    const attempt = async (path: string, password: string) =>
      (await strict.visitor().post(path, { email: ADMIN.email, password })).status;
    for (const _ of [1, 2, 3]) expect(await attempt("/store/auth", "wrong")).toBe(401);
    expect(await attempt("/store/auth", "wrong")).toBe(429);
    expect(await attempt("/store/auth/token", "wrong")).toBe(429);
    expect(await attempt("/admin/auth", ADMIN.password)).toBe(200);
    await strict.close();
  });
});

describe("the current customer", () => {
  it("does not exist without a session, or for a user of the shop", async () => {
    for (const client of [shop.visitor(), shop.admin]) {
      const { status, body } = await client.get("/store/auth");
      expect(status).toBe(401);
      expect(body).toEqual(UNAUTHORIZED);
    }
  });

  it("ends when the customer was deleted", async () => {
    const customer = await aCustomer();
    const client = shop.visitor();
    await client.post("/store/auth", customer.login);
    await shop.db.run({
      text: "update customer set deleted_at = now() where id = $1",
      values: [customer.id],
    });
    expect((await client.get("/store/auth")).status).toBe(401);
    expect((await shop.visitor().post("/store/auth", customer.login)).status).toBe(401);
  });

  it("does not exist for pages of another site", async () => {
    const client = shop.visitor();
    await client.post("/store/auth", (await aCustomer()).login);
    const statusFrom = async (origin: string) =>
      (await client.get("/store/auth", { headers: { origin } })).status;
    expect(await statusFrom("https://evil.example")).toBe(401);
    expect(await statusFrom("http://localhost:8000")).toBe(200);
  });
});

describe("a customer with a JWT", () => {
  it("is known for a month", async () => {
    const customer = await aCustomer();
    const { status, body, headers } = await shop.visitor().post("/store/auth/token", customer.login);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(["access_token"]);
    expect(headers.getSetCookie()).toEqual([]);
    const claims = JSON.parse(Buffer.from(body.access_token.split(".")[1], "base64url").toString());
    expect(claims).toMatchObject({ customer_id: customer.id, domain: "store" });
    expect(claims.exp - claims.iat).toBe(30 * 24 * 3600);
    expect((await bearer(body.access_token).get("/store/auth")).body.customer.id).toBe(customer.id);
  });

  it("is refused with one of a user, one altered, or one of a deleted customer", async () => {
    const customer = await aCustomer();
    const sign = createSigner({ key: JWT_SECRET, algorithm: "HS256", expiresIn: 60_000 });
    const own = sign({ customer_id: customer.id, domain: "store" });
    expect((await bearer(own).get("/store/auth")).status).toBe(200);
    const ofUser = (await shop.visitor().post("/admin/auth/token", ADMIN)).body.access_token;
    for (const token of [
      ofUser,
      sign({ customer_id: customer.id, domain: "admin" }),
      createSigner({ algorithm: "none" })({ customer_id: customer.id, domain: "store" }),
    ]) {
      expect((await bearer(token).get("/store/auth")).status).toBe(401);
    }
    await shop.db.run({
      text: "update customer set deleted_at = now() where id = $1",
      values: [customer.id],
    });
    expect((await bearer(own).get("/store/auth")).status).toBe(401);
  });
});

describe("a customer logging out", () => {
  it("ends the session and takes the cookie away", async () => {
    const client = shop.visitor();
    await client.post("/store/auth", (await aCustomer()).login);
    const cookie = client.cookie("connect.sid");
    const { status, body, headers } = await client.delete("/store/auth");
    expect(status).toBe(200);
    expect(body).toBe("OK");
    expect(headers.get("content-type")).toMatch(/^text\/plain/);
    expect(client.cookie("connect.sid")).toBeUndefined();
    const thief = shop.visitor().with({ cookie: `connect.sid=${cookie}` });
    expect((await thief.get("/store/auth")).status).toBe(401);
  });

  it("may be repeated without a session", async () => {
    const { status, body } = await shop.visitor().delete("/store/auth");
    expect(status).toBe(200);
    expect(body).toBe("OK");
  });

  it("cannot be done by another site in the customer's name", async () => {
    const client = shop.visitor();
    await client.post("/store/auth", (await aCustomer()).login);
    await client.delete("/store/auth", undefined, { headers: { origin: "https://evil.example" } });
    expect((await client.get("/store/auth")).status).toBe(200);
  });
});

describe("whether an email has signed up", () => {
  const exists = async (email: string) => {
    const { status, body } = await shop.visitor().get(`/store/auth/${encodeURIComponent(email)}`);
    expect(status).toBe(200);
    return body;
  };

  it("is true for a customer with an account, in any case", async () => {
    const { email } = await aCustomer();
    expect(await exists(email)).toEqual({ exists: true });
    expect(await exists(email.toUpperCase())).toEqual({ exists: true });
  });

  it("is false for guests, users of the shop, deleted customers and invalid emails", async () => {
    const [guest, gone] = [await aCustomer({ hasAccount: false }), await aCustomer()];
    await shop.db.run({ text: "update customer set deleted_at = now() where id = $1", values: [gone.id] });
    for (const email of [guest.email, gone.email, ADMIN.email, "ghost@example.com", "no address", "%"]) {
      expect(await exists(email)).toEqual({ exists: false });
    }
  });

  it("is limited for unknown addresses", async () => {
    const strict = await startShop({ TRADEWIND_FAILURES_PER_ADDRESS: "3" });
    const { email } = await aCustomer({ on: strict });
    const ask = async (address: string) => (await strict.visitor().get(`/store/auth/${address}`)).status;
    for (const _ of [1, 2, 3, 4, 5]) expect(await ask(email)).toBe(200);
    for (const n of [1, 2, 3]) expect(await ask(`guess-${n}@example.com`)).toBe(200);
    expect(await ask("guess-4@example.com")).toBe(429);
    await strict.close();
  });
});
