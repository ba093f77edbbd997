import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { buildApp } from "../../src/app.ts";
import { configFrom } from "../../src/config.ts";
import { fixedSecrets } from "../../src/kernel/shop-secrets.ts";
import { aPlace } from "../support/factories/carts.ts";
import { aKey } from "../support/factories/sales-channels.ts";
import { ADMIN } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const create = (title: string, key: string) =>
  shop.admin.post("/admin/collections", { title }, { headers: { "idempotency-key": key } });
const count = async (title: string) =>
  (await shop.admin.get(`/admin/collections?title=${encodeURIComponent(title)}&limit=1`)).body.count;

describe("Idempotency-Key", () => {
  it("replays the first answer instead of doing the work again", async () => {
    const first = await create("Replayed", "key-1");
    const second = await create("Replayed", "key-1");
    expect(first.status).toBe(200);
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("idempotency-key")).toBe("key-1");
    expect(second.headers.get("content-type")).toBe(first.headers.get("content-type"));
    expect(await count("Replayed")).toBe(1);
  });

  it("replays a refusal too", async () => {
    await create("Taken", "key-2");
    const refused = await create("Taken", "key-3");
    expect(refused.status).toBe(422);
    await shop.db.run({
      text: "update product_collection set handle = 'free' where title = 'Taken'",
      values: [],
    });
    expect((await create("Taken", "key-3")).status).toBe(422);
    expect((await create("Taken", "key-4")).status).toBe(200);
  });

  it("is refused for another request", async () => {
    await create("Mine", "key-5");
    const { status, body } = await create("Other", "key-5");
    expect(status).toBe(422);
    expect(body.code).toBe("idempotency_key_reused");
    expect(await count("Other")).toBe(0);
  });

  it("is made up when it is absent", async () => {
    const { headers } = await shop.admin.post("/admin/collections", { title: "No key" });
    expect(headers.get("idempotency-key")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("longer than 255 characters is refused", async () => {
    expect((await create("Long", "k".repeat(256))).status).toBe(400);
    expect((await create("Long", "k".repeat(255))).status).toBe(200);
    expect(await count("Long")).toBe(1);
  });

  it("belongs to its caller", async () => {
    await create("Scoped", "key-6");
    const { body } = await shop.admin.post("/admin/users", { email: "second@example.com", password: "pw" });
    expect(body.user.id).toBeTruthy();
    const second = shop.visitor();
    await second.post("/admin/auth", { email: "second@example.com", password: "pw" });
    const answer = await second.post(
      "/admin/collections",
      { title: "Scoped by another" },
      { headers: { "idempotency-key": "key-6" } },
    );
    expect(answer.status).toBe(200);
  });

  it("of a visitor belongs to the address, the storefront and the path together", async () => {
    const { id: region_id } = await aPlace(shop);
    const headers = { "idempotency-key": randomUUID() };
    const open = async (more: Record<string, string> = {}) => {
      const { status, body } = await shop
        .visitor()
        .post("/store/carts", { region_id }, { headers: { ...headers, ...more } });
      expect(status).toBe(200);
      return body.cart.id as string;
    };
    const first = await open();
    expect(await open()).toBe(first);
    const keys = [await aKey(shop), await aKey(shop)];
    const others = await Promise.all(keys.map(({ id }) => open({ "x-publishable-api-key": id })));
    expect(new Set([first, ...others]).size).toBe(3);
    for (const id of [first, ...others]) {
      const { status, body } = await shop
        .visitor()
        .post(`/store/carts/${id}`, { email: "a@example.com" }, { headers });
      expect([status, body.cart?.id]).toEqual([200, id]);
    }
  });

  it.each(["1", "cart", "0".repeat(40)])(
    "that others could guess gives a visitor nobody else's cart: %s",
    async (key) => {
      const { id: region_id } = await aPlace(shop);
      const headers = { "idempotency-key": key };
      const open = () => shop.visitor().post("/store/carts", { region_id }, { headers });
      const [first, second] = [await open(), await open()];
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(second.body.cart.id).not.toBe(first.body.cart.id);
      expect(second.headers.get("idempotency-key")).toBe(key);
      // A caller who knows the id of the cart may use any key.
      const path = `/store/carts/${first.body.cart.id}`;
      const change = (email: string) => shop.visitor().post(path, { email }, { headers });
      expect((await change("a@example.com")).status).toBe(200);
      expect((await change("b@example.com")).body.code).toBe("idempotency_key_reused");
    },
  );

  it.each([randomUUID(), randomBytes(16).toString("base64url"), "01JD0Z9V6YQ8M4K2T7W3X5N1BC"])(
    "of a visitor is honoured when it is random: %s",
    async (key) => {
      const { id: region_id } = await aPlace(shop);
      const headers = { "idempotency-key": key };
      const open = () => shop.visitor().post("/store/carts", { region_id }, { headers });
      expect((await open()).body.cart.id).toBe((await open()).body.cart.id);
    },
  );

  it("lets one of many simultaneous requests do the work", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create("At once", "key-7")));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    expect(await count("At once")).toBe(1);
  });

  it("does not keep answers that carry credentials", async () => {
    await shop.visitor().post("/admin/auth/token", ADMIN, { headers: { "idempotency-key": "key-8" } });
    const kept = await shop.db.run({
      text: "select 1 from tradewind.idempotency where key = 'key-8'",
      values: [],
    });
    expect(kept).toEqual([]);
  });

  it("expires after a day", async () => {
    await create("Old", "key-9");
    await shop.db.run({
      text: "update tradewind.idempotency set created_at = now() - interval '25 hours' where key = 'key-9'",
      values: [],
    });
    expect((await create("New life", "key-9")).status).toBe(200);
  });

  it("does not repeat work whose answer was lost in a crash", async () => {
    await create("Crashed", "key-10");
    // The state a crash between the commit and the answer leaves behind.
    await shop.db.run({
      text: "update tradewind.idempotency set state = 'applied', status = null, body = null where key = 'key-10'",
      values: [],
    });
    const { status, body } = await create("Crashed", "key-10");
    expect(status).toBe(409);
    expect(body.type).toBe("conflict");
    expect(await count("Crashed")).toBe(1);
  });

  it("marks the key in the transaction of the change", async () => {
    const seen: string[] = [];
    const listener = ({ name, text }: { name?: string; text: string }) => seen.push(name ?? text);
    shop.db.onStatement.add(listener);
    await create("Marked", "key-11");
    shop.db.onStatement.delete(listener);
    const [begun, marked, committed] = ["begin", "idempotency-applied", "commit"].map((name) =>
      seen.indexOf(name),
    );
    expect(marked).toBeGreaterThan(begun!);
    expect(marked).toBeLessThan(committed!);
  });

  it("may be tried again when the process that had it died before doing anything", async () => {
    await shop.db.run({
      text: `insert into tradewind.idempotency (scope, key, fingerprint, state, locked_until)
             select scope, 'key-12', fingerprint, 'started', now() - interval '1 second'
             from tradewind.idempotency where key = 'key-1'`,
      values: [],
    });
    await shop.db.run({
      text: "update product_collection set handle = 'moved' where title = 'Replayed'",
      values: [],
    });
    expect((await create("Replayed", "key-12")).status).toBe(200);
  });

  it("is shared by all processes", async () => {
    const other = await buildApp({
      config: configFrom({ LOG_LEVEL: "silent" }),
      db: shop.db,
      secrets: fixedSecrets("a secret of the tests, long enough for anyone"),
    });
    const first = await create("Shared", "key-13");
    const second = await other.inject({
      method: "POST",
      url: "/admin/collections",
      headers: { cookie: `connect.sid=${shop.admin.cookie("connect.sid")}`, "idempotency-key": "key-13" },
      payload: { title: "Shared" },
    });
    expect(second.json()).toEqual(first.body);
    await other.close();
  });

  it("does no harm where the answer of a plugin cannot be written", async () => {
    const other = await buildApp({
      config: configFrom({ LOG_LEVEL: "silent" }),
      db: shop.db,
      secrets: fixedSecrets("a secret of the tests, long enough for anyone"),
    });
    other.post("/store/unwritable", async (_request, reply) => reply.header("x-note", "two\nlines").send({}));
    const answer = await other.inject({
      method: "POST",
      url: "/store/unwritable",
      headers: { "idempotency-key": "key-14" },
    });
    expect(answer.statusCode).toBe(500);
    await other.close();
  });
});
