import { describe, expect } from "vitest";
import { announced } from "../support/checks/announced-events.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const codes = (body: { currencies: { code: string }[] }) => body.currencies.map(({ code }) => code);

const includesTax = async (code: string) => {
  const { body } = await shop.admin.get(`/admin/currencies?code=${code}`);
  return body.currencies[0].includes_tax;
};

describe("the list of currencies", () => {
  it("is public, twenty on a page, by code", async () => {
    const { status, body } = await shop.visitor().get("/admin/currencies");
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 120, offset: 0, limit: 20 });
    expect(codes(body)).toHaveLength(20);
    expect(codes(body)).toEqual([...codes(body)].sort());
    expect(body.currencies[0]).toEqual({
      code: "aed",
      symbol: "AED",
      symbol_native: "د.إ.‏",
      name: "United Arab Emirates Dirham",
      includes_tax: false,
    });
  });

  it("continues where the first page ended", async () => {
    const first = await shop.visitor().get("/admin/currencies?limit=3");
    const second = await shop.visitor().get("/admin/currencies?limit=3&offset=3");
    expect(codes(first.body)).toEqual(["aed", "afn", "all"]);
    expect(codes(second.body)).toEqual(["amd", "ars", "aud"]);
    expect(second.body).toMatchObject({ count: 120, offset: 3, limit: 3 });
  });

  it("is empty behind its end", async () => {
    const { body } = await shop.visitor().get("/admin/currencies?offset=500");
    expect(body).toEqual({ currencies: [], count: 120, offset: 500, limit: 20 });
  });

  it("returns all of them for limit=0, and shows the applied limit", async () => {
    const { body } = await shop.visitor().get("/admin/currencies?limit=0");
    expect(codes(body)).toHaveLength(120);
    expect(body.limit).toBe(1000);
  });

  it("sorts by any field, either way", async () => {
    expect(codes((await shop.admin.get("/admin/currencies?order=-code&limit=2")).body)).toEqual([
      "zwl",
      "zmk",
    ]);
    expect(codes((await shop.admin.get("/admin/currencies?order=name&limit=1")).body)).toEqual(["afn"]);
  });

  it.each([["dkk"], ["DKK"]])("finds a currency by its code, written %s", async (code) => {
    const { body } = await shop.visitor().get(`/admin/currencies?code=${code}`);
    expect(codes(body)).toEqual(["dkk"]);
    expect(body.count).toBe(1);
  });

  it("finds nothing for a code that does not exist", async () => {
    const { body } = await shop.visitor().get("/admin/currencies?code=qqq");
    expect(body).toEqual({ currencies: [], count: 0, offset: 0, limit: 20 });
  });

  it("searches codes and names in any case", async () => {
    expect(codes((await shop.visitor().get("/admin/currencies?q=KRONE")).body)).toEqual(["dkk", "nok"]);
    expect(codes((await shop.visitor().get("/admin/currencies?q=zwl")).body)).toEqual(["zwl"]);
  });

  it("searches literally, also for a percent sign", async () => {
    expect(codes((await shop.visitor().get("/admin/currencies?q=%25")).body)).toEqual([]);
  });

  it.each([
    ["symbol=%24", "property symbol should not exist"],
    ["fields=code", "property fields should not exist"],
    ["limit=ten", "limit must be"],
    ["limit=-1", "limit must not be less than 0"],
    ["offset=-1", "offset must not be less than 0"],
    ["order=secret", "order: currency has no field secret"],
    ["includes_tax=perhaps", "includes_tax must be"],
    ["code[gt]=a", "code must be"],
  ])("refuses ?%s", async (query, message) => {
    const { status, body } = await shop.visitor().get(`/admin/currencies?${query}`);
    expect(status).toBe(400);
    expect(body.type).toBe("invalid_data");
    expect(body.message).toContain(message);
  });

  it("takes two statements and does not authenticate the caller", async () => {
    const { statements, credentials } = await countingStatements(shop.db, () =>
      shop.visitor().get("/admin/currencies"),
    );
    expect(statements).toHaveLength(2);
    expect(credentials).toBe(0);
  });
});

describe("changing a currency", () => {
  it("makes its prices include tax, which the filter then finds", async () => {
    const { status, body } = await shop.admin.post("/admin/currencies/isk", { includes_tax: true });
    expect(status).toBe(200);
    expect(body.currency).toEqual({
      code: "isk",
      symbol: "Ikr",
      symbol_native: "kr",
      name: "Icelandic Króna",
      includes_tax: true,
    });
    expect(codes((await shop.visitor().get("/admin/currencies?includes_tax=true")).body)).toEqual(["isk"]);
    expect((await shop.visitor().get("/admin/currencies?includes_tax=false")).body.count).toBe(119);
    expect(await announced(shop.db, "currency.updated")).toContainEqual({ code: "isk" });

    await shop.admin.post("/admin/currencies/ISK", { includes_tax: false });
    expect(await includesTax("isk")).toBe(false);
  });

  it("accepts an empty change", async () => {
    const { status, body } = await shop.admin.post("/admin/currencies/isk", {});
    expect(status).toBe(200);
    expect(body.currency).toMatchObject({ code: "isk", includes_tax: false });
  });

  it("is for users only", async () => {
    const { status, body } = await shop.visitor().post("/admin/currencies/eur", { includes_tax: true });
    expect(status).toBe(401);
    expect(body).toEqual({ type: "unauthorized", message: "Unauthorized" });
    expect(await includesTax("eur")).toBe(false);
  });

  it("is refused for a code that does not exist", async () => {
    const before = (await announced(shop.db, "currency.updated")).length;
    const { status, body } = await shop.admin.post("/admin/currencies/qqq", { includes_tax: true });
    expect(status).toBe(404);
    expect(body).toEqual({ type: "not_found", message: "Currency with code: qqq was not found" });
    expect(await announced(shop.db, "currency.updated")).toHaveLength(before);
  });

  it.each([
    [{ includes_tax: "perhaps" }, "includes_tax must be a boolean"],
    [{ includes_tax: null }, "includes_tax must be a boolean"],
    [{ name: "Kroner" }, "property name should not exist"],
  ])("refuses %j", async (change, message) => {
    const { status, body } = await shop.admin.post("/admin/currencies/eur", change);
    expect(status).toBe(400);
    expect(body).toEqual({ type: "invalid_data", message });
    expect(await includesTax("eur")).toBe(false);
  });
});
