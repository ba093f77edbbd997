import { createSigner } from "fast-jwt";
import * as scryptKdf from "scrypt-kdf";
import { describe, expect } from "vitest";
import { newId } from "../../src/kernel/ids.ts";
import { hashWithArgon2 } from "../../src/modules/people/auth/index.ts";
import { createUser, issueApiToken } from "../../src/modules/people/users/index.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import type { Client } from "../support/clients/client.ts";
import { ADMIN, JWT_SECRET, startShop, type TestShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { anotherProcess } from "../support/servers/another-process.ts";

const { it, shop } = withShop();

const UNAUTHORIZED = { type: "unauthorized", message: "Unauthorized" };
const COOKIE = "connect.sid";

let made = 0;
async function aUser(password = "pw") {
  const email = `staff-${++made}@example.com`;
  return { id: await createUser({ db: shop.db }, { email, password }), email, password };
}

async function aCustomer() {
  const [id, email, password] = [newId("cus"), `shopper-${++made}@example.com`, "pw"];
  await shop.db.run({
    text: "insert into customer (id, email, has_account, password_hash) values ($1, $2, true, $3)",
    values: [id, email, await hashWithArgon2(password)],
  });
  return { id, email, password };
}

async function loggedIn(login: { email: string; password: string }): Promise<Client> {
  const client = shop.visitor();
  await client.post("/admin/auth", { email: login.email, password: login.password });
  return client;
}

const withCookie = (cookie: string | undefined, headers: Record<string, string> = {}) =>
  shop.visitor().with({ cookie: `${COOKIE}=${cookie}`, ...headers });
const bearer = (token: string) => shop.visitor().with({ authorization: `Bearer ${token}` });
const statusOf = async (client: Client) => (await client.get("/admin/auth")).status;
const sessions = async (shop: TestShop) =>
  (await shop.db.run({ text: "select * from tradewind.session", values: [] })).length;

describe("logging in", () => {
  it("shows the user to themselves and opens a session", async () => {
    const user = await aUser();
    const client = shop.visitor();
    const login = await client.post("/admin/auth", { email: user.email.toUpperCase(), password: "pw" });
    expect(login.status).toBe(200);
    expect(login.body.user).toEqual({
      id: user.id,
      email: user.email,
      first_name: null,
      last_name: null,
      role: "member",
      api_token: null,
      metadata: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
    });
    expect(JSON.stringify(login.body)).not.toContain("password_hash");
    const current = await client.get("/admin/auth");
    expect(current.status).toBe(200);
    expect(current.body).toEqual(login.body);
    expect((await client.get(`/admin/users/${user.id}`)).status).toBe(200);
  });

  it("gives the same answer for a wrong password and an unknown email", async () => {
    const user = await aUser();
    const client = shop.visitor();
    const before = await sessions(shop);
    for (const attempt of [
      { email: user.email, password: "wrong" },
      { email: "nobody@example.com", password: "pw" },
    ]) {
      const { status, body, headers } = await client.post("/admin/auth", attempt);
      expect(status).toBe(401);
      expect(body).toEqual(UNAUTHORIZED);
      expect(headers.getSetCookie()).toEqual([]);
    }
    expect(await statusOf(client)).toBe(401);
    expect(await sessions(shop)).toBe(before);
  });

  it("is refused for a user without a password, and for a customer", async () => {
    await shop.db.run({
      text: `insert into "user" (id, email) values ($1, 'no-password@example.com')`,
      values: [newId("usr")],
    });
    const customer = await aCustomer();
    for (const email of ["no-password@example.com", customer.email]) {
      expect((await shop.visitor().post("/admin/auth", { email, password: "pw" })).status).toBe(401);
    }
  });

  it.each([
    [{ password: "pw" }, "email is required"],
    [{ email: "a@example.com" }, "password is required"],
    [{ email: "nope", password: "pw" }, "email must be an email"],
    [{ email: "a@example.com", password: "" }, "password should not be empty"],
    [{ email: "a@example.com", password: 5 }, "password must be a string"],
    [{ email: "a@example.com", password: "pw", remember: true }, "property remember should not exist"],
  ])("refuses %j", async (attempt, message) => {
    for (const path of ["/admin/auth", "/admin/auth/token"]) {
      const { status, body } = await shop.visitor().post(path, attempt);
      expect(status).toBe(400);
      expect(body).toEqual({ type: "invalid_data", message });
    }
  });

  it("takes one statement to read the current user, after the one for the credential", async () => {
    const { statements, credentials } = await countingStatements(shop.db, () =>
      shop.admin.get("/admin/auth"),
    );
    expect(statements).toHaveLength(1);
    expect(credentials).toBe(1);
  });
});

describe("a password hashed by v1", () => {
  const v1Hash = async (password: string) => {
    const scrypt = (scryptKdf as unknown as { default: typeof scryptKdf }).default;
    return Buffer.from(await scrypt.kdf(password, { logN: 1, r: 1, p: 1 })).toString("base64");
  };
  const hashOf = async (id: string) =>
    (
      await shop.db.run<{ hash: string }>({
        text: `select password_hash as hash from "user" where id = $1`,
        values: [id],
      })
    )[0]!.hash;

  it("logs its user in and is replaced by a stronger one", async () => {
    const user = await aUser();
    const old = await v1Hash("from v1");
    await shop.db.run({
      text: `update "user" set password_hash = $2 where id = $1`,
      values: [user.id, old],
    });
    const wrong = await shop.visitor().post("/admin/auth", { email: user.email, password: "wrong" });
    expect(wrong.status).toBe(401);
    expect(await hashOf(user.id)).toBe(old);
    for (const _ of ["old hash", "new hash"]) {
      const login = await shop.visitor().post("/admin/auth", { email: user.email, password: "from v1" });
      expect(login.status).toBe(200);
      expect(await hashOf(user.id)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    }
  });

  it("logs its user in several times at once, with tokens that hold", async () => {
    const user = await aUser();
    await shop.db.run({
      text: `update "user" set password_hash = $2 where id = $1`,
      values: [user.id, await v1Hash("from v1")],
    });
    const login = { email: user.email, password: "from v1" };
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => shop.visitor().post("/admin/auth/token", login)),
    );
    for (const { body } of answers) {
      const holder = shop.visitor().with({ authorization: `Bearer ${body.access_token}` });
      expect((await holder.get("/admin/auth")).status).toBe(200);
    }
  });

  it("does not log in when the stored value is not a hash", async () => {
    const user = await aUser();
    await shop.db.run({
      text: `update "user" set password_hash = 'supersecret' where id = $1`,
      values: [user.id],
    });
    const login = await shop.visitor().post("/admin/auth", { email: user.email, password: "supersecret" });
    expect(login.status).toBe(401);
  });
});

describe("the session cookie", () => {
  const cookieLine = async (shop: TestShop, headers: Record<string, string> = {}) => {
    const { headers: answered } = await shop.visitor().post("/admin/auth", ADMIN, { headers });
    return answered.getSetCookie()[0]!;
  };

  it("is out of reach of scripts and other sites, and lives for ten hours", async () => {
    const line = await cookieLine(shop);
    expect(line).toMatch(/^connect\.sid=[\w-]{43};/);
    expect(line).toContain("; HttpOnly");
    expect(line).toContain("; SameSite=Lax");
    expect(line).toContain("; Path=/;");
    expect(line).not.toContain("Secure");
    const expires = Date.parse(/Expires=([^;]+)/.exec(line)![1]!);
    expect(Math.abs(expires - Date.now() - 10 * 3_600_000)).toBeLessThan(60_000);
  });

  it("is Secure behind a trusted proxy that speaks TLS, and only then", async () => {
    const proxied = await startShop({ TRADEWIND_TRUST_PROXY: "true" });
    expect(await cookieLine(proxied, { "x-forwarded-proto": "https" })).toContain("; Secure");
    expect(await cookieLine(proxied, { "x-forwarded-proto": "http" })).not.toContain("Secure");
    expect(await cookieLine(shop, { "x-forwarded-proto": "https" })).not.toContain("Secure");
    await proxied.close();
  });

  it("is known to every process on the same database", async () => {
    const client = await loggedIn(await aUser());
    const other = await anotherProcess(shop);
    const there = other.visitor({ cookie: `${COOKIE}=${client.cookie(COOKIE)}` });
    expect(await statusOf(there)).toBe(200);
    expect((await there.delete("/admin/auth")).status).toBe(200);
    expect(await statusOf(client)).toBe(401);
    await other.close();
  });

  it("is new after every login, so that an attacker cannot plant one", async () => {
    const user = await aUser();
    const planted = withCookie("planted");
    const login = await planted.post("/admin/auth", { email: user.email, password: "pw" });
    expect(login.headers.getSetCookie()[0]).not.toContain("planted");
    expect(await statusOf(planted)).toBe(401);

    const client = await loggedIn(user);
    const before = client.cookie(COOKIE);
    await client.post("/admin/auth", { email: user.email, password: "pw" });
    expect(client.cookie(COOKIE)).not.toBe(before);
    expect(await statusOf(withCookie(before))).toBe(401);
    expect(await statusOf(client)).toBe(200);
  });

  it("opens nothing once it has expired", async () => {
    const client = await loggedIn(await aUser());
    await shop.db.run({
      text: `update tradewind.session set expires_at = now() - interval '1 second'
        where token_hash = sha256($1::text::bytea)`,
      values: [client.cookie(COOKIE)],
    });
    expect(await statusOf(client)).toBe(401);
  });

  it("is stored only as a hash", async () => {
    const client = await loggedIn(await aUser());
    const rows = await shop.db.run({
      text: "select row_to_json(s)::text as row from tradewind.session s",
      values: [],
    });
    expect(JSON.stringify(rows)).not.toContain(client.cookie(COOKIE));
  });

  it("opens nothing when it is made up", async () => {
    expect(await statusOf(withCookie("made-up"))).toBe(401);
    expect(await statusOf(withCookie(""))).toBe(401);
  });
});

describe("a session in a browser that visits other sites", () => {
  const from = (client: Client, origin: string) => withCookie(client.cookie(COOKIE), { origin });

  it("counts only for pages of the shop", async () => {
    const client = await loggedIn(await aUser());
    expect(await statusOf(from(client, "https://evil.example"))).toBe(401);
    expect(await statusOf(from(client, "null"))).toBe(401);
    expect(await statusOf(from(client, "http://localhost:7001"))).toBe(200);
    expect(await statusOf(from(client, shop.baseUrl))).toBe(200);
  });

  it("cannot be changed by another site", async () => {
    const user = await aUser();
    const client = await loggedIn(user);
    const evil = from(client, "https://evil.example");
    expect((await evil.post(`/admin/users/${user.id}`, { first_name: "Evil" })).status).toBe(401);
    expect((await evil.delete("/admin/auth")).status).toBe(401);
    expect((await client.get("/admin/auth")).body.user.first_name).toBeNull();
  });

  it("is not taken over by a login from another site", async () => {
    const customer = await aCustomer();
    const client = await loggedIn(await aUser());
    const evil = from(client, "https://evil.example");
    const login = await evil.post("/store/auth", { email: customer.email, password: "pw" });
    const cookie = /connect\.sid=([^;]+)/.exec(login.headers.getSetCookie()[0]!)![1];
    expect(await statusOf(withCookie(cookie))).toBe(401);
    expect(await statusOf(client)).toBe(200);
  });
});

describe("one session for a user and a customer", () => {
  const bothIn = async () => {
    const [user, customer] = [await aUser(), await aCustomer()];
    const client = await loggedIn(user);
    await client.post("/store/auth", { email: customer.email, password: "pw" });
    return client;
  };
  const halves = async (client: Client) => [
    (await client.get("/admin/auth")).status,
    (await client.get("/store/auth")).status,
  ];

  it("holds both", async () => {
    expect(await halves(await bothIn())).toEqual([200, 200]);
  });

  it("continues for the customer when the user logs out", async () => {
    const client = await bothIn();
    await client.delete("/admin/auth");
    expect(await halves(client)).toEqual([401, 200]);
    const before = await sessions(shop);
    const { headers } = await client.delete("/store/auth");
    expect(headers.getSetCookie()[0]).toMatch(/^connect\.sid=;/);
    expect(await halves(client)).toEqual([401, 401]);
    expect(await sessions(shop)).toBe(before - 1);
  });

  it("continues for the user when the customer logs out", async () => {
    const client = await bothIn();
    const { headers } = await client.delete("/store/auth");
    expect(headers.getSetCookie()).toEqual([]);
    expect(await halves(client)).toEqual([200, 401]);
  });

  it("keeps its cookie when the user logs out with another credential", async () => {
    const client = await bothIn();
    const token = await issueApiToken({ db: shop.db }, ADMIN.email);
    const { status, headers } = await client.delete("/admin/auth", undefined, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(status).toBe(200);
    expect(headers.getSetCookie()).toEqual([]);
    expect(await halves(client)).toEqual([401, 200]);
  });
});

describe("logging out", () => {
  it("ends the session and takes the cookie away", async () => {
    const client = await loggedIn(await aUser());
    const cookie = client.cookie(COOKIE);
    const { status, body, headers } = await client.delete("/admin/auth");
    expect(status).toBe(200);
    expect(body).toBe("OK");
    expect(headers.get("content-type")).toMatch(/^text\/plain/);
    expect(client.cookie(COOKIE)).toBeUndefined();
    expect(await statusOf(withCookie(cookie))).toBe(401);
    expect((await client.delete("/admin/auth")).status).toBe(401);
  });

  it("ends only the session it is called with", async () => {
    const user = await aUser();
    const [here, there] = [await loggedIn(user), await loggedIn(user)];
    await here.delete("/admin/auth");
    expect(await statusOf(there)).toBe(200);
  });

  it("is refused without a credential", async () => {
    const { status, body } = await shop.visitor().delete("/admin/auth");
    expect(status).toBe(401);
    expect(body).toEqual(UNAUTHORIZED);
  });
});

describe("tokens instead of a session", () => {
  const jwtOf = async (path: string, login: { email: string; password: string }) =>
    (await shop.visitor().post(path, { email: login.email, password: login.password })).body
      .access_token as string;
  const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString());

  it("take an API token as bearer or in its own header", async () => {
    const user = await aUser();
    const token = await issueApiToken({ db: shop.db }, user.email);
    for (const client of [bearer(token), shop.visitor().with({ "x-medusa-access-token": token })]) {
      const { status, body } = await client.get("/admin/auth");
      expect(status).toBe(200);
      expect(body.user).toMatchObject({ id: user.id, api_token: token });
    }
  });

  it("take a JWT of a day, which sets no cookie", async () => {
    const user = await aUser();
    const login = await shop.visitor().post("/admin/auth/token", { email: user.email, password: "pw" });
    expect(login.status).toBe(200);
    expect(Object.keys(login.body)).toEqual(["access_token"]);
    expect(login.headers.getSetCookie()).toEqual([]);
    const claims = claimsOf(login.body.access_token);
    expect(claims).toMatchObject({ user_id: user.id, domain: "admin" });
    expect(claims.exp - claims.iat).toBe(24 * 3600);
    const { status, body } = await bearer(login.body.access_token).get("/admin/auth");
    expect(status).toBe(200);
    expect(body.user.id).toBe(user.id);
  });

  it("give no JWT for a wrong password", async () => {
    const user = await aUser();
    const { status, body } = await shop
      .visitor()
      .post("/admin/auth/token", { email: user.email, password: "no" });
    expect(status).toBe(401);
    expect(body).toEqual(UNAUTHORIZED);
  });

  it("refuse a JWT that is forged, altered, unsigned, expired or made for something else", async () => {
    const { id } = await aUser();
    const claims = { user_id: id, domain: "admin" };
    const sign = createSigner({ key: JWT_SECRET, algorithm: "HS256", expiresIn: 60_000 });
    const good = sign(claims);
    expect(await statusOf(bearer(good))).toBe(200);
    const [head, body, signature] = good.split(".") as [string, string, string];
    const asAdmin = Buffer.from(JSON.stringify({ user_id: shop.adminId, domain: "admin" })).toString(
      "base64url",
    );
    const hourAgo = { iat: Math.floor(Date.now() / 1000) - 3600 };
    for (const bad of [
      `${head}.${asAdmin}.${signature}`,
      `${head}.${body}.`,
      createSigner({ algorithm: "none" })(claims),
      createSigner({ key: "somebody else's secret" })(claims),
      createSigner({ key: JWT_SECRET, algorithm: "HS512" })(claims),
      createSigner({ key: JWT_SECRET, expiresIn: 1000 })({ ...claims, ...hourAgo }),
      sign({ user_id: id }),
      sign({ user_id: id, domain: "store" }),
      sign({ customer_id: id, domain: "admin" }),
      sign({ user_id: "usr_unknown", domain: "admin" }),
      "made-up",
    ]) {
      const { status, body: answer } = await bearer(bad).get("/admin/auth");
      expect(status).toBe(401);
      expect(answer).toEqual(UNAUTHORIZED);
    }
  });

  it("refuse a customer with any credential", async () => {
    const customer = await aCustomer();
    const client = shop.visitor();
    await client.post("/store/auth", { email: customer.email, password: "pw" });
    const jwt = await jwtOf("/store/auth/token", customer);
    expect((await client.get("/store/auth")).status).toBe(200);
    expect(await statusOf(client)).toBe(401);
    expect((await bearer(jwt).get("/store/auth")).status).toBe(200);
    expect(await statusOf(bearer(jwt))).toBe(401);
    expect(await statusOf(shop.visitor().with({ "x-medusa-access-token": jwt }))).toBe(401);
  });

  it("refuse every credential of a deleted user", async () => {
    const user = await aUser();
    const token = await issueApiToken({ db: shop.db }, user.email);
    const holders = [
      await loggedIn(user),
      bearer(token),
      shop.visitor().with({ "x-medusa-access-token": token }),
      bearer(await jwtOf("/admin/auth/token", user)),
    ];
    for (const holder of holders) expect(await statusOf(holder)).toBe(200);
    // As v1 on the same database does it: the row alone.
    await shop.db.run({ text: `update "user" set deleted_at = now() where id = $1`, values: [user.id] });
    for (const holder of holders) expect(await statusOf(holder)).toBe(401);
  });
});
