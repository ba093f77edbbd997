import { describe, expect } from "vitest";
import { announced } from "../support/checks/announced-events.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { eventsAbout } from "../support/factories/customers.ts";
import {
  aLocation,
  anItem,
  aReservation,
  aStockedItem,
  aVariant,
  needs,
  stocked,
} from "../support/factories/inventory.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const path = (id: string, query = "") => `/admin/inventory-items/${id}${query}`;
const read = async (id: string, query = "") => (await shop.admin.get(path(id, query))).body.inventory_item;
const count = async () => (await shop.admin.get("/admin/inventory-items")).body.count;

const boots = {
  sku: "boots",
  hs_code: "6403",
  weight: 900,
  length: 30,
  height: 12,
  width: 20,
  origin_country: "it",
  mid_code: "m1",
  material: "Leather",
  title: "Boots",
  description: "A pair of boots",
  thumbnail: "https://example.com/boots.png",
  metadata: { pair: true },
};

describe("an inventory item", () => {
  it("is made with all its details", async () => {
    const sent = { ...boots, variant_id: await aVariant(shop) };
    const { status, body } = await shop.admin.post("/admin/inventory-items", sent);
    expect(status).toBe(200);
    expect(body.inventory_item).toEqual({
      id: expect.stringMatching(/^iitem_/),
      ...boots,
      requires_shipping: true,
      deleted_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(await eventsAbout(shop, body.inventory_item.id)).toEqual([
      { name: "inventory-item.created", data: { id: body.inventory_item.id } },
    ]);
  });

  it("is refused without the variant that needs it", async () => {
    const before = await count();
    const { status, body } = await shop.admin.post("/admin/inventory-items", boots);
    expect(status).toBe(400);
    expect(body).toEqual({ type: "not_allowed", message: "variant_id is required" });
    expect(await count()).toBe(before);
  });

  it("may be made with nothing else; several may be without a SKU", async () => {
    expect(await anItem(shop, {})).toMatchObject({ sku: null, metadata: null });
    expect(await anItem(shop, { sku: "" })).toMatchObject({ sku: null });
    expect(await anItem(shop, { sku: "" })).toMatchObject({ sku: null });
  });

  it("is attached to the variant that needs it", async () => {
    const variantId = await aVariant(shop);
    const item = await anItem(shop, { sku: "attached", variant_id: variantId });
    const { body } = await shop.admin.get("/admin/inventory-items?sku=attached");
    expect(body.inventory_items).toMatchObject([
      { id: item.id, variants: [{ id: variantId, product: { title: "Boots" } }] },
    ]);
    const shown = await read(item.id, "?expand=variants");
    expect(shown.variants).toMatchObject([{ id: variantId }]);
  });

  it.each([
    ["a SKU that is a number", { sku: 1 }, 400],
    ["a SKU without end", { sku: "x".repeat(300) }, 400],
    ["half a gram", { weight: 0.5 }, 400],
    ["a negative length", { length: -1 }, 400],
    ["more than a number can hold", { width: 2_147_483_648 }, 400],
    ["a variant nobody knows", { variant_id: "variant_unknown" }, 404],
    ["something else", { colour: "red" }, 400],
    ["a SKU that is taken", { sku: "taken" }, 422],
  ])("is refused with %s", async (_, sent, expected) => {
    if (expected === 422) await anItem(shop, { sku: "taken" });
    const before = await count();
    const whole = { variant_id: await aVariant(shop), ...sent };
    const { status, body } = await shop.admin.post("/admin/inventory-items", whole);
    expect(status).toBe(expected);
    expect(body).toHaveProperty("message");
    expect(await count()).toBe(before);
  });

  it("names the SKU that is taken, also to one of two requests at the same moment", async () => {
    const variant_id = await aVariant(shop);
    const answers = await Promise.all(
      [1, 2].map(() => shop.admin.post("/admin/inventory-items", { sku: "one", variant_id })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(answers.find(({ status }) => status === 422)?.body).toEqual({
      code: "invalid_request_error",
      type: "duplicate_error",
      message: "Inventory_item with sku one already exists.",
    });
  });

  it("shows its levels and their sums", async () => {
    const item = await anItem(shop, { sku: "summed" });
    expect(await read(item.id)).toMatchObject({
      stocked_quantity: 0,
      reserved_quantity: 0,
      location_levels: [],
    });
    const [a, b] = [await aLocation(shop), await aLocation(shop)];
    await stocked(shop, item.id, a.id, 5);
    await stocked(shop, item.id, b.id, 7);
    await aReservation(shop, { inventory_item_id: item.id, location_id: b.id, quantity: 3 });
    const shown = await read(item.id);
    expect(shown).toMatchObject({ stocked_quantity: 12, reserved_quantity: 3 });
    expect(shown).not.toHaveProperty("deleted_at");
    expect(shown).not.toHaveProperty("variants");
    expect(shown.location_levels[1]).toEqual({
      id: expect.stringMatching(/^ilev_/),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
      inventory_item_id: item.id,
      location_id: b.id,
      stocked_quantity: 7,
      reserved_quantity: 3,
      incoming_quantity: 0,
      metadata: null,
      available_quantity: 4,
    });
    expect(await read(item.id, "?expand=&fields=sku")).toEqual({ id: item.id, sku: "summed" });
  });

  it("keeps fields that are not sent, and clears those that are null", async () => {
    const item = await anItem(shop, { ...boots, sku: "changed" });
    const { status, body } = await shop.admin.post(path(item.id), {
      title: "High boots",
      weight: null,
      requires_shipping: false,
    });
    expect(status).toBe(200);
    expect(body.inventory_item).toMatchObject({
      ...boots,
      sku: "changed",
      title: "High boots",
      weight: null,
      requires_shipping: false,
    });
    expect(body.inventory_item).not.toHaveProperty("location_levels");
    expect((await eventsAbout(shop, item.id)).at(-1)?.name).toBe("inventory-item.updated");
  });

  it.each([
    [{ sku: "occupied" }, 422],
    [{ weight: "heavy" }, 400],
    [{ requires_shipping: "no" }, 400],
    [{ variant_id: "variant_1" }, 400],
    [{ metadata: {} }, 400],
  ])("stays as it is when it is updated with %j", async (sent, expected) => {
    if (expected === 422) await anItem(shop, { sku: "occupied" });
    const item = await anItem(shop);
    const before = await read(item.id);
    expect((await shop.admin.post(path(item.id), sent)).status).toBe(expected);
    expect((await shop.admin.post(path(item.id, "?fields=nonsense"), { title: "x" })).status).toBe(400);
    expect(await read(item.id)).toEqual(before);
  });

  it("that is unknown is not found", async () => {
    for (const answer of [
      await shop.admin.get(path("iitem_unknown")),
      await shop.admin.post(path("iitem_unknown"), { title: "x" }),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({
        type: "not_found",
        message: "InventoryItem with id iitem_unknown was not found",
      });
    }
  });

  it("is nothing for visitors", async () => {
    const item = await anItem(shop, { title: "Mine" });
    const visitor = shop.visitor();
    const answers = [
      await visitor.get("/admin/inventory-items"),
      await visitor.post("/admin/inventory-items", {}),
      await visitor.get(path(item.id)),
      await visitor.post(path(item.id), { title: "x" }),
      await visitor.delete(path(item.id)),
      await visitor.get(path(item.id, "/location-levels")),
      await visitor.post(path(item.id, "/location-levels"), {}),
      await visitor.post(path(item.id, "/location-levels/sloc_1"), {}),
      await visitor.delete(path(item.id, "/location-levels/sloc_1")),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
    expect((await read(item.id)).title).toBe("Mine");
  });
});

describe("deleting an inventory item", () => {
  it("deletes its levels and reservations; variants no longer need it, and its SKU is free", async () => {
    const { itemId, locationId } = await aStockedItem(shop, 5, { sku: "gone" });
    const variantId = await aVariant(shop);
    await needs(shop, variantId, itemId);
    const reservation = await aReservation(shop, { inventory_item_id: itemId, location_id: locationId });

    const { status, body } = await shop.admin.delete(path(itemId));
    expect(status).toBe(200);
    expect(body).toEqual({ id: itemId, object: "inventory_item", deleted: true });
    expect((await shop.admin.get(path(itemId))).status).toBe(404);
    expect((await shop.admin.get(path(itemId, "/location-levels"))).status).toBe(404);
    expect((await shop.admin.get(`/admin/reservations/${reservation.id}`)).status).toBe(404);
    const links = await shop.db.run({
      text: "select id from product_variant_inventory_item where variant_id = $1",
      values: [variantId],
    });
    expect(links).toEqual([]);
    expect((await eventsAbout(shop, itemId)).at(-1)?.name).toBe("inventory-item.deleted");
    for (const event of ["inventory-level.deleted", "reservation-item.deleted"]) {
      expect(await announced(shop.db, event)).toContainEqual({ inventory_item_id: itemId });
    }
    expect(await anItem(shop, { sku: "gone" })).toMatchObject({ sku: "gone" });
  });

  it("twice is no error and announces nothing again", async () => {
    const item = await anItem(shop);
    for (const id of [item.id, item.id, "iitem_never"]) {
      expect(await shop.admin.delete(path(id))).toMatchObject({ status: 200, body: { id, deleted: true } });
    }
    const told = (await announced(shop.db, "inventory-item.deleted")).map(({ id }) => id);
    expect(told.filter((id) => id === item.id)).toHaveLength(1);
  });

  it("at the moment it is reserved leaves no reservation behind", async () => {
    const { itemId, locationId } = await aStockedItem(shop, 5);
    const wanted = { inventory_item_id: itemId, location_id: locationId, quantity: 1 };
    const [reserved, deleted] = await Promise.all([
      shop.admin.post("/admin/reservations", wanted),
      shop.admin.delete(path(itemId)),
    ]);
    expect([200, 404]).toContain(reserved.status);
    expect(deleted.status).toBe(200);
    const left = await shop.admin.get(`/admin/reservations?inventory_item_id[]=${itemId}`);
    expect(left.body.count).toBe(0);
  });
});

describe("reading inventory items", () => {
  it("takes one statement for one, and two for a page, with any relations", async () => {
    const { itemId, locationId } = await aStockedItem(shop, 5);
    const one = await countingStatements(shop.db, () =>
      read(itemId, "?expand=location_levels.location,variants.product"),
    );
    expect(one.statements).toHaveLength(1);
    for (const query of ["", `?location_id=${locationId}`, "?expand=variants.product,location_levels&q=b"]) {
      const page = await countingStatements(shop.db, () => shop.admin.get(`/admin/inventory-items${query}`));
      expect(page.result.status).toBe(200);
      expect(page.statements).toHaveLength(2);
    }
    const levels = await countingStatements(shop.db, () => shop.admin.get(path(itemId, "/location-levels")));
    expect(levels.result.status).toBe(200);
    expect(levels.statements).toHaveLength(2);
  });
});
