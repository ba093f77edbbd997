import { describe, expect } from "vitest";
import { announced } from "../support/checks/announced-events.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { aLocation } from "../support/factories/inventory.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();
it.beforeAll(async () => {
  await shop.db.run({
    text: `insert into sales_channel (id, name, deleted_at) values ('sc_web', 'Web', null), ('sc_gone', 'Gone', now())`,
    values: [],
  });
});
it.beforeEach(async () => {
  await shop.admin.post("/admin/store", { default_currency_code: "usd", currencies: ["usd"] });
});

const read = async () => (await shop.admin.get("/admin/store")).body.store;
const update = (changes: unknown) => shop.admin.post("/admin/store", changes);
const codesOf = (store: { currencies: { code: string }[] }) => store.currencies.map(({ code }) => code);
const updates = () => announced(shop.db, "store.updated");

describe("the store", () => {
  it("shows its currencies, defaults, providers and features, in one statement", async () => {
    const { result, statements } = await countingStatements(shop.db, () => shop.admin.get("/admin/store"));
    expect(result.status).toBe(200);
    const { store } = result.body;
    expect((await shop.admin.get("/admin/store?expand=currencies&fields=name")).body).toEqual({ store });
    expect(store).toMatchObject({
      name: "Tradewind Store",
      default_currency_code: "usd",
      default_currency: { code: "usd", symbol: "$" },
      currencies: [{ code: "usd", symbol: "$" }],
      default_sales_channel: { id: store.default_sales_channel_id, name: "Default Sales Channel" },
      swap_link_template: null,
      default_location_id: null,
      payment_providers: [{ id: "manual", is_installed: true }],
      fulfillment_providers: [{ id: "manual", is_installed: true }],
    });
    expect(store.id).toMatch(/^store_/);
    expect(store.feature_flags).toContainEqual({ key: "tax_inclusive_pricing", value: true });
    expect(statements).toHaveLength(1);
  });

  it("announces stock by location once there is a location, and no longer when there is none", async () => {
    const modules = async () => (await read()).modules.map(({ module }: { module: string }) => module);
    expect(await modules()).toEqual([]);
    const location = await aLocation(shop);
    expect(await modules()).toEqual(["inventoryService", "stockLocationService"]);
    await shop.admin.delete(`/admin/stock-locations/${location.id}`);
    expect(await modules()).toEqual([]);
  });

  it("takes a new name, templates, sales channel and metadata; fields that are not sent stay, null clears", async () => {
    const { status, body } = await update({
      name: "Harbour shop",
      swap_link_template: "https://shop.example.com/swap={cart_id}",
      payment_link_template: "https://shop.example.com/pay={cart_id}",
      invite_link_template: "https://shop.example.com/invite?token={invite_token}",
      default_sales_channel_id: "sc_web",
      metadata: { a: 1, b: 2 },
    });
    expect(status).toBe(200);
    expect(body.store).toMatchObject({
      name: "Harbour shop",
      swap_link_template: "https://shop.example.com/swap={cart_id}",
      payment_link_template: "https://shop.example.com/pay={cart_id}",
      invite_link_template: "https://shop.example.com/invite?token={invite_token}",
      default_sales_channel_id: "sc_web",
      metadata: { a: 1, b: 2 },
      default_currency_code: "usd",
    });
    expect(codesOf(body.store)).toEqual(["usd"]);
    expect(body.store).not.toHaveProperty("default_currency");
    expect((await updates()).at(-1)).toEqual({
      id: body.store.id,
      fields: expect.arrayContaining(["name", "default_sales_channel_id"]),
    });

    const next = await update({ swap_link_template: null, metadata: { a: "", c: 3 } });
    expect(next.body.store).toMatchObject({
      name: "Harbour shop",
      swap_link_template: null,
      payment_link_template: "https://shop.example.com/pay={cart_id}",
      metadata: { b: 2, c: 3 },
    });
    expect(Date.parse(next.body.store.updated_at)).toBeGreaterThan(Date.parse(body.store.updated_at));
  });

  it.each([
    [{ name: "" }, 400, "name should not be empty"],
    [{ name: null }, 400, "name must be a string"],
    [{ slogan: "x" }, 400, "property slogan should not exist"],
    [{ invite_link_template: 5 }, 400, "invite_link_template must be a string or null"],
    [{ metadata: [] }, 400, "metadata must be an object"],
    [{ default_currency_code: "qqq" }, 400, "Store does not have currency: qqq"],
    [{ default_currency_code: "eur" }, 400, "Store does not have currency: eur"],
    [{ currencies: "eur" }, 400, "currencies must be an array"],
    [{ currencies: ["usd", "qqq"] }, 400, "Currency qqq not found"],
    [
      { currencies: ["eur"] },
      400,
      "You are not allowed to remove default currency from store currencies without replacing it as well",
    ],
    [{ currencies: ["usd", "eur"], default_currency_code: "sek" }, 400, "Store does not have currency: sek"],
    [{ default_sales_channel_id: "sc_unknown" }, 404, "Sales channel with id: sc_unknown was not found"],
    [{ default_sales_channel_id: "sc_gone" }, 404, "Sales channel with id: sc_gone was not found"],
  ])("stays as it is when %j is refused", async (changes, status, message) => {
    const before = await read();
    const answer = await update({ payment_link_template: "https://never.example.com", ...changes });
    expect(answer.status).toBe(status);
    expect(answer.body.message).toBe(message);
    expect(await read()).toEqual(before);
  });

  it("has exactly the currencies that an update names, and a default among them", async () => {
    const { status, body } = await update({
      currencies: ["EUR", "sek", "eur"],
      default_currency_code: "SEK",
    });
    expect(status).toBe(200);
    expect(codesOf(body.store)).toEqual(["eur", "sek"]);
    expect(body.store).toMatchObject({ default_currency_code: "sek", default_currency: { code: "sek" } });
    expect(codesOf(await read())).toEqual(["eur", "sek"]);
  });

  it("keeps both keys of two updates at the same moment", async () => {
    const sent = Array.from({ length: 6 }, (_, key) => ({ metadata: { [`at-once-${key}`]: key } }));
    const answers = await Promise.all(sent.map(update));
    expect(answers.map((answer) => answer.status)).toEqual(sent.map(() => 200));
    const kept = Object.keys((await read()).metadata).filter((key) => key.startsWith("at-once"));
    expect(kept).toHaveLength(6);
  });

  it("is nothing for visitors", async () => {
    const visitor = shop.visitor();
    const answers = [
      await visitor.get("/admin/store"),
      await visitor.post("/admin/store", { name: "Mine" }),
      await visitor.post("/admin/store/currencies/eur"),
      await visitor.delete("/admin/store/currencies/usd"),
      await visitor.get("/admin/store/payment-providers"),
      await visitor.get("/admin/store/tax-providers"),
    ];
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 401));
    expect((await read()).name).not.toBe("Mine");
  });
});

describe("the currencies of the store", () => {
  it("are added once and removed; only changes are announced", async () => {
    const before = (await updates()).length;
    const added = await shop.admin.post("/admin/store/currencies/EUR");
    expect(added.status).toBe(200);
    expect(codesOf(added.body.store)).toEqual(["eur", "usd"]);
    const again = await shop.admin.post("/admin/store/currencies/eur");
    expect(again.status).toBe(422);
    expect(again.body).toEqual({
      code: "invalid_request_error",
      type: "duplicate_error",
      message: "Currency already added",
    });
    for (const code of ["EUR", "eur", "qqq"]) {
      const removed = await shop.admin.delete(`/admin/store/currencies/${code}`);
      expect(removed.status).toBe(200);
      expect(codesOf(removed.body.store)).toEqual(["usd"]);
    }
    expect(await updates()).toHaveLength(before + 2);
  });

  it("refuse an unknown currency", async () => {
    const { status, body } = await shop.admin.post("/admin/store/currencies/qqq");
    expect(status).toBe(400);
    expect(body).toEqual({ type: "invalid_data", message: "Currency qqq not found" });
    expect(codesOf(await read())).toEqual(["usd"]);
  });

  it("never lose the default one", async () => {
    const { status, body } = await shop.admin.delete("/admin/store/currencies/usd");
    expect(status).toBe(400);
    expect(body.type).toBe("invalid_data");
    expect(await read()).toMatchObject({ default_currency_code: "usd", currencies: [{ code: "usd" }] });
  });

  it("never lose one that becomes the default at the same moment", async () => {
    await shop.admin.post("/admin/store/currencies/eur");
    await Promise.all([
      update({ default_currency_code: "eur" }),
      shop.admin.delete("/admin/store/currencies/eur"),
    ]);
    const store = await read();
    expect(codesOf(store)).toContain(store.default_currency_code);
  });

  it("are added once by two requests at the same moment", async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => shop.admin.post("/admin/store/currencies/eur")),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422, 422, 422]);
  });
});

describe("the providers of the store", () => {
  it("for payments and taxes are listed, in one statement", async () => {
    await shop.db.run({
      text: "insert into tax_provider (id, is_installed) values ('b', false), ('a', true)",
      values: [],
    });
    const payment = await countingStatements(shop.db, () => shop.admin.get("/admin/store/payment-providers"));
    expect(payment.result.status).toBe(200);
    expect(payment.result.body).toEqual({ payment_providers: [{ id: "manual", is_installed: true }] });
    expect(payment.statements).toHaveLength(1);
    const tax = await shop.admin.get("/admin/store/tax-providers");
    expect(tax.status).toBe(200);
    expect(tax.body).toEqual({
      tax_providers: [
        { id: "a", is_installed: true },
        { id: "b", is_installed: false },
      ],
    });
  });
});
