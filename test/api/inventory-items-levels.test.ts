import { describe, expect } from "vitest";
import { announced } from "../support/checks/announced-events.ts";
import {
  aLocation,
  anItem,
  aReservation,
  aStockedItem,
  levelsOf,
  stocked,
} from "../support/factories/inventory.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const path = (itemId: string, rest = "") => `/admin/inventory-items/${itemId}/location-levels${rest}`;

describe("a level", () => {
  it("is made with its stock; the answer is the item", async () => {
    const [item, location] = [await anItem(shop, { sku: "levelled" }), await aLocation(shop)];
    const { status, body } = await shop.admin.post(path(item.id), {
      location_id: location.id,
      stocked_quantity: 5,
      incoming_quantity: 2,
    });
    expect(status).toBe(200);
    expect(body.inventory_item).toMatchObject({ id: item.id, sku: "levelled" });
    expect(body.inventory_item).not.toHaveProperty("location_levels");
    const levels = (await shop.admin.get(path(item.id))).body;
    expect(levels).toEqual({
      inventory_item: {
        id: item.id,
        location_levels: [
          {
            id: expect.stringMatching(/^ilev_/),
            inventory_item_id: item.id,
            location_id: location.id,
            stocked_quantity: 5,
            reserved_quantity: 0,
            incoming_quantity: 2,
            metadata: null,
            created_at: expect.any(String),
            updated_at: expect.any(String),
          },
        ],
      },
    });
    const [{ id }] = levels.inventory_item.location_levels;
    expect(await announced(shop.db, "inventory-level.created")).toContainEqual({ id });
  });

  it("exists once: of two requests at the same moment, one gets that it exists", async () => {
    const [item, location] = [await anItem(shop), await aLocation(shop)];
    const answers = await Promise.all(
      [4, 4].map((quantity) =>
        shop.admin.post(path(item.id), { location_id: location.id, stocked_quantity: quantity }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(answers.find(({ status }) => status === 422)?.body).toEqual({
      code: "invalid_request_error",
      type: "duplicate_error",
      message: `Inventory_level with inventory_item_id, location_id ${item.id}, ${location.id} already exists.`,
    });
    expect(await levelsOf(shop, item.id)).toEqual({ [location.id]: [4, 0] });
  });

  it.each([
    ["no location", { stocked_quantity: 1 }, 400],
    ["no quantity", { location_id: "here" }, 400],
    ["a negative quantity", { location_id: "here", stocked_quantity: -1 }, 400],
    ["half a piece", { location_id: "here", stocked_quantity: 0.5 }, 400],
    ["too many pieces", { location_id: "here", stocked_quantity: 2_147_483_648 }, 400],
    ["reserved pieces", { location_id: "here", stocked_quantity: 1, reserved_quantity: 1 }, 400],
    ["a location nobody knows", { location_id: "sloc_unknown", stocked_quantity: 1 }, 404],
  ])("is refused with %s", async (_, sent, expected) => {
    const [item, location] = [await anItem(shop), await aLocation(shop)];
    const place = "location_id" in sent && sent.location_id === "here" ? { location_id: location.id } : {};
    const { status } = await shop.admin.post(path(item.id), { ...sent, ...place });
    expect(status).toBe(expected);
    expect(await levelsOf(shop, item.id)).toEqual({});
  });

  it("is refused for an unknown item, or when the selection is invalid", async () => {
    const [item, location] = [await anItem(shop), await aLocation(shop)];
    const level = { location_id: location.id, stocked_quantity: 1 };
    const unknown = await shop.admin.post(path("iitem_unknown"), level);
    expect(unknown.status).toBe(404);
    expect(unknown.body.message).toBe("InventoryItem with id iitem_unknown was not found");
    expect((await shop.admin.post(path(item.id, "?expand=nonsense"), level)).status).toBe(400);
    expect(await levelsOf(shop, item.id)).toEqual({});
  });

  it("gets new quantities; fields that are not sent stay", async () => {
    const { itemId, locationId } = await aStockedItem(shop, 5);
    await shop.admin.post(path(itemId, `/${locationId}`), { incoming_quantity: 9 });
    const { status, body } = await shop.admin.post(path(itemId, `/${locationId}`), { stocked_quantity: 50 });
    expect(status).toBe(200);
    expect(body.inventory_item.id).toBe(itemId);
    const [level] = (await shop.admin.get(path(itemId))).body.inventory_item.location_levels;
    expect(level).toMatchObject({ stocked_quantity: 50, incoming_quantity: 9, reserved_quantity: 0 });
    expect(await announced(shop.db, "inventory-level.updated")).toContainEqual({ id: level.id });
  });

  it("may be below the reserved quantity", async () => {
    const { itemId, locationId } = await aStockedItem(shop, 5);
    await aReservation(shop, { inventory_item_id: itemId, location_id: locationId, quantity: 4 });
    expect((await shop.admin.post(path(itemId, `/${locationId}`), { stocked_quantity: 1 })).status).toBe(200);
    expect(await levelsOf(shop, itemId)).toEqual({ [locationId]: [1, 4] });
  });

  it.each([
    { stocked_quantity: -1 },
    { incoming_quantity: 1.5 },
    { reserved_quantity: 0 },
    { location_id: "x" },
  ])("stays as it is when it is updated with %j", async (sent) => {
    const { itemId, locationId } = await aStockedItem(shop, 5);
    expect((await shop.admin.post(path(itemId, `/${locationId}`), sent)).status).toBe(400);
    expect(await levelsOf(shop, itemId)).toEqual({ [locationId]: [5, 0] });
  });

  it("that is not there cannot be updated", async () => {
    const [item, location] = [await anItem(shop), await aLocation(shop)];
    const { status, body } = await shop.admin.post(path(item.id, `/${location.id}`), { stocked_quantity: 1 });
    expect(status).toBe(404);
    expect(body.message).toBe(`Inventory level for item ${item.id} and location ${location.id} not found`);
  });
});

describe("deleting a level", () => {
  it("answers with the item; the level can be made again", async () => {
    const { itemId, locationId } = await aStockedItem(shop, 5);
    const { status, body } = await shop.admin.delete(path(itemId, `/${locationId}`));
    expect(status).toBe(200);
    expect(body.inventory_item).toMatchObject({ id: itemId, deleted_at: null });
    expect(await levelsOf(shop, itemId)).toEqual({});
    const again = await shop.admin.delete(path(itemId, `/${locationId}`));
    expect(again.status).toBe(200);
    await stocked(shop, itemId, locationId, 3);
    expect(await levelsOf(shop, itemId)).toEqual({ [locationId]: [3, 0] });
  });

  it("is refused while stock is reserved there", async () => {
    const { itemId, locationId } = await aStockedItem(shop, 5);
    const reservation = await aReservation(shop, { inventory_item_id: itemId, location_id: locationId });
    const { status, body } = await shop.admin.delete(path(itemId, `/${locationId}`));
    expect(status).toBe(400);
    expect(body).toEqual({
      type: "not_allowed",
      message: `Cannot remove Inventory Level ${itemId} at Location ${locationId} because there are reservations at location`,
    });
    expect(await levelsOf(shop, itemId)).toEqual({ [locationId]: [5, 1] });
    await shop.admin.delete(`/admin/reservations/${reservation.id}`);
    expect((await shop.admin.delete(path(itemId, `/${locationId}`))).status).toBe(200);
  });

  it("at the moment it is reserved ends with one of both", async () => {
    const { itemId, locationId } = await aStockedItem(shop, 5);
    const wanted = { inventory_item_id: itemId, location_id: locationId, quantity: 1 };
    const [reserved, deleted] = await Promise.all([
      shop.admin.post("/admin/reservations", wanted),
      shop.admin.delete(path(itemId, `/${locationId}`)),
    ]);
    expect([
      [200, 400],
      [404, 200],
    ]).toContainEqual([reserved.status, deleted.status]);
  });

  it("of an unknown item is refused", async () => {
    expect((await shop.admin.delete(path("iitem_unknown", "/sloc_1"))).status).toBe(404);
  });
});

describe("the levels of an item", () => {
  it("are filtered by location, with the selected fields and relations", async () => {
    const { itemId, locationId } = await aStockedItem(shop, 5);
    const other = await aLocation(shop);
    await stocked(shop, itemId, other.id, 7);
    const found = async (query: string) =>
      (await shop.admin.get(path(itemId, `?${query}`))).body.inventory_item.location_levels;
    expect(await found(`location_id[]=${other.id}`)).toMatchObject([{ stocked_quantity: 7 }]);
    expect(await found(`location_id[]=${other.id}&location_id[]=${locationId}`)).toHaveLength(2);
    expect(await found("location_id[]=sloc_unknown")).toEqual([]);
    expect(await found(`location_id[]=${other.id}&fields=available_quantity&expand=location`)).toMatchObject([
      { available_quantity: 7, location: { name: other.name } },
    ]);
    expect(await found(`location_id=${other.id}`)).toMatchObject([{ stocked_quantity: 7 }]);
    for (const query of ["fields=nonsense", "expand=nonsense", "limit=1"]) {
      expect((await shop.admin.get(path(itemId, `?${query}`))).status).toBe(400);
    }
  });

  it("are none for an item without any, and 404 for an unknown item", async () => {
    const item = await anItem(shop);
    expect((await shop.admin.get(path(item.id))).body).toEqual({
      inventory_item: { id: item.id, location_levels: [] },
    });
    expect((await shop.admin.get(path("iitem_unknown"))).status).toBe(404);
  });
});
