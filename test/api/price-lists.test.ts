import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import type { Answer } from "../support/clients/client.ts";
import { aProduct } from "../support/factories/catalogue.ts";
import { aGroup, aShopper, eventsAbout } from "../support/factories/customers.ts";
import {
  aEuroRegion,
  amountsOf,
  aPriceList,
  dollars,
  listDetails,
  priceRows,
  readList,
} from "../support/factories/price-lists.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let shirt: string;
let trousers: string;

const { it, shop } = withShop();
it.beforeAll(async () => {
  const product = await aProduct(shop.db, { variants: [{ title: "Shirt" }, { title: "Trousers" }] });
  [shirt, trousers] = product.variantIds as [string, string];
});

const list = (query = "") => shop.admin.get(`/admin/price-lists?${query}`);
const namesOf = ({ body }: Answer) => body.price_lists.map((each: { name: string }) => each.name);
const update = (id: string, changes: unknown) => shop.admin.post(`/admin/price-lists/${id}`, changes);

async function countLists(): Promise<number> {
  return (await list("limit=1")).body.count;
}

describe("a price list", () => {
  it("is created as a draft for all customers, with prices that show their variants", async () => {
    const details = listDetails({ prices: [dollars(shirt, 50)] });
    const { status, body } = await shop.admin.post("/admin/price-lists", details);
    expect(status).toBe(200);
    const { prices, ...shown } = body.price_list;
    expect(shown).toEqual({
      id: expect.stringMatching(/^pl_/),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
      name: details.name,
      description: details.description,
      type: "sale",
      status: "draft",
      starts_at: null,
      ends_at: null,
      includes_tax: false,
      customer_groups: [],
    });
    expect(prices).toHaveLength(1);
    expect(prices[0]).toMatchObject({
      id: expect.stringMatching(/^ma_/),
      amount: 50,
      currency_code: "usd",
      region_id: null,
      min_quantity: null,
      max_quantity: null,
      price_list_id: shown.id,
      variants: [{ id: shirt, title: "Shirt" }],
      variant: { id: shirt, title: "Shirt" },
      variant_id: shirt,
    });
    expect((await shop.admin.get(`/admin/price-lists/${shown.id}`)).body).toEqual(body);
    expect(await eventsAbout(shop, shown.id)).toEqual([
      { name: "price-list.created", data: { id: shown.id } },
    ]);
  });

  it("may be open for a time, for groups and with tax in its prices", async () => {
    const [ann, bob] = [await aGroup(shop), await aGroup(shop)];
    const created = await aPriceList(shop, {
      type: "override",
      status: "active",
      starts_at: "2030-01-01",
      ends_at: "2030-02-01T12:00:00Z",
      includes_tax: true,
      customer_groups: [{ id: ann.id }, { id: bob.id }, { id: ann.id }],
    });
    expect(created).toMatchObject({
      type: "override",
      status: "active",
      starts_at: "2030-01-01T00:00:00.000Z",
      ends_at: "2030-02-01T12:00:00.000Z",
      includes_tax: true,
    });
    expect(created.customer_groups.map(({ id }) => id)).toEqual([ann.id, bob.id]);
  });

  it.each([
    ["nothing", {}],
    ["no name", listDetails({ name: undefined })],
    ["an empty name", listDetails({ name: "" })],
    ["a name that is a number", listDetails({ name: 7 })],
    ["no description", listDetails({ description: undefined })],
    ["no type", listDetails({ type: undefined })],
    ["an unknown type", listDetails({ type: "odd" })],
    ["an unknown status", listDetails({ status: "open" })],
    ["no prices", listDetails({ prices: undefined })],
    ["prices that are no list", listDetails({ prices: {} })],
    ["a date that is none", listDetails({ starts_at: "soon" })],
    ["an end before its beginning", listDetails({ starts_at: "2030-02-01", ends_at: "2030-01-01" })],
    ["an end at its beginning", listDetails({ starts_at: "2030-01-01", ends_at: "2030-01-01" })],
    ["groups that are plain ids", listDetails({ customer_groups: ["cgrp_1"] })],
    ["includes_tax in words", listDetails({ includes_tax: "yes" })],
    ["something nobody knows", listDetails({ colour: "red" })],
  ])("is refused with %s", async (_, sent) => {
    const before = await countLists();
    const { status, body } = await shop.admin.post("/admin/price-lists", sent);
    expect(status).toBe(400);
    expect(body.type).toBe("invalid_data");
    expect(await countLists()).toBe(before);
  });

  it("is refused for a group that does not exist, with all its prices", async () => {
    const group = await aGroup(shop);
    const before = await countLists();
    const { status, body } = await shop.admin.post(
      "/admin/price-lists",
      listDetails({
        customer_groups: [{ id: group.id }, { id: "cgrp_x" }],
        prices: [dollars(shirt, 77_777)],
      }),
    );
    expect(status).toBe(404);
    expect(body).toEqual({ type: "not_found", message: "CustomerGroup with id cgrp_x was not found" });
    expect(await countLists()).toBe(before);
    const left = await shop.db.run({ text: "select 1 from money_amount where amount = 77777", values: [] });
    expect(left).toEqual([]);
  });

  it("is not found under an unknown id", async () => {
    const answers = [
      await shop.admin.get("/admin/price-lists/pl_unknown"),
      await update("pl_unknown", { name: "New" }),
      await shop.admin.get("/admin/price-lists/pl_unknown/products"),
      await shop.admin.post("/admin/price-lists/pl_unknown/prices/batch", { prices: [] }),
      await shop.admin.delete("/admin/price-lists/pl_unknown/prices/batch", { price_ids: ["ma_1"] }),
      await shop.admin.delete("/admin/price-lists/pl_unknown/products/prices/batch", { product_ids: ["p"] }),
      await shop.admin.delete("/admin/price-lists/pl_unknown/products/prod_1/prices"),
      await shop.admin.delete("/admin/price-lists/pl_unknown/variants/variant_1/prices"),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(body).toEqual({
        type: "not_found",
        message: "Price list with id: pl_unknown was not found",
      });
    }
  });

  it("takes changes and keeps fields that are not sent", async () => {
    const group = await aGroup(shop);
    const before = await aPriceList(shop, {
      prices: [dollars(shirt, 50)],
      customer_groups: [{ id: group.id }],
      starts_at: "2030-01-01",
    });
    const renamed = await update(before.id, { name: "Winter", status: "active", ends_at: "2031-01-01" });
    expect(renamed.status).toBe(200);
    expect(renamed.body.price_list).toEqual({
      ...before,
      name: "Winter",
      status: "active",
      ends_at: "2031-01-01T00:00:00.000Z",
      updated_at: expect.any(String),
    });
    expect(Date.parse(renamed.body.price_list.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
    expect((await eventsAbout(shop, before.id)).map(({ name }) => name)).toEqual([
      "price-list.created",
      "price-list.updated",
    ]);

    const open = await update(before.id, { starts_at: null, ends_at: null, customer_groups: [] });
    expect(open.body.price_list).toMatchObject({
      name: "Winter",
      starts_at: null,
      ends_at: null,
      customer_groups: [],
      prices: [{ amount: 50 }],
    });
  });

  it("exchanges its groups for those that are sent", async () => {
    const [a, b, c] = [await aGroup(shop), await aGroup(shop), await aGroup(shop)];
    const created = await aPriceList(shop, { customer_groups: [{ id: a.id }, { id: b.id }] });
    const { body } = await update(created.id, { customer_groups: [{ id: b.id }, { id: c.id }] });
    expect(body.price_list.customer_groups.map(({ id }: { id: string }) => id)).toEqual([b.id, c.id]);
  });

  it("changes the prices that are named and adds the others", async () => {
    const region = await aEuroRegion(shop);
    const created = await aPriceList(shop, {
      prices: [dollars(shirt, 50, { min_quantity: 2, max_quantity: 5 }), dollars(trousers, 60)],
    });
    const [first, second] = [created.prices[0]!, created.prices[1]!];
    const { status, body } = await update(created.id, {
      prices: [
        { id: first.id, variant_id: shirt, amount: 55, max_quantity: null },
        dollars(shirt, 70),
        { id: second.id, variant_id: shirt, amount: 65, region_id: region.id },
      ],
    });
    expect(status).toBe(200);
    expect(body.price_list.prices).toMatchObject([
      { id: first.id, amount: 55, currency_code: "usd", min_quantity: 2, max_quantity: null },
      { id: second.id, amount: 65, currency_code: "eur", region_id: region.id, variant_id: shirt },
      { amount: 70, currency_code: "usd", region_id: null, variant_id: shirt },
    ]);
    const back = await update(created.id, { prices: [dollars(trousers, 66, { id: second.id })] });
    expect(back.body.price_list.prices[1]).toMatchObject({
      id: second.id,
      amount: 66,
      currency_code: "usd",
      region_id: null,
      variant_id: trousers,
    });
    expect(await priceRows(shop, [first.id, second.id])).toEqual({ amounts: 2, links: 2 });
  });

  it("stays as it is when an update is refused", async () => {
    const [mine, other] = [
      await aPriceList(shop, { ends_at: "2030-01-01", prices: [dollars(shirt, 50, { max_quantity: 5 })] }),
      await aPriceList(shop, { prices: [dollars(shirt, 51)] }),
    ];
    const [price, foreign] = [mine.prices[0]!.id, other.prices[0]!.id];
    const named = { id: price, variant_id: shirt, amount: 1 };
    const refusals: [unknown, number][] = [
      [{ name: "" }, 400],
      [{ name: null }, 400],
      [{ type: "odd" }, 400],
      [{ colour: "red" }, 400],
      [{ name: "Never", starts_at: "2031-01-01" }, 400],
      [{ name: "Never", customer_groups: [{ id: "cgrp_unknown" }] }, 404],
      [{ name: "Never", prices: [{ ...named, id: "ma_unknown" }] }, 404],
      [{ name: "Never", prices: [{ ...named, id: foreign }] }, 404],
      [{ name: "Never", prices: [named, named] }, 400],
      [{ name: "Never", prices: [{ ...named, min_quantity: 6 }] }, 400],
      [{ name: "Never", prices: [{ ...named, amount: -1 }] }, 400],
      [{ name: "Never", prices: [{ ...named, variant_id: "variant_unknown" }] }, 404],
      [{ name: "Never", prices: [{ ...named, currency_code: "usd", region_id: "reg_1" }] }, 400],
      [{ name: "Never", prices: [{ variant_id: shirt, amount: 1 }] }, 400],
    ];
    for (const [changes, status] of refusals) {
      expect([changes, (await update(mine.id, changes)).status]).toEqual([changes, status]);
    }
    expect(await readList(shop, mine.id)).toEqual(mine);
    expect(await readList(shop, other.id)).toEqual(other);
    expect(await eventsAbout(shop, mine.id)).toHaveLength(1);
  });

  it("keeps every change of updates at the same moment", async () => {
    const created = await aPriceList(shop);
    const answers = await Promise.all([
      update(created.id, { name: "Both" }),
      update(created.id, { description: "changes" }),
      update(created.id, { status: "active" }),
      ...[1, 2, 3, 4].map((amount) => update(created.id, { prices: [dollars(shirt, amount)] })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const after = await readList(shop, created.id);
    expect(after).toMatchObject({ name: "Both", description: "changes", status: "active" });
    expect(amountsOf(after).sort()).toEqual([1, 2, 3, 4]);
  });

  it("is not opened after its end by two updates at the same moment", async () => {
    const created = await aPriceList(shop);
    const answers = await Promise.all([
      update(created.id, { starts_at: "2031-01-01" }),
      update(created.id, { ends_at: "2030-01-01" }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it("is deleted for good with its prices, and deleting it again changes nothing", async () => {
    const group = await aGroup(shop);
    const created = await aPriceList(shop, {
      prices: [dollars(shirt, 1), dollars(trousers, 2)],
      customer_groups: [{ id: group.id }],
    });
    const kept = await aPriceList(shop, { prices: [dollars(shirt, 3)] });
    for (const _ of ["first", "second"]) {
      const { status, body } = await shop.admin.delete(`/admin/price-lists/${created.id}`);
      expect(status).toBe(200);
      expect(body).toEqual({ id: created.id, object: "price-list", deleted: true });
    }
    expect((await shop.admin.get(`/admin/price-lists/${created.id}`)).status).toBe(404);
    const idsOf = (prices: { id: string }[]) => prices.map(({ id }) => id);
    expect(await priceRows(shop, idsOf(created.prices))).toEqual({ amounts: 0, links: 0 });
    expect(await priceRows(shop, idsOf(kept.prices))).toEqual({ amounts: 1, links: 1 });
    expect((await shop.admin.get(`/admin/customer-groups/${group.id}`)).status).toBe(200);
    const deletions = (await eventsAbout(shop, created.id)).filter(({ name }) => name.endsWith("deleted"));
    expect(deletions).toEqual([{ name: "price-list.deleted", data: { id: created.id } }]);
  });

  it("takes no prices when it is deleted at the same moment", async () => {
    for (let round = 0; round < 5; round++) {
      const created = await aPriceList(shop);
      const [added, deleted] = await Promise.all([
        shop.admin.post(`/admin/price-lists/${created.id}/prices/batch`, { prices: [dollars(shirt, 4242)] }),
        shop.admin.delete(`/admin/price-lists/${created.id}`),
      ]);
      // Added, and gone before it could be shown; or too late.
      expect([200, 404]).toContain(added.status);
      expect(deleted.status).toBe(200);
    }
    const left = await shop.db.run({
      text: `select id from money_amount where amount = 4242
        union all select id from product_variant_money_amount link
          where not exists (select 1 from money_amount where id = link.money_amount_id)`,
      values: [],
    });
    expect(left).toEqual([]);
  });

  it("is for all customers again when its only group is deleted", async () => {
    const group = await aGroup(shop);
    const created = await aPriceList(shop, { customer_groups: [{ id: group.id }] });
    await shop.admin.delete(`/admin/customer-groups/${group.id}`);
    expect((await readList(shop, created.id)).customer_groups).toEqual([]);
  });

  it("is nothing for visitors or shoppers", async () => {
    const created = await aPriceList(shop, { prices: [dollars(shirt, 50)] });
    const path = `/admin/price-lists/${created.id}`;
    for (const client of [shop.visitor(), (await aShopper(shop)).browser]) {
      const answers = [
        await client.get("/admin/price-lists"),
        await client.post("/admin/price-lists", listDetails()),
        await client.get(path),
        await client.post(path, { name: "Mine" }),
        await client.delete(path),
        await client.post(`${path}/prices/batch`, { prices: [] }),
        await client.delete(`${path}/prices/batch`, { price_ids: [created.prices[0]!.id] }),
        await client.get(`${path}/products`),
        await client.delete(`${path}/products/prices/batch`, { product_ids: ["prod_1"] }),
        await client.delete(`${path}/products/prod_1/prices`),
        await client.delete(`${path}/variants/${shirt}/prices`),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
    }
    expect(await readList(shop, created.id)).toEqual(created);
  });
});

describe("the list of price lists", () => {
  it("finds by name, description and group, pages, and counts all matches", async () => {
    const group = await aGroup(shop, "Loyal Foragers");
    await aPriceList(shop, { name: "Forage a", customer_groups: [{ id: group.id }] });
    await aPriceList(shop, { name: "b", description: "for FORAGE" });
    await aPriceList(shop, { name: "c", customer_groups: [{ id: group.id }] });
    const newestFirst = await list("q=forage");
    expect(namesOf(newestFirst)).toEqual(["c", "b", "Forage a"]);
    expect(newestFirst.body).toMatchObject({ count: 3, offset: 0, limit: 10 });
    expect(newestFirst.body.price_lists[0]).toMatchObject({ customer_groups: [{ id: group.id }] });
    expect(newestFirst.body.price_lists[0]).not.toHaveProperty("prices");

    const secondPage = await list("q=forage&order=name&limit=2&offset=2");
    expect(namesOf(secondPage)).toEqual(["c"]);
    expect(secondPage.body).toMatchObject({ count: 3, offset: 2, limit: 2 });
    expect((await list("q=nothing%25")).body).toEqual({ price_lists: [], count: 0, offset: 0, limit: 10 });
    expect(namesOf(await list(`customer_groups[]=${group.id}&order=name`))).toEqual(["Forage a", "c"]);
    expect(namesOf(await list("name=b&q=forage"))).toEqual(["b"]);
    expect(namesOf(await list("description=for FORAGE"))).toEqual(["b"]);
  });

  it("filters by id, status, type and dates", async () => {
    const sale = await aPriceList(shop, { name: "Filter sale", status: "active" });
    await aPriceList(shop, { name: "Filter override", type: "override" });
    expect(namesOf(await list(`id=${sale.id}`))).toEqual(["Filter sale"]);
    expect(namesOf(await list("q=filter&status[]=active"))).toEqual(["Filter sale"]);
    expect(namesOf(await list("q=filter&type[]=override"))).toEqual(["Filter override"]);
    expect((await list("q=filter&type[]=override&type[]=sale")).body.count).toBe(2);
    expect(namesOf(await list("q=filter&status=active&type=sale"))).toEqual(["Filter sale"]);
    expect((await list("q=filter&status[]=active,draft")).body.count).toBe(2);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect((await list(`q=filter&created_at[lt]=${tomorrow}`)).body.count).toBe(2);
    expect((await list(`q=filter&updated_at[gt]=${tomorrow}`)).body.count).toBe(0);
    expect((await list("q=filter&deleted_at[gt]=2020-01-01")).body.count).toBe(0);
  });

  it("shows the selected relations and fields", async () => {
    const created = await aPriceList(shop, { prices: [dollars(shirt, 5)] });
    const plain = await list(`id=${created.id}`);
    expect(plain.body.price_lists[0]).not.toHaveProperty("customer_groups");
    expect(plain.body.price_lists[0]).not.toHaveProperty("prices");
    const bare = await list(`id=${created.id}&fields=name&expand=`);
    expect(Object.keys(bare.body.price_lists[0]).sort()).toEqual(["created_at", "id", "name"]);
    const prices = await list(`id=${created.id}&fields=name&expand=prices`);
    expect(prices.body.price_lists[0].prices).toMatchObject([{ amount: 5 }]);
    expect(prices.body.price_lists[0].prices[0]).not.toHaveProperty("variant_id");
    const whole = await list(`id=${created.id}&expand=prices.variants`);
    expect(whole.body.price_lists[0].prices).toMatchObject([{ variant_id: shirt, variant: { id: shirt } }]);
  });

  it.each([
    "status=open",
    "status[]=active,open",
    "status[]=open",
    "type[]=odd",
    "limit=-1",
    "limit=many",
    "offset=-1",
    "order=nonsense",
    "expand=nonsense",
    "fields=nonsense",
    "created_at[gt]=yesterday",
    "colour=red",
  ])("refuses ?%s", async (query) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    expect(body.type).toBe("invalid_data");
  });
});

describe("reading price lists", () => {
  it("takes one statement for one, and two for a page, with any relations", async () => {
    const created = await aPriceList(shop, { prices: [dollars(shirt, 5), dollars(trousers, 6)] });
    const one = await countingStatements(shop.db, () => readList(shop, created.id));
    expect(one.result.prices).toHaveLength(2);
    expect(one.statements).toHaveLength(1);
    expect(one.credentials).toBe(1);
    for (const path of ["?expand=prices.variants.product,customer_groups.customers", "?q=list"]) {
      const page = await countingStatements(shop.db, () => shop.admin.get(`/admin/price-lists${path}`));
      expect(page.result.status).toBe(200);
      expect(page.statements).toHaveLength(2);
    }
  });
});
