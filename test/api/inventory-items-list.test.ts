import { describe, expect } from "vitest";
import { aLocation, anItem, aReservation, stocked } from "../support/factories/inventory.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let here: string;
let there: string;
let ids: Record<string, string>;

const { it, shop } = withShop();
it.beforeAll(async () => {
  [here, there] = [(await aLocation(shop)).id, (await aLocation(shop)).id];
  const hat = await anItem(shop, { sku: "hat-1", title: "Hat", weight: 100, length: 10, material: "Wool" });
  const boots = await anItem(shop, {
    sku: "boot-1",
    description: "Warm boots",
    hs_code: "6403",
    weight: 900,
    height: 30,
    origin_country: "it",
    mid_code: "m1",
  });
  const card = await anItem(shop, { sku: "card-1", width: 8 });
  await shop.admin.post(`/admin/inventory-items/${card.id}`, { requires_shipping: false });
  ids = { hat: hat.id, boots: boots.id, card: card.id };
  await stocked(shop, hat.id, here, 5);
  await stocked(shop, hat.id, there, 7);
  await stocked(shop, boots.id, there, 2);
  await aReservation(shop, { inventory_item_id: hat.id, location_id: there, quantity: 3 });
});

const list = (query: string) => shop.admin.get(`/admin/inventory-items?${query}`);
const skus = async (query: string) =>
  (await list(`${query}&order=sku`)).body.inventory_items.map(({ sku }: { sku: string }) => sku);

describe("the list of inventory items", () => {
  it("shows each with its variants, levels and sums", async () => {
    const { body } = await list("sku=hat-1");
    expect(body).toMatchObject({ count: 1, offset: 0, limit: 20 });
    expect(body.inventory_items[0]).toMatchObject({
      id: ids["hat"],
      stocked_quantity: 12,
      reserved_quantity: 3,
      variants: [{ title: "Large", product: { title: "Boots" } }],
    });
    expect(body.inventory_items[0].location_levels).toHaveLength(2);
    expect(body.inventory_items[0]).not.toHaveProperty("deleted_at");
  });

  it("is searched in SKU, title and description", async () => {
    expect(await skus("q=HAT")).toEqual(["hat-1"]);
    expect(await skus("q=warm")).toEqual(["boot-1"]);
    expect(await skus("q=-1")).toEqual(["boot-1", "card-1", "hat-1"]);
    expect(await skus("q=%25")).toEqual([]);
    expect(await skus("q=-1&sku=hat-1")).toEqual(["hat-1"]);
  });

  it.each([
    ["sku[]=hat-1&sku[]=card-1", ["card-1", "hat-1"]],
    ["material=Wool", ["hat-1"]],
    ["origin_country=it", ["boot-1"]],
    ["mid_code[]=m1", ["boot-1"]],
    ["hs_code=6403", ["boot-1"]],
    ["hs_code[starts_with]=64", ["boot-1"]],
    ["weight=100", ["hat-1"]],
    ["weight[gt]=100", ["boot-1"]],
    ["weight[gte]=100&weight[lt]=900", ["hat-1"]],
    ["length[lte]=10", ["hat-1"]],
    ["height=30", ["boot-1"]],
    ["width[gt]=7", ["card-1"]],
    ["requires_shipping=false", ["card-1"]],
    ["requires_shipping=true", ["boot-1", "hat-1"]],
  ])("is filtered by ?%s", async (query, expected) => {
    expect(await skus(query)).toEqual(expected);
  });

  it("is filtered by id", async () => {
    expect(await skus(`id=${ids["hat"]}`)).toEqual(["hat-1"]);
    expect(await skus(`id[]=${ids["hat"]}&id[]=${ids["card"]}`)).toEqual(["card-1", "hat-1"]);
  });

  it("filtered by location, shows only that location", async () => {
    expect(await skus(`location_id=${here}`)).toEqual(["hat-1"]);
    expect(await skus(`location_id[]=${here}&location_id[]=${there}`)).toEqual(["boot-1", "hat-1"]);
    expect(await skus("location_id=sloc_unknown")).toEqual([]);

    const { body } = await list(`location_id=${there}&sku=hat-1`);
    expect(body.inventory_items[0]).toMatchObject({
      stocked_quantity: 7,
      reserved_quantity: 3,
      location_levels: [{ location_id: there }],
    });
    const bare = await list(`location_id=${here}&sku=hat-1&expand=&fields=stocked_quantity`);
    expect(bare.body.inventory_items).toEqual([
      { id: ids["hat"], stocked_quantity: 5, created_at: expect.any(String) },
    ]);
    const both = await list(`location_id[]=${here},${there}&sku=hat-1&expand=location_levels`);
    expect(both.body.inventory_items[0]).toMatchObject({ stocked_quantity: 12, location_levels: [{}, {}] });
  });

  it("is sorted, also by quantity, and paged", async () => {
    const { body } = await list("order=-stocked_quantity&limit=1&offset=1&fields=sku");
    expect(body).toMatchObject({ count: 3, offset: 1, limit: 1, inventory_items: [{ sku: "boot-1" }] });
    expect((await list("limit=2&offset=2&order=sku")).body.inventory_items).toMatchObject([{ sku: "hat-1" }]);
  });

  it.each([
    "weight=heavy",
    "weight=1.5",
    "weight[near]=1",
    "weight[gt]=99999999999",
    "requires_shipping=maybe",
    "sku[starts_with]=h",
    "order=nonsense",
    "expand=nonsense",
    "fields=nonsense",
    "limit=-1",
    "colour=red",
  ])("refuses ?%s", async (query) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    expect(body.type).toBe("invalid_data");
  });
});
