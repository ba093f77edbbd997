import { describe, expect } from "vitest";
import type { Client } from "../support/clients/client.ts";
import { aPlace } from "../support/factories/carts.ts";
import { aShopper } from "../support/factories/customers.ts";
import { aDataFolder, aFile, upload } from "../support/factories/uploads.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

// What fetch of another site may do is in test/http/cors.test.ts, sessions and other sites in test/api/admin-auth.test.ts.
const files = aDataFolder();
let shopper: { browser: Client; id: string; email: string };
let regionId: string;
const { it, shop } = withShop(
  () =>
    startShop({
      STORE_CORS: "https://shop.example",
      ADMIN_CORS: "https://desk.example",
      TRADEWIND_DATA_DIR: files.folder,
    }),
  () => files.remove(),
);
it.beforeAll(async () => {
  shopper = await aShopper(shop);
  ({ id: regionId } = await aPlace(shop));
});

const cookieOf = (client: Client) => `connect.sid=${client.cookie("connect.sid")}`;

/** How a browser sends a form of another page. Old ones name the origin only, new ones also the site. */
const pages: [string, Record<string, string>][] = [
  ["another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
  ["another site, by an old browser", { origin: "https://evil.example" }],
  ["a page that hides where it is from", { origin: "null", "sec-fetch-site": "cross-site" }],
  ["a page without an origin", { "sec-fetch-site": "cross-site" }],
  ["a neighbour of the shop", { origin: "https://blog.shop.example", "sec-fetch-site": "same-site" }],
  ["a neighbour without an origin", { "sec-fetch-site": "same-site" }],
  ["a name that begins like ours", { origin: "https://shop.example.evil.example" }],
  ["our name with another port", { origin: "https://desk.example:8443" }],
  ["our name without TLS", { origin: "http://desk.example" }],
];

/** What a form can send: with these types no browser asks beforehand. */
const forms: [string, string, string][] = [
  ["text/plain", '{"title":"Forged","x":"=', '"}'],
  ["application/x-www-form-urlencoded", "title=Forged", ""],
  [
    "multipart/form-data; boundary=x",
    '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nForged\r\n--x--',
    "",
  ],
  ["application/json", '{"title":"Forged"}', ""],
  ["", '{"title":"Forged"}', ""],
];

const count = async () => (await shop.admin.get("/admin/collections?q=Forged")).body.count;

describe("a form of another page, sent with an administrator's session", () => {
  it.each(pages)("from %s does nothing, with any content type", async (_, headers) => {
    for (const [type, ...text] of forms) {
      const answer = await shop.visitor().send("POST", "/admin/collections", {
        raw: text.join(""),
        headers: { cookie: cookieOf(shop.admin), "content-type": type, ...headers },
      });
      expect([type, answer.status]).toEqual([type, 401]);
    }
    expect(await count()).toBe(0);
  });

  it("does nothing at operations that need no body either", async () => {
    const { body } = await shop.admin.post("/admin/publishable-api-keys", { title: "Front" });
    const path = `/admin/publishable-api-keys/${body.publishable_api_key.id}/revoke`;
    for (const [, headers] of pages) {
      for (const [type] of forms) {
        const sent = { cookie: cookieOf(shop.admin), "content-type": type, ...headers };
        expect((await shop.visitor().send("POST", path, { raw: "", headers: sent })).status).toBe(401);
      }
    }
    const { body: shown } = await shop.admin.get("/admin/publishable-api-keys");
    expect(shown.publishable_api_keys[0].revoked_at).toBeNull();
  });

  it("does nothing where forms are accepted: no file is stored", async () => {
    for (const [, headers] of pages) {
      const answer = await upload(shop, [aFile()], { headers });
      expect(answer.status).toBe(401);
    }
    expect(files.files()).toEqual([]);
    expect((await upload(shop, [aFile()])).status).toBe(200);
  });

  it("of the desk itself works, and so does one of this server, and a program that is no browser", async () => {
    const send = (headers: Record<string, string>) =>
      shop.visitor().post("/admin/notes", aNote, { headers: { cookie: cookieOf(shop.admin), ...headers } });
    const aNote = { resource_id: "any", resource_type: "order", value: "A note" };
    expect((await send({ origin: "https://desk.example", "sec-fetch-site": "same-site" })).status).toBe(200);
    expect((await send({ origin: shop.baseUrl, "sec-fetch-site": "same-origin" })).status).toBe(200);
    expect((await send({ "sec-fetch-site": "none" })).status).toBe(200);
    expect((await send({})).status).toBe(200);
  });

  it("is of no use without a session: JSON alone is understood, also for logging in", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
    ]) {
      const raw = '{"email":"admin@example.com","password":"correct horse battery"}';
      const answer = await shop
        .visitor()
        .send("POST", "/admin/auth", { raw, headers: { "content-type": type } });
      expect([400, 415]).toContain(answer.status);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });
});

describe("an empty form of another page, sent with a customer's session", () => {
  it.each(pages)("from %s neither opens a cart of the customer nor changes one", async (_, headers) => {
    const sent = {
      cookie: cookieOf(shopper.browser),
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    };
    const post = (path: string) => shop.visitor().send("POST", path, { raw: "", headers: sent });
    const opened = await post("/store/carts");
    expect(opened.body.cart?.customer_id ?? null).toBeNull();
    const { id } = (await shop.visitor().post("/store/carts", { region_id: regionId })).body.cart;
    await post(`/store/carts/${id}`);
    const seen = (await shop.visitor().get(`/store/carts/${id}`)).body.cart;
    expect(seen).toMatchObject({ customer_id: null, email: null });
    expect((await post("/store/customers/me")).status).toBe(401);
  });
});

describe("a link of another page, followed with a customer's session", () => {
  const follow = (path: string, headers: Record<string, string>) =>
    shop.visitor().get(path, { headers: { cookie: cookieOf(shopper.browser), ...headers } });

  it("does not assign the customer to a cart that another visitor can read", async () => {
    const { id } = (await shop.visitor().post("/store/carts", { region_id: regionId })).body.cart;
    for (const [, headers] of pages.filter(([, sent]) => !sent["origin"])) {
      expect((await follow(`/store/carts/${id}`, headers)).status).toBe(200);
    }
    const seen = (await shop.visitor().get(`/store/carts/${id}`)).body.cart;
    expect(seen).toMatchObject({ customer_id: null, email: null });
    await follow(`/store/carts/${id}`, { "sec-fetch-site": "same-origin" });
    expect((await shop.visitor().get(`/store/carts/${id}`)).body.cart.customer_id).toBe(shopper.id);
  });

  it("shows nothing of the customer", async () => {
    expect((await follow("/store/customers/me", { "sec-fetch-site": "cross-site" })).status).toBe(401);
    expect((await follow("/store/customers/me", {})).status).toBe(200);
  });
});
