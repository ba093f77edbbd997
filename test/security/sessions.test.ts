import { describe, expect } from "vitest";
import type { Client } from "../support/clients/client.ts";
import { aCustomer, aShopper } from "../support/factories/customers.ts";
import { ADMIN } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

// The lifetime, the storage and the two halves of a session are in test/api/admin-auth.test.ts and store-auth.test.ts.
const { it, shop } = withShop();

const tokenOf = (client: Client) => client.cookie("connect.sid")!;
const withToken = (token: string) => shop.visitor().with({ cookie: `connect.sid=${token}` });
const seen = async (token: string) => (await withToken(token).get("/store/auth")).status;

describe("the session cookie", () => {
  it.each([
    ["/admin/auth", () => ADMIN],
    ["/store/auth", () => ({ email: "cookie@example.com", password: "a long password" })],
  ])("of %s is out of reach of scripts and other sites", async (path, login) => {
    if (path === "/store/auth") await aCustomer(shop, { email: "cookie@example.com" });
    const { status, headers } = await shop.visitor().post(path, login());
    expect(status).toBe(200);
    const cookies = headers.getSetCookie();
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(/^connect\.sid=[^;]{32,};/);
    expect(cookies[0]).toMatch(/; HttpOnly/i);
    expect(cookies[0]).toMatch(/; SameSite=Lax/i);
  });
});

describe("a session", () => {
  it("that was planted before the login is not the one after it", async () => {
    const planted = "planted-by-somebody-else-00000000000000";
    const { headers } = await withToken(planted).post("/admin/auth", ADMIN);
    expect(headers.getSetCookie()[0]).not.toContain(planted);
    expect((await withToken(planted).get("/admin/auth")).status).toBe(401);
  });

  it("of a visitor who had one gets a new name with every login, and the old one ends", async () => {
    const { browser, email, password } = await aShopper(shop);
    const before = tokenOf(browser);
    await browser.post("/store/auth", { email, password });
    expect(tokenOf(browser)).not.toBe(before);
    expect(await seen(before)).toBe(401);
    expect(await seen(tokenOf(browser))).toBe(200);
  });

  it("is over after the logout, also for a copy of the cookie", async () => {
    const { browser } = await aShopper(shop);
    const copied = tokenOf(browser);
    expect(await seen(copied)).toBe(200);
    await browser.delete("/store/auth");
    expect(await seen(copied)).toBe(401);
  });

  it("ends with the password, everywhere but where it was changed", async () => {
    const { browser, email, password } = await aShopper(shop);
    const elsewhere = shop.visitor();
    await elsewhere.post("/store/auth", { email, password });
    const jwt = (await shop.visitor().post("/store/auth/token", { email, password })).body.access_token;
    const before = tokenOf(browser);
    expect((await browser.post("/store/customers/me", { password: "another password" })).status).toBe(200);
    expect(await seen(tokenOf(elsewhere))).toBe(401);
    expect(await seen(before)).toBe(401);
    expect(await seen(tokenOf(browser))).toBe(200);
    const bearer = shop.visitor().with({ authorization: `Bearer ${jwt}` });
    expect((await bearer.get("/store/auth")).status).toBe(401);
  });

  it("ends when the shop gives the customer another password", async () => {
    const { browser, id } = await aShopper(shop);
    await shop.admin.post(`/admin/customers/${id}`, { password: "given by the shop" });
    expect(await seen(tokenOf(browser))).toBe(401);
  });

  it("cannot be guessed from others: it is made of chance alone", async () => {
    const { email } = await aCustomer(shop);
    const tokens = new Set<string>();
    for (let login = 0; login < 5; login++) {
      const client = shop.visitor();
      await client.post("/store/auth", { email, password: "a long password" });
      tokens.add(tokenOf(client));
    }
    expect(tokens.size).toBe(5);
    for (const token of tokens) expect(Buffer.from(token, "base64url")).toHaveLength(32);
  });
});
