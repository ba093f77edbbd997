import { describe, expect } from "vitest";
import { WAITS } from "../../src/http/waits.ts";
import { createUser } from "../../src/modules/people/users/index.ts";
import { ADMIN, type StartedShop, startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { anotherProcess } from "../support/servers/another-process.ts";

const env = { TRADEWIND_FAILURES_PER_ACCOUNT: "3" };
const { it, shop } = withShop(() => startShop(env));

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

  it("counts failures of unknown emails in the same way", async () => {
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

  it("may continue when the quarter of an hour is over", async () => {
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

  it("from one address has to wait, with any accounts", async () => {
    const strict = await startShop({ TRADEWIND_FAILURES_PER_ADDRESS: "3", TRADEWIND_TRUST_PROXY: "true" });
    const from = (address: string) => strict.visitor().with({ "x-forwarded-for": address });
    const guess = (n: number) => ({ email: `guess-${n}@example.com`, password: "pw" });
    for (const n of [1, 2, 3]) expect(await attempt(guess(n), from("203.0.113.7"))).toBe(401);
    expect(await attempt(guess(4), from("203.0.113.7"))).toBe(429);
    expect(await attempt(ADMIN, from("203.0.113.8"))).toBe(200);
    await strict.close();
  });
});

describe("a visitor who guesses at an account", () => {
  const kinds = [
    ["a user", "/admin/auth"],
    ["a customer", "/store/auth"],
  ] as const;
  let proxied: StartedShop;
  const pauses: number[] = [];
  it.beforeAll(async () => {
    const waits = { ...WAITS, pause: async (milliseconds: number) => void pauses.push(milliseconds) };
    proxied = await startShop({ ...env, TRADEWIND_TRUST_PROXY: "true" }, { waits });
  });
  it.afterAll(() => proxied.close());
  it.beforeEach(() => {
    pauses.length = 0;
  });

  const from = (address: string) => proxied.visitor().with({ "x-forwarded-for": address });
  const login = async (path: string, account: object, address: string) =>
    (await from(address).post(path, account)).status;
  const anAccount = async (path: string) => {
    const account = { email: `owner-${++made}@example.com`, password: "a right one" };
    if (path === "/admin/auth") await createUser({ db: proxied.db }, account);
    else await proxied.visitor().post("/store/customers", { first_name: "A", last_name: "B", ...account });
    return { account, wrong: { ...account, password: "wrong" } };
  };

  it.each(kinds)("does not lock %s out: the owner comes in from elsewhere", async (_, path) => {
    const { account, wrong } = await anAccount(path);
    for (const _ of [1, 2, 3]) expect(await login(path, wrong, "203.0.113.1")).toBe(401);
    expect(await login(path, wrong, "203.0.113.1")).toBe(429);
    expect(await login(path, account, "203.0.113.1")).toBe(429);
    expect(await login(path, account, "203.0.113.2")).toBe(200);
  });

  it.each(kinds)("from the address that %s uses slows the owner down, and no more", async (_, path) => {
    const { account, wrong } = await anAccount(path);
    expect(await login(path, account, "203.0.113.3")).toBe(200);
    for (const _ of [1, 2, 3, 4]) expect(await login(path, wrong, "203.0.113.3")).toBe(401);
    expect(await login(path, account, "203.0.113.3")).toBe(200);
    expect(pauses).toEqual([1000, 2000]);
  });

  it("gets one try a second there, however many are made at once", async () => {
    const { account, wrong } = await anAccount("/admin/auth");
    expect(await login("/admin/auth", account, "203.0.113.4")).toBe(200);
    const statuses = await Promise.all(
      Array.from({ length: 40 }, () => login("/admin/auth", wrong, "203.0.113.4")),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(3 + 10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40 - 13);
    expect(pauses.sort((one, other) => one - other)).toEqual(
      Array.from({ length: 10 }, (_, n) => (n + 1) * 1000),
    );
  });

  it("from many addresses gets few tries in all, and the owner is not held up where they came in before", async () => {
    const { account, wrong } = await anAccount("/admin/auth");
    expect(await login("/admin/auth", account, "203.0.113.5")).toBe(200);
    const statuses = await Promise.all(
      Array.from({ length: 60 }, (_, n) => login("/admin/auth", wrong, `198.51.100.${n}`)),
    );
    expect(statuses).toContain(429);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(15 + 20);
    expect(await login("/admin/auth", account, "203.0.113.5")).toBe(200);
  });

  it("is one visitor in a whole network of IPv6", async () => {
    const { account, wrong } = await anAccount("/admin/auth");
    for (const n of [1, 2, 3]) expect(await login("/admin/auth", wrong, `2001:db8:1:2::${n}`)).toBe(401);
    expect(await login("/admin/auth", wrong, "2001:db8:1:2::4")).toBe(429);
    expect(await login("/admin/auth", account, "2001:db8:1:3::1")).toBe(200);
  });

  it("leaves no further traces once the address has to wait", async () => {
    const strict = await startShop({ TRADEWIND_FAILURES_PER_ADDRESS: "3", TRADEWIND_TRUST_PROXY: "true" });
    const guess = (n: number) =>
      strict
        .visitor()
        .with({ "x-forwarded-for": "203.0.113.9" })
        .post("/admin/auth", { email: `any-${n}@example.com`, password: "pw" });
    const traces = async () =>
      (
        await strict.db.run<{ n: number }>({
          text: "select count(*) as n from tradewind.rate_limit",
          values: [],
        })
      )[0]!.n;
    for (const n of [1, 2, 3]) await guess(n);
    const before = await traces();
    for (const n of [4, 5, 6, 7]) expect((await guess(n)).status).toBe(429);
    expect(await traces()).toBe(before);
    await strict.close();
  });
});
