import { createSigner } from "fast-jwt";
import { beforeEach, describe, expect } from "vitest";
import { newId } from "../../src/kernel/ids.ts";
import { aPlace } from "../support/factories/carts.ts";
import { aShopper } from "../support/factories/customers.ts";
import { anOrder } from "../support/factories/orders.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { finishAdoption, runBesideV1 } from "../support/v1/beside-v1.ts";

const SHORT = "supersecret";
const LONG = "the jwt_secret of a careful shop on v1";
const { it, shop } = withShop(() => startShop({ TRADEWIND_V1_JWT_SECRET: SHORT }));
const careful = withShop(() => startShop({ TRADEWIND_V1_JWT_SECRET: LONG }));

const MINUTES = 60_000;
/** As v1 signs, with jsonwebtoken. */
const signed = (key: string, claims: object, expiresIn?: number) =>
  createSigner({ key, algorithm: "HS256", ...(expiresIn && { expiresIn }) })(claims);

let made = 0;
const anEmail = () => `token-${++made}@example.com`;

async function anInviteOfV1(days = 7) {
  const [id, email] = [newId("invite"), anEmail()];
  await shop.db.run({
    text: `insert into invite (id, user_email, role, accepted, token, expires_at)
      values ($1, $2, 'member', false, '', now() + make_interval(days => $3))`,
    values: [id, email, days],
  });
  return { email, claims: { invite_id: id, role: "member", user_email: email } };
}

const user = { first_name: "Grace", last_name: "Hopper", password: "a new password" };
const accept = (token: string) => shop.visitor().post("/admin/invites/accept", { token, user });

describe("an invite of v1", () => {
  it("is accepted once with the secret of v1", async () => {
    const { email, claims } = await anInviteOfV1();
    expect((await accept(signed(SHORT, claims))).status).toBe(200);
    const login = await shop.visitor().post("/admin/auth", { email, password: user.password });
    expect(login.status).toBe(200);
    expect((await accept(signed(SHORT, claims))).status).toBe(400);
  });

  it("is refused when it has ended, for another email, or signed with another secret", async () => {
    const old = await anInviteOfV1(-1);
    const { claims } = await anInviteOfV1();
    for (const token of [
      signed(SHORT, old.claims),
      signed(SHORT, { ...claims, user_email: "eve@example.com" }),
      signed("another secret", claims),
    ]) {
      expect((await accept(token)).status).toBe(400);
    }
    const accepted = await shop.db.run({
      text: "select id from invite where accepted and id = any($1)",
      values: [[old.claims.invite_id, claims.invite_id]],
    });
    expect(accepted).toEqual([]);
  });
});

it("a short secret of v1 lets nobody in: v1's tokens of admins are not accepted", async () => {
  const token = signed(SHORT, { user_id: shop.adminId, domain: "admin" }, MINUTES);
  const bearer = shop.visitor().with({ authorization: `Bearer ${token}` });
  expect((await bearer.get("/admin/auth")).status).toBe(401);
});

describe("a long secret of v1", () => {
  careful.it("is as good as one of the shop's own for tokens of admins", async () => {
    const token = (key: string) => signed(key, { user_id: careful.shop.adminId, domain: "admin" }, MINUTES);
    const bearer = (key: string) =>
      careful.shop
        .visitor()
        .with({ authorization: `Bearer ${token(key)}` })
        .get("/admin/auth");
    expect((await bearer(LONG)).status).toBe(200);
    expect((await bearer(`${LONG}?`)).status).toBe(401);
  });

  careful.it("confirms claims of orders that v1 has sent", async () => {
    const [place, variantId] = [await aPlace(careful.shop), await aSoldVariant(careful.shop)];
    const shopper = await aShopper(careful.shop);
    const order = (email: string) => anOrder(careful.shop.visitor(), { place, variantId, email });
    const [one, two, other] = [
      await order("old@example.com"),
      await order("old@example.com"),
      await order("other@example.com"),
    ];
    const confirm = async (key: string, orders: string[], expiresIn?: number) => {
      const token = signed(key, { claimingCustomerId: shopper.id, orders }, expiresIn);
      return (await careful.shop.visitor().post("/store/orders/customer/confirm", { token })).status;
    };
    const ids = [one.id, two.id];
    expect(await confirm("another secret of at least 32 characters", ids, MINUTES)).toBe(401);
    expect(await confirm(LONG, ids)).toBe(401);
    expect(await confirm(LONG, [one.id, other.id], MINUTES)).toBe(401);
    expect((await shopper.browser.get("/store/customers/me/orders")).body.count).toBe(0);
    expect(await confirm(LONG, ids, MINUTES)).toBe(200);
    expect((await shopper.browser.get("/store/customers/me/orders")).body.count).toBe(2);
  });
});

const PLACES = {
  user: { path: "/admin/users/reset-password", claim: "user_id", login: "/admin/auth" },
  customer: { path: "/store/customers/password-reset", claim: "customer_id", login: "/store/auth" },
} as const;

describe.each(["user", "customer"] as const)("a token of v1 to reset the password of a %s", (table) => {
  const { path, claim, login } = PLACES[table];
  // v1 signs these with the hash of the password, not with its secret.
  const HASH = "c2NyeXB0AAEAAAABAAAAAQ==";

  async function anAccount() {
    const [id, email] = [newId(table === "user" ? "usr" : "cus"), anEmail()];
    await shop.db.run({
      text: `insert into "${table}" (id, email, password_hash) values ($1, $2, $3)`,
      values: [id, email, `${HASH}${made}`],
    });
    if (table === "customer")
      await shop.db.run({ text: "update customer set has_account = true where id = $1", values: [id] });
    return { id, email, hash: `${HASH}${made}` };
  }

  beforeEach(async () => {
    await finishAdoption(shop);
  });

  it("is accepted once while v1 may run", async () => {
    await runBesideV1(shop);
    const { id, email, hash } = await anAccount();
    const token = signed(hash, { [claim]: id, email }, 15 * MINUTES);
    const reset = () => shop.visitor().post(path, { email, token, password: "quite new" });
    expect((await reset()).status).toBe(200);
    expect((await shop.visitor().post(login, { email, password: "quite new" })).status).toBe(200);
    expect((await reset()).status).toBe(401);
  });

  it("is refused when it has expired, never expires, is of another account, or v1 is gone", async () => {
    await runBesideV1(shop);
    const [account, other] = [await anAccount(), await anAccount()];
    const { id, email, hash } = account;
    const reset = async (token: string) =>
      (await shop.visitor().post(path, { email, token, password: "quite new" })).status;
    const past = Math.floor(Date.now() / 1000) - 60;
    expect(await reset(signed(hash, { [claim]: id, email, exp: past }))).toBe(401);
    expect(await reset(signed(hash, { [claim]: id, email }))).toBe(401);
    expect(await reset(signed(hash, { [claim]: other.id, email }, 15 * MINUTES))).toBe(401);
    expect(await reset(signed(other.hash, { [claim]: id, email }, 15 * MINUTES))).toBe(401);
    await finishAdoption(shop);
    expect(await reset(signed(hash, { [claim]: id, email }, 15 * MINUTES))).toBe(401);
    const [row] = await shop.db.run<{ hash: string }>({
      text: `select password_hash as hash from "${table}" where id = $1`,
      values: [id],
    });
    expect(row!.hash).toBe(hash);
  });
});
