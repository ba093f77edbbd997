import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import {
  anOption,
  aProductIn,
  aProfile,
  aRegion,
  deleteRow,
  type Option,
  standardProfile,
  taxOption,
} from "../support/factories/shipping.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const list = (query: string) => shop.admin.get(`/admin/shipping-options?${query}`);
const offered = (query: string) => shop.visitor().get(`/store/shipping-options?${query}`);
const namesOf = ({ body }: { body: { shipping_options: Option[] } }) =>
  body.shipping_options.map(({ name }) => name);
const byDefault = (rate: number) => [{ rate, name: "default", code: "default" }];

describe("the list of shipping options", () => {
  it("shows them with their relations and prices", async () => {
    const region = await aRegion(shop, { taxRate: 10 });
    const option = await anOption(shop, region, {
      amount: 4900,
      requirements: [{ type: "min_subtotal", amount: 100 }],
    });
    const { status, body } = await list(`region_id=${region}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      shipping_options: [{ ...option, price_incl_tax: 5390, tax_rates: byDefault(10), tax_amount: 490 }],
      count: 1,
      offset: 0,
      limit: 50,
    });
  });

  it("finds, filters, sorts, pages, and counts all matches", async () => {
    const region = await aRegion(shop);
    const [a, b, c] = [
      await anOption(shop, region, { name: "Found a", is_return: true }),
      await anOption(shop, region, { name: "Found b", admin_only: true }),
      await anOption(shop, region, { name: "Found c" }),
    ];
    await anOption(shop, await aRegion(shop), { name: "Found elsewhere" });
    const found = async (query: string) => namesOf(await list(`region_id=${region}&${query}`));
    expect(await found("")).toEqual(["Found c", "Found b", "Found a"]);
    expect(await found("q=FOUND&order=name")).toEqual(["Found a", "Found b", "Found c"]);
    expect(await found("q=nowhere")).toEqual([]);
    expect(await found("is_return=true")).toEqual(["Found a"]);
    expect(await found("is_return=false&order=name")).toEqual(["Found b", "Found c"]);
    expect(await found("admin_only=true")).toEqual(["Found b"]);
    expect(await found("name=Found c")).toEqual(["Found c"]);
    expect(await found(`id=${a.id}`)).toEqual(["Found a"]);
    expect(await found(`id[]=${a.id}&id[]=${b.id}&order=name`)).toEqual(["Found a", "Found b"]);
    expect(await found("created_at[gt]=2020-01-01&updated_at[lt]=2020-01-01")).toEqual([]);

    const second = await list(`region_id=${region}&order=name&limit=2&offset=2`);
    expect(namesOf(second)).toEqual(["Found c"]);
    expect(second.body).toMatchObject({ count: 3, offset: 2, limit: 2 });

    await shop.admin.delete(`/admin/shipping-options/${c.id}`);
    expect(await found("order=name")).toEqual(["Found a", "Found b"]);
    expect(await found("deleted_at[gt]=2020-01-01")).toEqual(["Found c"]);
  });

  it("shows the selected fields and relations, prices among them", async () => {
    const option = await anOption(shop, await aRegion(shop), { amount: 100 });
    const shown = async (query: string) => {
      const { created_at, ...rest } = (await list(`id=${option.id}&${query}`)).body.shipping_options[0];
      expect(created_at).toEqual(expect.any(String));
      return rest;
    };
    expect(await shown("fields=name&expand=")).toEqual({ id: option.id, name: option.name });
    expect(await shown("fields=tax_amount&expand=")).toEqual({ id: option.id, tax_amount: 10 });
    expect(await shown("fields=price_incl_tax,amount&expand=provider")).toEqual({
      id: option.id,
      amount: 100,
      price_incl_tax: 110,
      provider: { id: "manual", is_installed: true },
    });
    const edited = await shown("fields=-data,-tax_rates&expand=");
    expect(edited).toMatchObject({ name: option.name, price_incl_tax: 110 });
    expect(edited).not.toHaveProperty("data");
    expect(edited).not.toHaveProperty("tax_rates");
    expect(edited).not.toHaveProperty("region");
  });

  it("shows options of a region that was deleted", async () => {
    const region = await aRegion(shop);
    await anOption(shop, region);
    await deleteRow(shop, "region", region);
    const { status, body } = await list(`region_id=${region}`);
    expect(status).toBe(200);
    expect(body.shipping_options).toMatchObject([{ region: null, price_incl_tax: 550 }]);
  });

  it.each([
    "limit=-1",
    "offset=-1",
    "is_return=maybe",
    "admin_only=1x",
    "order=nonsense",
    "order=price_incl_tax",
    "order=data",
    "expand=nonsense",
    "fields=nonsense",
    "created_at[gt]=yesterday",
    "id[like]=x",
    "colour=red",
  ])("refuses ?%s", async (query) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    expect(body.type).toBe("invalid_data");
  });

  it("takes two statements with any relations", async () => {
    const page = await countingStatements(shop.db, () =>
      list("expand=region.countries,profile.products.variants,requirements,provider"),
    );
    expect(page.result.status).toBe(200);
    expect(page.statements).toHaveLength(2);
    expect(page.credentials).toBe(1);
  });
});

describe("the price of a shipping option", () => {
  const priced = async (option: { id: string }) => {
    const { price_incl_tax, tax_amount, tax_rates } = (await list(`id=${option.id}`)).body
      .shipping_options[0];
    return { price_incl_tax, tax_amount, tax_rates };
  };

  it("has the rates that are attached to the option, or else that of the region", async () => {
    const option = await anOption(shop, await aRegion(shop, { taxRate: 12.5 }), { amount: 999 });
    expect(await priced(option)).toEqual({
      price_incl_tax: 1124,
      tax_amount: 125,
      tax_rates: byDefault(12.5),
    });
    await taxOption(shop, option, { rate: 7.7, name: "State", code: "st" });
    await taxOption(shop, option, { rate: null, name: "Empty", code: null });
    await taxOption(shop, option, { rate: 2, name: "City", code: "ci" });
    expect(await priced(option)).toEqual({
      price_incl_tax: 1096,
      tax_amount: 97,
      tax_rates: [
        { rate: 7.7, name: "State", code: "st" },
        { rate: null, name: "Empty", code: null },
        { rate: 2, name: "City", code: "ci" },
      ],
    });
  });

  it("may contain the tax already", async () => {
    const option = await anOption(shop, await aRegion(shop, { taxRate: 25 }), {
      amount: 1000,
      includes_tax: true,
    });
    expect(await priced(option)).toEqual({ price_incl_tax: 1000, tax_amount: 200, tax_rates: byDefault(25) });
  });

  it("has no tax in a region that leaves it to the checkout", async () => {
    const option = await anOption(shop, await aRegion(shop, { automaticTaxes: false }), { amount: 1000 });
    expect(await priced(option)).toEqual({ price_incl_tax: 1000, tax_amount: 0, tax_rates: [] });
  });
});

describe("what customers see of the shipping options", () => {
  it("has the options of their region, in both directions, with requirements and prices", async () => {
    const region = await aRegion(shop);
    const way = await anOption(shop, region, {
      name: "There",
      metadata: { m: 1 },
      requirements: [{ type: "max_subtotal", amount: 5 }],
    });
    await anOption(shop, region, { name: "Back", is_return: true });
    await anOption(shop, region, { name: "Hidden", admin_only: true });
    await anOption(shop, await aRegion(shop), { name: "Elsewhere" });
    const all = await offered(`region_id=${region}`);
    expect(all.status).toBe(200);
    expect(Object.keys(all.body)).toEqual(["shipping_options"]);
    expect(namesOf(all)).toEqual(["There", "Back"]);
    const { region: _, profile: __, ...shown } = way as Option & { region: unknown; profile: unknown };
    expect(all.body.shipping_options[0]).toEqual({
      ...shown,
      price_incl_tax: 550,
      tax_rates: byDefault(10),
      tax_amount: 50,
    });
    expect(namesOf(await offered(`region_id=${region}&is_return=true`))).toEqual(["Back"]);
    expect(namesOf(await offered(`region_id=${region}&is_return=false`))).toEqual(["There"]);
    expect(namesOf(await offered(""))).toEqual(expect.arrayContaining(["There", "Back", "Elsewhere"]));
    expect(namesOf(await offered("region_id=&product_ids="))).not.toContain("Hidden");
    expect(namesOf(await offered("region_id=reg_unknown"))).toEqual([]);
  });

  it("is what their products can be sent with", async () => {
    const region = await aRegion(shop);
    const [bulky, light] = [await aProfile(shop), await aProfile(shop)];
    await anOption(shop, region, { name: "Truck", profile_id: bulky.id });
    await anOption(shop, region, { name: "Letter", profile_id: light.id });
    await anOption(shop, region, { name: "Parcel" });
    const [sofa, card] = [await aProductIn(shop, bulky.id), await aProductIn(shop, light.id)];
    const lamp = await aProductIn(shop, await standardProfile(shop, "default"));
    const found = async (ids: string[]) =>
      namesOf(await offered(`region_id=${region}&product_ids=${ids.join(",")}`));
    expect(await found([sofa])).toEqual(["Truck"]);
    expect(await found([card, lamp])).toEqual(["Letter", "Parcel"]);
    expect(await found([sofa, "prod_unknown"])).toEqual(["Truck"]);
    expect(await found(["prod_unknown"])).toEqual([]);
    await deleteRow(shop, "product", sofa);
    expect(await found([sofa])).toEqual([]);
  });

  it("is nothing of a region that was deleted", async () => {
    const region = await aRegion(shop);
    await anOption(shop, region);
    await deleteRow(shop, "region", region);
    expect((await offered(`region_id=${region}`)).body).toEqual({ shipping_options: [] });
  });

  it.each(["is_return=maybe", "expand=profile.products", "fields=id", "admin_only=true", "limit=1"])(
    "refuses ?%s",
    async (query) => {
      const { status, body } = await offered(query);
      expect(status).toBe(400);
      expect(body.type).toBe("invalid_data");
    },
  );

  it("is read in one statement", async () => {
    const product = await aProductIn(shop, await standardProfile(shop, "default"));
    const { statements, credentials, result } = await countingStatements(shop.db, () =>
      offered(`region_id=reg_1&is_return=false&product_ids=${product}`),
    );
    expect(result.status).toBe(200);
    expect(statements).toHaveLength(1);
    expect(credentials).toBe(0);
  });
});
