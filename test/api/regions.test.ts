import { describe, expect } from "vitest";
import { announced } from "../support/checks/announced-events.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { aRegion, freeCountries, regionDetails } from "../support/factories/regions.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();
it.beforeAll(async () => {
  await shop.admin.post("/admin/store/currencies/eur");
  await shop.db.run({
    text: `insert into tax_provider (id, is_installed) values ('taxes-inc', true), ('gone-taxes', false)`,
    values: [],
  });
  await shop.db.run({
    text: `insert into payment_provider (id, is_installed) values ('card', true), ('gone-card', false)`,
    values: [],
  });
});

const create = (details: Record<string, unknown> = {}) =>
  shop.admin.post("/admin/regions", regionDetails(details));
const update = (id: string, changes: unknown) => shop.admin.post(`/admin/regions/${id}`, changes);
const read = async (id: string, query = "") =>
  (await shop.admin.get(`/admin/regions/${id}${query}`)).body.region;
const count = async () => (await shop.admin.get("/admin/regions")).body.count;
const countriesOf = (region: { countries: { iso_2: string }[] }) =>
  region.countries.map((country) => country.iso_2).sort();
const providersOf = (region: { payment_providers: { id: string }[] }) =>
  region.payment_providers.map((provider) => provider.id);

describe("a region", () => {
  it("is created with its countries and providers, announced and read back", async () => {
    const { status, body } = await create({
      name: "North",
      currency_code: "EUR",
      tax_rate: 24.5,
      tax_code: "N",
      countries: ["FI", "se", "fi"],
      includes_tax: true,
      metadata: { k: 1 },
    });
    expect(status).toBe(200);
    const { region } = body;
    expect(region).toMatchObject({
      name: "North",
      currency_code: "eur",
      tax_rate: 24.5,
      tax_code: "N",
      gift_cards_taxable: true,
      automatic_taxes: true,
      includes_tax: true,
      tax_provider_id: null,
      deleted_at: null,
      metadata: { k: 1 },
      currency: { code: "eur", name: "Euro" },
      payment_providers: [{ id: "manual", is_installed: true }],
      fulfillment_providers: [{ id: "manual", is_installed: true }],
    });
    expect(region.id).toMatch(/^reg_/);
    expect(countriesOf(region)).toEqual(["fi", "se"]);
    expect(region.countries[0]).toMatchObject({ iso_2: "fi", display_name: "Finland", region_id: region.id });
    expect(await read(region.id)).toEqual(region);
    expect(await announced(shop.db, "region.created")).toContainEqual({ id: region.id });
  });

  it("may have no tax, no countries and no providers", async () => {
    const { status, body } = await create({ tax_rate: 0, payment_providers: [], fulfillment_providers: [] });
    expect(status).toBe(200);
    expect(body.region).toMatchObject({
      tax_rate: 0,
      tax_code: null,
      includes_tax: false,
      metadata: null,
      countries: [],
      payment_providers: [],
      fulfillment_providers: [],
    });
  });

  it.each([
    [{ name: undefined }, "name is required"],
    [{ name: "" }, "name should not be empty"],
    [{ currency_code: undefined }, "currency_code is required"],
    [{ currency_code: "qqq" }, "Invalid currency code: qqq is not a currency of the store"],
    [{ currency_code: "jpy" }, "Invalid currency code: jpy is not a currency of the store"],
    [{ tax_rate: undefined }, "tax_rate is required"],
    [{ tax_rate: 100.5 }, "tax_rate must not be greater than 100"],
    [{ tax_rate: -1 }, "tax_rate must not be less than 0"],
    [{ tax_rate: "10" }, "tax_rate must be a number"],
    [{ payment_providers: undefined }, "payment_providers is required"],
    [{ payment_providers: ["bogus"] }, "Payment provider not found: bogus"],
    [{ payment_providers: ["gone-card"] }, "Payment provider not found: gone-card"],
    [{ fulfillment_providers: ["bogus"] }, "Fulfillment provider not found: bogus"],
    [{ countries: undefined }, "countries is required"],
    [{ countries: "fr" }, "countries must be an array"],
    [{ countries: ["no", "xx"] }, "Invalid country code: xx"],
    [{ tax_provider_id: "taxes-inc" }, "property tax_provider_id should not exist"],
    [{ colour: "red" }, "property colour should not exist"],
  ])("is refused with %j", async (details, message) => {
    const before = await count();
    const { status, body } = await create(details);
    expect(status).toBe(400);
    expect(body).toEqual({ type: "invalid_data", message });
    expect(await count()).toBe(before);
    const [norway] = await shop.db.run({
      text: "select region_id from country where iso_2 = 'no'",
      values: [],
    });
    expect(norway).toEqual({ region_id: null });
  });

  it("is not found under an unknown id", async () => {
    const path = "/admin/regions/reg_unknown";
    for (const answer of [
      await shop.admin.get(path),
      await shop.admin.post(path, { name: "New" }),
      await shop.admin.delete(path),
      await shop.admin.post(`${path}/countries`, { country_code: "no" }),
      await shop.admin.delete(`${path}/countries/no`),
      await shop.admin.post(`${path}/payment-providers`, { provider_id: "manual" }),
      await shop.admin.delete(`${path}/payment-providers/manual`),
      await shop.admin.post(`${path}/fulfillment-providers`, { provider_id: "manual" }),
      await shop.admin.delete(`${path}/fulfillment-providers/manual`),
      await shop.admin.get(`${path}/fulfillment-options`),
      await shop.visitor().get("/store/regions/reg_unknown"),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ type: "not_found", message: "Region with reg_unknown was not found" });
    }
  });

  it("takes new settings; fields that are not sent stay, null clears", async () => {
    const [a, b] = await freeCountries(shop, 2);
    const region = await aRegion(shop, { countries: [a, b], tax_code: "T", metadata: { a: 1, b: 2 } });
    const changed = await update(region.id, {
      name: "Renamed",
      currency_code: "EUR",
      tax_rate: 7,
      gift_cards_taxable: false,
      automatic_taxes: false,
      includes_tax: true,
      tax_provider_id: "taxes-inc",
      metadata: { a: "", c: 3 },
    });
    expect(changed.status).toBe(200);
    expect(changed.body.region).toMatchObject({
      name: "Renamed",
      currency_code: "eur",
      tax_rate: 7,
      tax_code: "T",
      gift_cards_taxable: false,
      automatic_taxes: false,
      includes_tax: true,
      tax_provider_id: "taxes-inc",
      metadata: { b: 2, c: 3 },
    });
    expect(countriesOf(changed.body.region)).toEqual([a, b].sort());
    expect(providersOf(changed.body.region)).toEqual(["manual"]);
    expect(Date.parse(changed.body.region.updated_at)).toBeGreaterThan(
      Date.parse(changed.body.region.created_at),
    );
    expect(await announced(shop.db, "region.updated")).toContainEqual({
      id: region.id,
      fields: expect.arrayContaining(["name", "metadata"]),
    });

    const cleared = await update(region.id, { tax_provider_id: null, tax_code: null });
    expect(cleared.body.region).toMatchObject({ tax_provider_id: null, tax_code: null, name: "Renamed" });
  });

  it("has exactly the countries and providers that an update names", async () => {
    const [a, b, c] = (await freeCountries(shop, 3)) as [string, string, string];
    const region = await aRegion(shop, { countries: [a, b] });
    const replaced = await update(region.id, {
      countries: [b, c.toUpperCase()],
      payment_providers: ["card"],
      fulfillment_providers: [],
    });
    expect(replaced.status).toBe(200);
    expect(countriesOf(replaced.body.region)).toEqual([b, c].sort());
    expect(providersOf(replaced.body.region)).toEqual(["card"]);
    expect(replaced.body.region.fulfillment_providers).toEqual([]);

    expect((await create({ countries: [a] })).status).toBe(200);
    expect(countriesOf((await update(region.id, { countries: [] })).body.region)).toEqual([]);
  });

  it("stays as it is when an update is refused", async () => {
    const [own, others] = (await freeCountries(shop, 2)) as [string, string];
    const region = await aRegion(shop, { countries: [own] });
    await aRegion(shop, { countries: [others] });
    const before = await read(region.id);
    const refusals: [unknown, number][] = [
      [{ name: "Never", countries: [others] }, 422],
      [{ name: "Never", countries: ["xx"] }, 400],
      [{ name: "Never", currency_code: "jpy" }, 400],
      [{ name: "Never", payment_providers: ["bogus"] }, 400],
      [{ name: "Never", fulfillment_providers: ["bogus"] }, 400],
      [{ name: "Never", tax_provider_id: "bogus" }, 400],
      [{ name: "Never", tax_provider_id: "gone-taxes" }, 400],
      [{ name: "Never", tax_rate: 101 }, 400],
      [{ name: null }, 400],
      [{ colour: "red" }, 400],
    ];
    for (const [changes, status] of refusals) {
      expect((await update(region.id, changes)).status).toBe(status);
    }
    expect(await read(region.id)).toEqual(before);
  });

  it("can be saved as it was read, although a provider or its currency is not there any more", async () => {
    await shop.admin.post("/admin/store/currencies/sek");
    const region = await aRegion(shop, { currency_code: "sek", payment_providers: ["manual", "card"] });
    await shop.admin.delete("/admin/store/currencies/sek");
    await shop.db.run({
      text: "update payment_provider set is_installed = false where id = 'card'",
      values: [],
    });
    const { status, body } = await update(region.id, {
      currency_code: "sek",
      payment_providers: ["manual", "card"],
    });
    await shop.db.run({
      text: "update payment_provider set is_installed = true where id = 'card'",
      values: [],
    });
    expect(status).toBe(200);
    expect(providersOf(body.region).sort()).toEqual(["card", "manual"]);
  });

  it("keeps both keys of two updates at the same moment", async () => {
    const region = await aRegion(shop);
    const sent = Array.from({ length: 6 }, (_, key) => ({ metadata: { [`key${key}`]: key } }));
    const answers = await Promise.all(sent.map((changes) => update(region.id, changes)));
    expect(answers.map((answer) => answer.status)).toEqual(sent.map(() => 200));
    expect(Object.keys((await read(region.id)).metadata)).toHaveLength(6);
  });

  it("is deleted softly, and its countries are free again", async () => {
    const [country] = (await freeCountries(shop, 1)) as [string];
    const region = await aRegion(shop, { countries: [country] });
    const { status, body } = await shop.admin.delete(`/admin/regions/${region.id}`);
    expect(status).toBe(200);
    expect(body).toEqual({ id: region.id, object: "region", deleted: true });
    expect(await announced(shop.db, "region.deleted")).toContainEqual({ id: region.id });

    expect((await shop.admin.get(`/admin/regions/${region.id}`)).status).toBe(404);
    expect((await shop.visitor().get(`/store/regions/${region.id}`)).status).toBe(404);
    expect((await update(region.id, { name: "Back" })).status).toBe(404);
    expect((await shop.admin.delete(`/admin/regions/${region.id}`)).status).toBe(404);
    const listed = await shop.admin.get(`/admin/regions?q=${region.name}&deleted_at[gt]=2020-01-01`);
    expect(listed.body.regions.map((each: { id: string }) => each.id)).toContain(region.id);
    expect((await create({ countries: [country] })).status).toBe(200);
  });

  it("is nothing for visitors", async () => {
    const region = await aRegion(shop);
    const visitor = shop.visitor();
    const path = `/admin/regions/${region.id}`;
    const answers = [
      await visitor.get("/admin/regions"),
      await visitor.post("/admin/regions", regionDetails()),
      await visitor.get(path),
      await visitor.post(path, { name: "Mine" }),
      await visitor.delete(path),
      await visitor.post(`${path}/countries`, { country_code: "no" }),
      await visitor.delete(`${path}/payment-providers/manual`),
      await visitor.get(`${path}/fulfillment-options`),
    ];
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 401));
    expect((await read(region.id)).name).toBe(region.name);
  });
});

describe("the list of regions", () => {
  it("finds by name, pages, and counts all matches", async () => {
    for (const name of ["Listed a", "Listed b", "Listed c"]) await aRegion(shop, { name });
    const names = (answer: { body: { regions: { name: string }[] } }) =>
      answer.body.regions.map((region) => region.name);
    const newestFirst = await shop.admin.get("/admin/regions?q=LISTED");
    expect(names(newestFirst)).toEqual(["Listed c", "Listed b", "Listed a"]);
    expect(newestFirst.body).toMatchObject({ count: 3, offset: 0, limit: 50 });
    const secondPage = await shop.admin.get("/admin/regions?q=listed&order=name&limit=2&offset=2");
    expect(names(secondPage)).toEqual(["Listed c"]);
    expect(secondPage.body).toMatchObject({ count: 3, offset: 2, limit: 2 });
    expect((await shop.admin.get("/admin/regions?q=nowhere")).body).toEqual({
      regions: [],
      count: 0,
      offset: 0,
      limit: 50,
    });
    expect((await shop.admin.get("/admin/regions?q=listed&created_at[gt]=2100-01-01")).body.count).toBe(0);
    expect((await shop.admin.get("/admin/regions?q=listed&updated_at[gt]=2020-01-01")).body.count).toBe(3);
  });

  it("shows exactly the selected fields and relations", async () => {
    const region = await aRegion(shop, { name: "Asked for" });
    const { body } = await shop.admin.get("/admin/regions?q=Asked+for&fields=name&expand=countries");
    expect(body.regions).toEqual([
      { id: region.id, name: "Asked for", countries: [], created_at: expect.any(String) },
    ]);
    expect(await read(region.id, "?expand=&fields=tax_rate")).toEqual({ id: region.id, tax_rate: 10 });
  });

  it.each([
    "limit=-1",
    "order=nonsense",
    "expand=nonsense",
    "expand=tax_rates.products",
    "fields=nonsense",
    "created_at[gt]=yesterday",
    "colour=red",
  ])("refuses ?%s", async (query) => {
    const { status, body } = await shop.admin.get(`/admin/regions?${query}`);
    expect(status).toBe(400);
    expect(body.type).toBe("invalid_data");
  });
});

describe("what a storefront sees", () => {
  it("is every region, with countries, currency and providers", async () => {
    const [country] = (await freeCountries(shop, 1)) as [string];
    const region = await aRegion(shop, { name: "Open to all", countries: [country] });
    const { status, body } = await shop.visitor().get("/store/regions");
    expect(status).toBe(200);
    expect(body).toMatchObject({ offset: 0, limit: 100 });
    const listed = body.regions.find((each: { id: string }) => each.id === region.id);
    expect(listed).toEqual(region);
    expect((await shop.visitor().get(`/store/regions/${region.id}`)).body.region).toEqual(region);
  });

  it("is a page of them, in the requested order", async () => {
    const { body } = await shop
      .visitor()
      .get("/store/regions?order=created_at&limit=1&offset=1&fields=name&expand=");
    expect(body).toMatchObject({ offset: 1, limit: 1, count: await count() });
    expect(Object.keys(body.regions[0]).sort()).toEqual(["created_at", "id", "name"]);
    expect((await shop.visitor().get("/store/regions?created_at[gt]=2100-01-01")).body.count).toBe(0);
  });

  it.each([
    "expand=tax_rates",
    "expand=countries.region",
    "fields=tax_rates.rate",
    "q=listed",
    "deleted_at[gt]=2020-01-01",
  ])("is not what ?%s asks for", async (query) => {
    const { status, body } = await shop.visitor().get(`/store/regions?${query}`);
    expect(status).toBe(400);
    expect(body.type).toBe("invalid_data");
  });

  it("takes one statement for a region and two for the list", async () => {
    const region = await aRegion(shop);
    const one = await countingStatements(shop.db, () => shop.visitor().get(`/store/regions/${region.id}`));
    expect(one.statements).toHaveLength(1);
    const list = await countingStatements(shop.db, () => shop.visitor().get("/store/regions"));
    expect(list.statements).toHaveLength(2);
    const admin = await countingStatements(shop.db, () => shop.admin.get(`/admin/regions/${region.id}`));
    expect(admin.statements).toHaveLength(1);
    const listed = await countingStatements(shop.db, () => shop.admin.get("/admin/regions"));
    expect(listed.statements).toHaveLength(2);
  });
});
