import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADMIN, startShop, type TestShop } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { home } from "../support/customers.ts";
import { type Known, knownIds } from "../support/hostile/known.ts";
import { nameOf, type Operation, operationsOf, pathOf } from "../support/hostile/operations.ts";
import { aBuyer, adminOf, populate } from "../support/hostile/populated.ts";
import { sampleOf } from "../support/hostile/samples.ts";

type Buyer = Awaited<ReturnType<typeof aBuyer>>;

let shop: TestShop;
let operations: Operation[];
let known: Known;
let ann: Buyer;
let bob: Buyer;

beforeAll(async () => {
  shop = await startShop();
  await populate(shop);
  operations = await operationsOf(shop.admin);
  known = await knownIds(shop.admin, operations);
  ann = await aBuyer(shop);
  bob = await aBuyer(shop);
});
afterAll(() => shop.close());

const sent = (client: Client, operation: Operation, headers: Record<string, string> = {}) =>
  client.send(
    operation.method,
    pathOf(operation, () => "some-id"),
    {
      headers,
      ...(operation.method === "GET"
        ? {}
        : { body: operation.body ? sampleOf(operation.body, "", { known }) : {} }),
    },
  );

/** Those whose operation answers with something else than a status, by name. */
async function exceptions(
  chosen: Operation[],
  send: (each: Operation) => Promise<{ status: number }>,
  status: number,
) {
  const answers: string[] = [];
  for (const each of chosen) {
    const { status: got } = await send(each);
    if (got !== status) answers.push(`${nameOf(each)} answers ${got}`);
  }
  return answers;
}

/** What works under /admin before there is a user: ways to become one, and the names of the currencies. */
const publicOperations = [
  "GET /admin/currencies",
  "POST /admin/auth",
  "POST /admin/auth/token",
  "POST /admin/invites/accept",
  "POST /admin/users/password-token",
  "POST /admin/users/reset-password",
];

describe("the routes of the shop's staff", () => {
  const guarded = () =>
    operations.filter((each) => each.path.startsWith("/admin/") && !publicOperations.includes(nameOf(each)));

  it("say in the API description which of them are public", () => {
    const open = operations.filter(
      ({ path, needsCredential }) => path.startsWith("/admin/") && !needsCredential,
    );
    expect(open.map(nameOf).sort()).toEqual(publicOperations);
    expect(guarded().length).toBeGreaterThan(100);
  });

  it.each([
    ["a visitor", () => shop.visitor()],
    ["a customer", () => ann.client],
    ["a wrong token", () => shop.visitor().with({ "x-medusa-access-token": "guessed" })],
    ["a wrong bearer", () => shop.visitor().with({ authorization: "Bearer guessed" })],
    [
      "a token without a signature",
      () => shop.visitor().with({ authorization: `Bearer ${unsigned(shop.adminId)}` }),
    ],
    ["a wrong session", () => shop.visitor().with({ cookie: "connect.sid=guessed" })],
  ])("are closed to %s", async (_, client) => {
    const caller = client();
    expect(await exceptions(guarded(), (each) => sent(caller, each), 401)).toEqual([]);
  });

  it("are closed however the path is written", async () => {
    const visitor = shop.visitor();
    for (const path of [
      "/admin/users/",
      "//admin/users",
      "/ADMIN/users",
      "/admin//users",
      "/%61dmin/users",
    ]) {
      const { status, body } = await visitor.get(path);
      expect([401, 404], path).toContain(status);
      expect(body.users, path).toBeUndefined();
    }
    expect((await visitor.send("HEAD", "/admin/users")).status).toBe(401);
    expect((await visitor.send("PUT", "/admin/users")).status).toBe(404);
    const overridden = await visitor.post(
      "/store/auth",
      {},
      { headers: { "x-http-method-override": "DELETE" } },
    );
    expect(overridden.status).toBe(400);
  });
});

/** What an attacker hopes is accepted: a token that says it needs no signature. */
function unsigned(userId: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { user_id: userId, sub: userId, domain: "admin", iat: 1, exp: 4_000_000_000 };
  return `${part({ alg: "none", typ: "JWT" })}.${part(claims)}.`;
}

describe("the routes of a customer", () => {
  const own = () => operations.filter((each) => each.path.startsWith("/store/") && each.needsCredential);

  it("are closed to visitors and to users", async () => {
    expect(own().length).toBeGreaterThan(5);
    expect(await exceptions(own(), (each) => sent(shop.visitor(), each), 401)).toEqual([]);
    expect(await exceptions(own(), (each) => sent(adminOf(shop), each), 401)).toEqual([]);
  });

  const addressesOf = async ({ client }: Buyer) =>
    (await client.get("/store/customers/me")).body.customer.shipping_addresses;

  it("do not lead to another customer's addresses", async () => {
    const before = await addressesOf(bob);
    const path = `/store/customers/me/addresses/${bob.addressId}`;
    expect((await ann.client.post(path, { ...home, city: "Elsewhere" })).status).toBe(404);
    await ann.client.delete(path);
    const billing = await ann.client.post("/store/customers/me", { billing_address: bob.addressId });
    expect(billing.status).toBe(404);
    expect((await ann.client.get("/store/customers/me")).body.customer.billing_address).toBeNull();
    expect(await addressesOf(bob)).toEqual(before);
  });

  it("do not lead to another customer's orders", async () => {
    const ofBob = `order_${bob.id}`;
    for (const query of ["", `?id=${ofBob}`, `?q=${bob.id}`, "?limit=0", `?id=${ofBob}&expand=customer`]) {
      const { status, body } = await ann.client.get(`/store/customers/me/orders${query}`);
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain(bob.id);
    }
    expect((await bob.client.get(`/store/customers/me/orders?id=${ofBob}`)).body.count).toBe(1);
  });
});

describe("the session cookie", () => {
  it.each([
    ["/admin/auth", () => ADMIN],
    ["/store/auth", () => ({ email: "cookie@example.com", password: "a long password" })],
  ])("of %s is out of reach of scripts and other sites", async (path, login) => {
    await shop.visitor().post("/store/customers", {
      ...{ first_name: "C", last_name: "C" },
      ...{ email: "cookie@example.com", password: "a long password" },
    });
    const { status, headers } = await shop.visitor().post(path, login());
    expect(status).toBe(200);
    const cookies = headers.getSetCookie();
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(/^connect\.sid=[^;]{32,};/);
    expect(cookies[0]).toMatch(/; HttpOnly/i);
    expect(cookies[0]).toMatch(/; SameSite=Lax/i);
  });

  it("is another one after each login: one that was planted is not taken over", async () => {
    const planted = "planted-by-somebody-else-00000000000000";
    const { headers } = await shop
      .visitor()
      .post("/admin/auth", ADMIN, { headers: { cookie: `connect.sid=${planted}` } });
    expect(headers.getSetCookie()[0]).not.toContain(planted);
    const answer = await shop.visitor().get("/admin/auth", { headers: { cookie: `connect.sid=${planted}` } });
    expect(answer.status).toBe(401);
  });
});

describe("properties that a body does not take", () => {
  const smuggled: Record<string, unknown> = {
    id: "chosen_by_the_client",
    created_at: "2000-01-01T00:00:00.000Z",
    updated_at: "2000-01-01T00:00:00.000Z",
    deleted_at: "2000-01-01T00:00:00.000Z",
    has_account: true,
    role: "admin",
    password_hash: "x",
    customer_id: "cus_other",
    user_id: "usr_other",
    api_token: "chosen",
  };

  it("are refused by every operation, and nothing is done", async () => {
    const accepted: string[] = [];
    const admin = adminOf(shop);
    const before = await lastEvent();
    const withBody = operations.filter(({ body }) => body?.properties);
    for (const operation of withBody) {
      const client = operation.path.startsWith("/admin") ? admin : ann.client;
      const undeclared = Object.keys(smuggled).filter(
        (name) => !Object.hasOwn(operation.body!.properties!, name),
      );
      for (const name of undeclared) {
        const body = {
          ...(sampleOf(operation.body!, "", { known, isSparse: true }) as object),
          [name]: smuggled[name],
        };
        const answer = await client.send(
          operation.method,
          pathOf(operation, () => "some-id"),
          { body },
        );
        const isNamed = answer.body.message === `property ${name} should not exist`;
        if (answer.status !== 400 || !isNamed)
          accepted.push(`${nameOf(operation)} with ${name}: ${answer.status}`);
      }
    }
    expect(withBody.length).toBeGreaterThan(50);
    expect(accepted).toEqual([]);
    expect(await lastEvent()).toEqual(before);
  });

  const lastEvent = () => shop.db.run({ text: "select max(seq) as seq from tradewind.event", values: [] });
});
