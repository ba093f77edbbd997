import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createUser } from "../../src/modules/users/index.ts";
import { anotherProcess } from "../support/another-process.ts";
import { ADMIN, startShop, type TestShop } from "../support/app.ts";

const env = { TRADEWIND_FAILURES_PER_ACCOUNT: "3" };
let shop: TestShop;
beforeAll(async () => {
  shop = await startShop(env);
});
afterAll(() => shop.close());

let made = 0;

describe("guessing a password", () => {
  const aLogin = async () => {
    const login = { email: `guessed-${++made}@example.com`, password: "pw" };
    await createUser({ db: shop.db }, login);
    return login;
  };
  const attempt = async (login: object, client = shop.visitor()) =>
    (await client.post("/admin/auth", login)).status;

  it("has to wait after three failures, also with the right password", async () => {
    const login = await aLogin();
    const wrong = { ...login, password: "wrong" };
    for (const _ of [1, 2, 3]) expect(await attempt(wrong)).toBe(401);
    const { status, body } = await shop.visitor().post("/admin/auth", wrong);
    expect(status).toBe(429);
    expect(body.type).toBe("too_many_requests");
    expect(body.message).toMatch(/^Too many attempts\. Try again in \d+ minutes\.$/);
    expect(await attempt(login)).toBe(429);
    expect(await attempt({ ...login, email: login.email.toUpperCase() })).toBe(429);
    expect((await shop.visitor().post("/admin/auth/token", login)).status).toBe(429);
    expect(await attempt(await aLogin())).toBe(200);
  });

  it("counts failures at emails that nobody has in the same way", async () => {
    const unknown = { email: "nobody-at-all@example.com", password: "pw" };
    const statuses = [];
    for (const _ of [1, 2, 3, 4]) statuses.push(await attempt(unknown));
    expect(statuses).toEqual([401, 401, 401, 429]);
  });

  it("does not count successes", async () => {
    const login = await aLogin();
    for (const _ of [1, 2, 3, 4, 5]) expect(await attempt(login)).toBe(200);
    expect(await attempt({ ...login, password: "wrong" })).toBe(401);
    expect(await attempt(login)).toBe(200);
  });

  it("does not count requests that are malformed", async () => {
    const login = await aLogin();
    for (const _ of [1, 2, 3, 4]) expect(await attempt({ email: login.email })).toBe(400);
    expect(await attempt(login)).toBe(200);
  });

  it("gets no more tries by making them all at once", async () => {
    const login = await aLogin();
    const statuses = await Promise.all(
      Array.from({ length: 20 }, () => attempt({ ...login, password: "wrong" })),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(17);
  });

  it("gets no more tries by asking several processes", async () => {
    const login = await aLogin();
    const wrong = { ...login, password: "wrong" };
    const other = await anotherProcess(shop, env);
    expect(await attempt(wrong)).toBe(401);
    expect(await attempt(wrong, other.visitor())).toBe(401);
    expect(await attempt(wrong)).toBe(401);
    expect(await attempt(wrong, other.visitor())).toBe(429);
    await other.close();
  });

  it("may go on when the quarter of an hour is over", async () => {
    const login = await aLogin();
    for (const _ of [1, 2, 3, 4]) await attempt({ ...login, password: "wrong" });
    expect(await attempt(login)).toBe(429);
    for (const past of ["1 second", "3 hours"]) {
      await shop.db.run({
        text: `update tradewind.rate_limit set window_ends_at = now() - $1::interval`,
        values: [past],
      });
      expect(await attempt(login)).toBe(200);
    }
  });

  it("from one address has to wait whichever accounts it tries", async () => {
    const strict = await startShop({ TRADEWIND_FAILURES_PER_ADDRESS: "3", TRADEWIND_TRUST_PROXY: "true" });
    const from = (address: string) => strict.visitor().with({ "x-forwarded-for": address });
    const guess = (n: number) => ({ email: `guess-${n}@example.com`, password: "pw" });
    for (const n of [1, 2, 3]) expect(await attempt(guess(n), from("203.0.113.7"))).toBe(401);
    expect(await attempt(guess(4), from("203.0.113.7"))).toBe(429);
    expect(await attempt(ADMIN, from("203.0.113.8"))).toBe(200);
    await strict.close();
  });
});
