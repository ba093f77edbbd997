import { generateKeyPairSync } from "node:crypto";
import { createSigner } from "fast-jwt";
import { describe, expect } from "vitest";
import type { Client } from "../support/clients/client.ts";
import { aKey } from "../support/factories/sales-channels.ts";
import { JWT_SECRET } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { nameOf, type Operation, pathOf } from "../support/fuzz/operations.ts";
import { aBuyer, adminOf } from "../support/fuzz/populated.ts";
import { startPopulatedShop } from "../support/fuzz/populated-shop.ts";

let customer: Client;
let customerId: string;
let browser: Client;
const { it, shop } = withShop(() => startPopulatedShop());
it.beforeAll(async () => {
  ({ client: customer, id: customerId } = await aBuyer(shop));
  browser = shop.visitor();
  await browser.post("/store/customers", {
    ...{ first_name: "C", last_name: "C", email: "cookie@example.com", password: "a long password" },
  });
});

/** Those that answer with something else than 401, by name. */
async function letIn(chosen: Operation[], client: Client): Promise<string[]> {
  const answers: string[] = [];
  for (const each of chosen) {
    const path = pathOf(each, () => "some-id");
    const body = each.method === "GET" ? {} : { body: shop.bodyFor(each) };
    const { status } = await client.send(each.method, path, body);
    if (status !== 401) answers.push(`${nameOf(each)} answers ${status}`);
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

const bearer = (token: string) => shop.visitor().with({ authorization: `Bearer ${token}` });
const claims = () => ({ user_id: shop.adminId, sub: shop.adminId, domain: "admin" });

/** A forged token that claims to need no signature. */
function unsigned(alg = "none"): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg, typ: "JWT" })}.${part({ ...claims(), iat: 1, exp: 4_000_000_000 })}.`;
}

const signed = (options: Record<string, unknown>, said: object = claims()) =>
  createSigner({ key: JWT_SECRET, ...options } as never)(said);

const outsiders: [string, () => Client][] = [
  ["a visitor", () => shop.visitor()],
  ["a customer", () => customer],
  ["a wrong API token", () => shop.visitor().with({ "x-medusa-access-token": "guessed" })],
];

const forgers: [string, () => Client][] = [
  ["a customer with a session", () => browser],
  ["an empty API token", () => shop.visitor().with({ "x-medusa-access-token": "" })],
  ["a wrong bearer", () => bearer("guessed")],
  ["a wrong session", () => shop.visitor().with({ cookie: "connect.sid=guessed" })],
  ["a token that wants no signature", () => bearer(unsigned())],
  ["a token that wants no signature, in other letters", () => bearer(unsigned("nOnE"))],
  ["a token that has expired", () => bearer(signed({ expiresIn: 1, clockTimestamp: 1_600_000_000_000 }))],
  ["a token of another shop", () => bearer(signed({ key: "another secret, as long as ours would be" }))],
  ["a token signed in another way", () => bearer(signed({ algorithm: "HS512" }))],
  ["a token signed with a key of its own", () => bearer(signed({ key: ownKey(), algorithm: "RS256" }))],
  [
    "a customer's token that says admin",
    () => bearer(signed({}, { customer_id: customerId, domain: "admin" })),
  ],
  [
    "an admin's id in a token for the store",
    () => bearer(signed({}, { user_id: shop.adminId, domain: "store" })),
  ],
  ["a token of nobody", () => bearer(signed({}, { user_id: "usr_unknown", domain: "admin" }))],
];

const ownKey = () =>
  generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  }).privateKey;

describe("the routes of the shop's staff", () => {
  const guarded = () =>
    shop.operations.filter(
      (each) => each.path.startsWith("/admin/") && !publicOperations.includes(nameOf(each)),
    );

  it("are marked in the API description if they are public", () => {
    const open = shop.operations.filter(
      ({ path, needsCredential }) => path.startsWith("/admin/") && !needsCredential,
    );
    expect(open.map(nameOf).sort()).toEqual(publicOperations);
    expect(guarded().length).toBeGreaterThan(200);
  });

  it.each(outsiders)("are closed to %s, each of them", async (_, client) => {
    await shop.changes();
    expect(await letIn(guarded(), client())).toEqual([]);
    expect(await shop.changes()).toEqual([]);
  });

  it.each(forgers)("are closed to %s", async (_, client) => {
    const some = guarded().filter((_each, index) => index % 25 === 0);
    expect(await letIn(some, client())).toEqual([]);
  });

  it("are closed to a publishable key", async () => {
    const { id } = await aKey(shop);
    for (const name of ["x-publishable-api-key", "x-medusa-access-token"]) {
      expect(
        (
          await shop
            .visitor()
            .with({ [name]: id })
            .get("/admin/users")
        ).status,
      ).toBe(401);
    }
    expect((await bearer(id).get("/admin/users")).status).toBe(401);
  });

  it("are closed however the path is written", async () => {
    const visitor = shop.visitor();
    const written = ["/admin/users/", "//admin/users", "/ADMIN/users", "/admin//users", "/%61dmin/users"];
    for (const path of [...written, "/admin/users%2f", "/store/../admin/users", "/admin/users;a=b"]) {
      const { status, body } = await visitor.get(path);
      expect([401, 404], path).toContain(status);
      expect(body.users, path).toBeUndefined();
    }
    expect((await visitor.send("HEAD", "/admin/users")).status).toBe(401);
    expect((await visitor.send("PUT", "/admin/users")).status).toBe(404);
  });

  it.each(["x-http-method-override", "x-http-method", "x-method-override"])(
    "are not reached by a header that names another method: %s",
    async (name) => {
      const answer = await shop.visitor().post("/store/auth", {}, { headers: { [name]: "DELETE" } });
      expect(answer.status).toBe(400);
    },
  );

  it.each(["x-original-url", "x-rewrite-url"])(
    "are not reached by a header that names another path: %s",
    async (name) => {
      const { body } = await shop.visitor().get("/store/regions", { headers: { [name]: "/admin/users" } });
      expect(Object.keys(body)).toContain("regions");
    },
  );
});

describe("the routes of a customer", () => {
  it("are closed to visitors and to users", async () => {
    const own = shop.operations.filter((each) => each.path.startsWith("/store/") && each.needsCredential);
    expect(own.length).toBeGreaterThan(5);
    expect(await letIn(own, shop.visitor())).toEqual([]);
    expect(await letIn(own, adminOf(shop))).toEqual([]);
  });
});
