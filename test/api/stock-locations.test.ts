import { describe, expect } from "vitest";
import { announced } from "../support/checks/announced-events.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { eventsAbout } from "../support/factories/customers.ts";
import {
  aChannel,
  aLocation,
  anItem,
  aReservation,
  levelsOf,
  stocked,
} from "../support/factories/inventory.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const dock = { address_1: "1 Dock Road", city: "Harbour", country_code: "US", postal_code: "1" };
const path = (id: string, query = "") => `/admin/stock-locations/${id}${query}`;
const read = async (id: string, query = "") => (await shop.admin.get(path(id, query))).body.stock_location;
const list = (query: string) => shop.admin.get(`/admin/stock-locations?${query}`);
const namesOf = ({ body }: { body: { stock_locations: { name: string }[] } }) =>
  body.stock_locations.map(({ name }) => name);

describe("a stock location", () => {
  it("is made with an address, which is shown on request", async () => {
    const { status, body } = await shop.admin.post("/admin/stock-locations", {
      name: "Depot",
      address: dock,
      metadata: { dock: 4 },
    });
    expect(status).toBe(200);
    expect(body.stock_location).toEqual({
      id: expect.stringMatching(/^sloc_/),
      name: "Depot",
      address_id: expect.stringMatching(/^laddr_/),
      metadata: { dock: 4 },
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const { address } = await read(body.stock_location.id, "?expand=address");
    expect(address).toMatchObject({ address_1: "1 Dock Road", country_code: "us", phone: null });
    expect(await eventsAbout(shop, body.stock_location.id)).toEqual([
      { name: "stock-location.created", data: { id: body.stock_location.id } },
    ]);
  });

  it("may have no address, or share one that is there", async () => {
    const first = await aLocation(shop, { address: dock });
    expect(await aLocation(shop)).toMatchObject({ address_id: null, metadata: null });
    const byId = await aLocation(shop, { address_id: first.address_id });
    expect(byId.address_id).toBe(first.address_id);
    expect((await aLocation(shop, { address: first.address_id })).address_id).toBe(first.address_id);
  });

  it("is shown with the selected fields in the answer to its creation", async () => {
    const { body } = await shop.admin.post("/admin/stock-locations?expand=address&fields=name", {
      name: "Shown",
      address: dock,
    });
    expect(body.stock_location).toMatchObject({ name: "Shown", address: { city: "Harbour" } });
    expect(body.stock_location).not.toHaveProperty("metadata");
  });

  it.each([
    ["no name", {}, 400],
    ["an empty name", { name: "" }, 400],
    ["a name that is a number", { name: 1 }, 400],
    ["an address without a street", { name: "x", address: { country_code: "us" } }, 400],
    ["an address without a country", { name: "x", address: { address_1: "1 Dock Road" } }, 400],
    ["a country that is none", { name: "x", address: { ...dock, country_code: "usa" } }, 400],
    ["an address with something else", { name: "x", address: { ...dock, colour: "red" } }, 400],
    ["an address twice", { name: "x", address: dock, address_id: "laddr_1" }, 400],
    ["an address nobody knows", { name: "x", address_id: "laddr_unknown" }, 404],
    ["something else", { name: "x", colour: "red" }, 400],
  ])("is refused with %s", async (_, sent, expected) => {
    const before = (await list("")).body.count;
    const { status, body } = await shop.admin.post("/admin/stock-locations", sent);
    expect(status).toBe(expected);
    expect(body.type).toBe(expected === 404 ? "not_found" : "invalid_data");
    expect((await list("")).body.count).toBe(before);
  });

  it("names the field that is wrong in an address", async () => {
    const { body } = await shop.admin.post("/admin/stock-locations", {
      name: "x",
      address: { country_code: "us" },
    });
    expect(body.message).toBe("address_1 is required");
  });

  it("is not made when the selection is invalid", async () => {
    const before = (await list("")).body.count;
    const { status } = await shop.admin.post("/admin/stock-locations?expand=nonsense", { name: "x" });
    expect(status).toBe(400);
    expect((await list("")).body.count).toBe(before);
  });

  it("keeps fields that are not sent, and merges metadata", async () => {
    const location = await aLocation(shop, { address: dock, metadata: { a: 1, b: 2 } });
    const { status, body } = await shop.admin.post(path(location.id), {
      name: "Yard",
      metadata: { b: 3, a: "" },
    });
    expect(status).toBe(200);
    expect(body.stock_location).toMatchObject({
      name: "Yard",
      address_id: location.address_id,
      metadata: { b: 3 },
    });
    expect((await eventsAbout(shop, location.id)).at(-1)?.name).toBe("stock-location.updated");
  });

  it("changes its address in place, gets one, or takes another", async () => {
    const location = await aLocation(shop, { address: dock });
    const moved = { address_1: "2 Dock Road", country_code: "de" };
    await shop.admin.post(path(location.id), { address: moved });
    expect(await read(location.id, "?expand=address")).toMatchObject({
      address_id: location.address_id,
      address: { ...moved, city: "Harbour" },
    });
    const bare = await aLocation(shop);
    await shop.admin.post(path(bare.id), { address: moved });
    expect((await read(bare.id)).address_id).toMatch(/^laddr_/);
    await shop.admin.post(path(bare.id), { address_id: location.address_id });
    expect((await read(bare.id)).address_id).toBe(location.address_id);
  });

  it.each([
    [{ name: "" }, 400],
    [{ address: null }, 400],
    [{ address_id: "laddr_unknown", name: "Other" }, 404],
  ])("stays as it is when it is updated with %j", async (sent, expected) => {
    const location = await aLocation(shop, { address: dock });
    const before = await read(location.id);
    expect((await shop.admin.post(path(location.id), sent)).status).toBe(expected);
    expect(await read(location.id)).toEqual(before);
  });

  it("that is unknown is not found", async () => {
    for (const answer of [
      await shop.admin.get(path("sloc_unknown")),
      await shop.admin.post(path("sloc_unknown"), { name: "x" }),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({
        type: "not_found",
        message: "StockLocation with id sloc_unknown was not found",
      });
    }
  });

  it("shows the channels that sell from it", async () => {
    const location = await aLocation(shop);
    const [channel, former] = [await aChannel(shop, location.id), await aChannel(shop, location.id)];
    await shop.db.run({
      text: "update sales_channel_location set deleted_at = now() where sales_channel_id = $1",
      values: [former],
    });
    const { sales_channels } = await read(location.id, "?expand=sales_channels");
    expect(sales_channels.map(({ id }: { id: string }) => id)).toEqual([channel]);
    expect(await read(location.id)).not.toHaveProperty("sales_channels");
  });

  it("is nothing for visitors", async () => {
    const location = await aLocation(shop);
    const visitor = shop.visitor();
    const answers = [
      await visitor.get("/admin/stock-locations"),
      await visitor.post("/admin/stock-locations", { name: "x" }),
      await visitor.get(path(location.id)),
      await visitor.post(path(location.id), { name: "x" }),
      await visitor.delete(path(location.id)),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
    expect((await read(location.id)).name).toBe(location.name);
  });
});

describe("deleting a stock location", () => {
  it("takes its levels, its reservations and its place in channels along, and nothing else", async () => {
    const [location, other, item] = [await aLocation(shop), await aLocation(shop), await anItem(shop)];
    await stocked(shop, item.id, location.id, 5);
    await stocked(shop, item.id, other.id, 7);
    const gone = await aReservation(shop, { inventory_item_id: item.id, location_id: location.id });
    const kept = await aReservation(shop, { inventory_item_id: item.id, location_id: other.id });
    const channel = await aChannel(shop, location.id, other.id);

    const { status, body } = await shop.admin.delete(path(location.id));
    expect(status).toBe(200);
    expect(body).toEqual({ id: location.id, object: "stock_location", deleted: true });
    expect((await shop.admin.get(path(location.id))).status).toBe(404);
    expect(await levelsOf(shop, item.id)).toEqual({ [other.id]: [7, 1] });
    expect((await shop.admin.get(`/admin/reservations/${gone.id}`)).status).toBe(404);
    expect((await shop.admin.get(`/admin/reservations/${kept.id}`)).status).toBe(200);
    expect((await list(`sales_channel_id=${channel}`)).body.stock_locations).toMatchObject([
      { id: other.id },
    ]);
    expect((await eventsAbout(shop, location.id)).at(-1)?.name).toBe("stock-location.deleted");
    expect(await announced(shop.db, "inventory-level.deleted")).toContainEqual({ location_id: location.id });
    expect(await announced(shop.db, "reservation-item.deleted")).toContainEqual({ location_id: location.id });
  });

  it("twice, or of an unknown one, is no error and announces nothing again", async () => {
    const location = await aLocation(shop);
    for (const id of [location.id, location.id, "sloc_never"]) {
      expect(await shop.admin.delete(path(id))).toMatchObject({ status: 200, body: { id, deleted: true } });
    }
    const told = (await announced(shop.db, "stock-location.deleted")).map(({ id }) => id);
    expect(told.filter((id) => id === location.id)).toHaveLength(1);
    expect(told).not.toContain("sloc_never");
  });

  it("at the moment stock comes in leaves no stock behind", async () => {
    const [location, item] = [await aLocation(shop), await anItem(shop)];
    const [made, deleted] = await Promise.all([
      shop.admin.post(`/admin/inventory-items/${item.id}/location-levels`, {
        location_id: location.id,
        stocked_quantity: 5,
      }),
      shop.admin.delete(path(location.id)),
    ]);
    expect([200, 404]).toContain(made.status);
    expect(deleted.status).toBe(200);
    expect(await levelsOf(shop, item.id)).toEqual({});
  });
});

describe("the list of stock locations", () => {
  it("is searched, sorted and paged", async () => {
    for (const name of ["Listed a", "Listed b", "Listed c"]) await aLocation(shop, { name });
    const newestFirst = await list("q=LISTED");
    expect(namesOf(newestFirst)).toEqual(["Listed c", "Listed b", "Listed a"]);
    expect(newestFirst.body).toMatchObject({ count: 3, offset: 0, limit: 20 });
    const second = await list("q=listed&order=name&limit=2&offset=2");
    expect(namesOf(second)).toEqual(["Listed c"]);
    expect(second.body).toMatchObject({ count: 3, offset: 2, limit: 2 });
    expect((await list("q=nowhere")).body).toEqual({ stock_locations: [], count: 0, offset: 0, limit: 20 });
  });

  it("is filtered by id, name, address, channel and dates", async () => {
    const a = await aLocation(shop, { name: "Filter a", address: dock });
    const b = await aLocation(shop, { name: "Filter b" });
    const [channelA, channelB] = [await aChannel(shop, a.id), await aChannel(shop, b.id)];
    expect(namesOf(await list(`id=${a.id}`))).toEqual(["Filter a"]);
    expect(namesOf(await list(`id[]=${a.id}&id[]=${b.id}&order=name`))).toEqual(["Filter a", "Filter b"]);
    expect(namesOf(await list("name=Filter b"))).toEqual(["Filter b"]);
    expect(namesOf(await list("name[]=Filter a&name[]=Filter c"))).toEqual(["Filter a"]);
    expect(namesOf(await list(`address_id=${a.address_id}`))).toEqual(["Filter a"]);
    expect(namesOf(await list(`sales_channel_id=${channelA}`))).toEqual(["Filter a"]);
    const both = `sales_channel_id[]=${channelA}&sales_channel_id[]=${channelB}`;
    expect(namesOf(await list(`${both}&order=-name`))).toEqual(["Filter b", "Filter a"]);
    expect(namesOf(await list("sales_channel_id=sc_unknown"))).toEqual([]);
    expect(namesOf(await list(`id=${a.id}&created_at[gt]=2100-01-01`))).toEqual([]);
    expect(namesOf(await list(`id=${a.id}&updated_at[lt]=2100-01-01`))).toEqual(["Filter a"]);
  });

  it.each(["order=nonsense", "expand=nonsense", "fields=nonsense", "limit=-1", "name[like]=x", "colour=red"])(
    "refuses ?%s",
    async (query) => {
      const { status, body } = await list(query);
      expect(status).toBe(400);
      expect(body.type).toBe("invalid_data");
    },
  );

  it("takes two statements, and one location takes one, with any relations", async () => {
    const location = await aLocation(shop, { address: dock });
    const one = await countingStatements(shop.db, () => read(location.id, "?expand=address,sales_channels"));
    expect(one.statements).toHaveLength(1);
    const page = await countingStatements(shop.db, () => list("expand=address,sales_channels&q=e"));
    expect(page.result.status).toBe(200);
    expect(page.statements).toHaveLength(2);
  });
});
