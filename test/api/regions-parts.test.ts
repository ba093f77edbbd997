import { describe, expect } from "vitest";
import { Refusal } from "../../src/kernel/refusal.ts";
import { manualFulfillment } from "../../src/providers/manual-fulfillment.ts";
import { manualPayment } from "../../src/providers/manual-payment.ts";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { eventsAbout } from "../support/factories/customers.ts";
import { aRegion, freeCountries, regionDetails } from "../support/factories/regions.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let parcelService: () => Promise<{ id: string }[]>;
const { it, shop } = withShop(async () => {
  const providers = new ProviderRegistry();
  providers.payment.add({ ...manualPayment, id: "card" });
  providers.fulfillment.add({ ...manualFulfillment, id: "parcels", options: () => parcelService() });
  return startShop({}, { providers });
});
it.beforeAll(async () => {
  await shop.db.run({
    text: "insert into fulfillment_provider (id, is_installed) values ('gone', false)",
    values: [],
  });
});

const read = async (id: string) => (await shop.admin.get(`/admin/regions/${id}`)).body.region;
const countriesOf = (region: { countries: { iso_2: string }[] }) =>
  region.countries.map((country) => country.iso_2).sort();
const idsOf = (things: { id: string }[]) => things.map((thing) => thing.id).sort();
const updatesOf = async (id: string) =>
  (await eventsAbout(shop, id)).filter(({ name }) => name === "region.updated").map(({ data }) => data);

describe("the countries of a region", () => {
  it("are added, each once, and removed; only changes are announced", async () => {
    const [a, b] = (await freeCountries(shop, 2)) as [string, string];
    const region = await aRegion(shop, { countries: [a] });
    const path = `/admin/regions/${region.id}/countries`;
    for (const code of [b, b.toUpperCase()]) {
      const { status, body } = await shop.admin.post(path, { country_code: code });
      expect(status).toBe(200);
      expect(countriesOf(body.region)).toEqual([a, b].sort());
    }
    for (const code of [a, a.toUpperCase(), "xx"]) {
      const { status, body } = await shop.admin.delete(`${path}/${code}`);
      expect(status).toBe(200);
      expect(countriesOf(body.region)).toEqual([b]);
    }
    expect(await updatesOf(region.id)).toEqual([
      { id: region.id, fields: ["countries"] },
      { id: region.id, fields: ["countries"] },
    ]);
  });

  it("belong to one region only", async () => {
    const [a, b] = (await freeCountries(shop, 2)) as [string, string];
    const first = await aRegion(shop, { countries: [a] });
    const second = await aRegion(shop, { countries: [b] });
    for (const answer of [
      await shop.admin.post(`/admin/regions/${second.id}/countries`, { country_code: a }),
      await shop.admin.post(`/admin/regions/${second.id}`, { countries: [a, b] }),
      await shop.admin.post("/admin/regions", regionDetails({ countries: [a] })),
    ]) {
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ type: "duplicate_error", code: "invalid_request_error" });
      expect(answer.body.message).toMatch(new RegExp(`already exists in region ${first.id}$`));
    }
    // Nor can one region take a country away from another by removing it.
    await shop.admin.delete(`/admin/regions/${second.id}/countries/${a}`);
    expect(countriesOf(await read(first.id))).toEqual([a]);
    expect(countriesOf(await read(second.id))).toEqual([b]);
    expect(await updatesOf(second.id)).toEqual([]);
  });

  it("go to one of the regions that claim them at the same moment", async () => {
    const codes = await freeCountries(shop, 4);
    const claims = Array.from({ length: 8 }, (_, i) =>
      shop.admin.post(
        "/admin/regions",
        regionDetails({ countries: i % 2 === 0 ? codes : [...codes].reverse() }),
      ),
    );
    const statuses = (await Promise.all(claims)).map((answer) => answer.status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 422)]);
    const owners = await shop.db.run({
      text: "select distinct region_id from country where iso_2 = any($1)",
      values: [codes],
    });
    expect(owners).toHaveLength(1);
  });

  it("go to one of two existing regions, and the other stays unchanged", async () => {
    const [code] = (await freeCountries(shop, 1)) as [string];
    const [first, second] = [await aRegion(shop), await aRegion(shop)];
    const answers = await Promise.all([
      shop.admin.post(`/admin/regions/${first.id}`, { name: "Claimed", countries: [code] }),
      shop.admin.post(`/admin/regions/${second.id}/countries`, { country_code: code }),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
    const held = [await read(first.id), await read(second.id)].map(countriesOf);
    expect(held.flat()).toEqual([code]);
  });

  it("are free when they still belong to a deleted region, as in old databases", async () => {
    const [code] = (await freeCountries(shop, 1)) as [string];
    const region = await aRegion(shop, { countries: [code] });
    await shop.db.run({ text: "update region set deleted_at = now() where id = $1", values: [region.id] });
    const next = await aRegion(shop, { countries: [code] });
    expect(countriesOf(next)).toEqual([code]);
  });

  it.each([
    [{}, "country_code is required"],
    [{ country_code: "xx" }, "Invalid country code: xx"],
    [{ country_code: "" }, "country_code should not be empty"],
    [{ country_code: 5 }, "country_code must be a string"],
    [{ country_code: "no", colour: "red" }, "property colour should not exist"],
  ])("refuse %j", async (sent, message) => {
    const region = await aRegion(shop);
    const { status, body } = await shop.admin.post(`/admin/regions/${region.id}/countries`, sent);
    expect(status).toBe(400);
    expect(body).toEqual({ type: "invalid_data", message });
    expect(countriesOf(await read(region.id))).toEqual([]);
  });
});

describe("the providers of a region", () => {
  it.each([
    ["payment", "card"],
    ["fulfillment", "parcels"],
  ])("for %s are added and removed; only changes are announced", async (kind, other) => {
    const part = `${kind}_providers`;
    const region = await aRegion(shop);
    const path = `/admin/regions/${region.id}/${kind}-providers`;
    for (const _ of ["first", "second"]) {
      const { status, body } = await shop.admin.post(path, { provider_id: other });
      expect(status).toBe(200);
      expect(idsOf(body.region[part])).toEqual(["manual", other].sort());
    }
    for (const _ of ["first", "second"]) {
      const { status, body } = await shop.admin.delete(`${path}/manual`);
      expect(status).toBe(200);
      expect(body.region[part]).toEqual([{ id: other, is_installed: true }]);
    }
    expect((await shop.admin.delete(`${path}/bogus`)).status).toBe(200);
    expect(await updatesOf(region.id)).toEqual([
      { id: region.id, fields: [part] },
      { id: region.id, fields: [part] },
    ]);
  });

  it.each([
    ["payment", "bogus", "Payment provider bogus was not found"],
    ["fulfillment", "bogus", "Fulfillment provider bogus was not found"],
    ["fulfillment", "gone", "Fulfillment provider gone was not found"],
  ])("for %s do not take in %s", async (kind, provider_id, message) => {
    const region = await aRegion(shop);
    const path = `/admin/regions/${region.id}/${kind}-providers`;
    const { status, body } = await shop.admin.post(path, { provider_id });
    expect(status).toBe(404);
    expect(body).toEqual({ type: "not_found", message });
    expect((await shop.admin.post(path, {})).status).toBe(400);
    expect(idsOf((await read(region.id))[`${kind}_providers`])).toEqual(["manual"]);
    expect(await updatesOf(region.id)).toEqual([]);
  });
});

describe("the fulfillment options of a region", () => {
  it("are those of its providers, in one statement", async () => {
    parcelService = async () => [{ id: "next-day" }];
    const region = await aRegion(shop, { fulfillment_providers: ["parcels", "manual"] });
    const { result, statements } = await countingStatements(shop.db, () =>
      shop.admin.get(`/admin/regions/${region.id}/fulfillment-options`),
    );
    expect(result.status).toBe(200);
    expect(result.body).toEqual({
      fulfillment_options: [
        {
          provider_id: "manual",
          options: [{ id: "manual-fulfillment" }, { id: "manual-fulfillment-return", is_return: true }],
        },
        { provider_id: "parcels", options: [{ id: "next-day" }] },
      ],
    });
    expect(statements).toHaveLength(1);
  });

  it("are none without providers, or when the only one is not installed any more", async () => {
    const region = await aRegion(shop, { fulfillment_providers: [] });
    const path = `/admin/regions/${region.id}/fulfillment-options`;
    expect((await shop.admin.get(path)).body).toEqual({ fulfillment_options: [] });
    await shop.db.run({
      text: "insert into region_fulfillment_providers (region_id, provider_id) values ($1, 'gone')",
      values: [region.id],
    });
    expect((await shop.admin.get(path)).body).toEqual({ fulfillment_options: [] });
  });

  it("name the provider that failed", async () => {
    const region = await aRegion(shop, { fulfillment_providers: ["parcels"] });
    const failures: [Error, string][] = [
      [new Error("secret of the carrier"), "it failed"],
      [new Refusal("not_allowed", "the contract has ended"), "the contract has ended"],
    ];
    for (const [failure, reason] of failures) {
      parcelService = async () => {
        throw failure;
      };
      const { status, body } = await shop.admin.get(`/admin/regions/${region.id}/fulfillment-options`);
      expect(status).toBe(400);
      expect(body.message).toBe(`The fulfillment provider parcels gave no options: ${reason}`);
    }
  });
});
