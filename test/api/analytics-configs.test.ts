import { describe, expect } from "vitest";
import { withShop } from "../support/fixtures/with-shop.ts";

const URL = "/admin/analytics-configs";

const { it, shop } = withShop();
it.beforeEach(() => shop.admin.delete(URL));

const rows = async () =>
  shop.db.run<{ opt_out: boolean; anonymize: boolean }>({
    text: "select opt_out, anonymize from analytics_config where user_id = $1 and deleted_at is null",
    values: [shop.adminId],
  });

describe("the analytics settings of a user", () => {
  it.each([
    ["GET", ""],
    ["POST", ""],
    ["POST", "/update"],
    ["DELETE", ""],
  ])("%s /admin/analytics-configs%s is for users only", async (method, path) => {
    const body = method === "POST" ? { opt_out: true } : undefined;
    expect((await shop.visitor().send(method, URL + path, { body })).status).toBe(401);
  });

  it("is a 404 until it is set", async () => {
    expect(await shop.admin.get(URL)).toMatchObject({ status: 404, body: { type: "not_found" } });
    expect(await rows()).toEqual([]);
  });

  it.each([
    [{ opt_out: true }, { opt_out: true, anonymize: false }],
    [{ anonymize: true }, { opt_out: false, anonymize: true }],
    [{}, { opt_out: false, anonymize: false }],
  ])("is created by a change, too: %j", async (changes, choice) => {
    const { status, body } = await shop.admin.post(`${URL}/update`, changes);
    expect(status).toBe(200);
    expect(body.analytics_config).toMatchObject({ ...choice, user_id: shop.adminId });
    expect((await shop.admin.get(URL)).body).toEqual(body);
    expect((await shop.admin.delete(URL)).status).toBe(200);
  });

  it("is created, read, changed and deleted", async () => {
    const { status, body } = await shop.admin.post(URL, { opt_out: false });
    expect(status).toBe(200);
    expect(body.analytics_config).toEqual({
      id: expect.stringMatching(/^acfg_/),
      user_id: shop.adminId,
      opt_out: false,
      anonymize: false,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
    });
    expect((await shop.admin.get(URL)).body).toEqual(body);
    const changed = await shop.admin.post(`${URL}/update`, { anonymize: true });
    expect(changed.body.analytics_config).toMatchObject({ opt_out: false, anonymize: true });
    const gone = await shop.admin.delete(URL);
    expect(gone.body).toEqual({ user_id: shop.adminId, object: "analytics_config", deleted: true });
    expect((await shop.admin.get(URL)).status).toBe(404);
    expect((await shop.admin.delete(URL)).status).toBe(200);
  });

  it("exists once for each user, also when two browsers set it at the same time", async () => {
    await Promise.all(
      Array.from({ length: 10 }, () => shop.admin.post(URL, { opt_out: true, anonymize: false })),
    );
    await shop.admin.post(URL, { opt_out: false, anonymize: true });
    expect(await rows()).toEqual([{ opt_out: false, anonymize: true }]);
  });

  it("is separate for each user", async () => {
    await shop.admin.post(URL, { opt_out: true });
    const person = { email: "second@example.com", password: "another long password" };
    await shop.admin.post("/admin/users", person);
    const second = shop.visitor();
    await second.post("/admin/auth", person);
    expect((await second.get(URL)).status).toBe(404);
    await second.post(URL, { opt_out: false });
    await second.delete(URL);
    expect((await shop.admin.get(URL)).body.analytics_config.opt_out).toBe(true);
  });

  it.each([
    ["", {}],
    ["", { anonymize: true }],
    ["", { opt_out: "maybe" }],
    ["", { opt_out: true, color: "red" }],
    ["/update", { anonymize: 1.5 }],
  ])("is refused at %s as %j", async (path, body) => {
    expect((await shop.admin.post(URL + path, body)).status).toBe(400);
    expect(await rows()).toEqual([]);
  });
});
