import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { eventsAbout } from "../support/factories/customers.ts";
import {
  aLine,
  aLocation,
  anItem,
  aReservation,
  aStockedItem,
  aVariant,
  levelsOf,
  needs,
  stocked,
} from "../support/factories/inventory.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const path = (id: string) => `/admin/reservations/${id}`;
const read = async (id: string) => (await shop.admin.get(path(id))).body.reservation;
const reserve = (body: unknown) => shop.admin.post("/admin/reservations", body);
const list = (query: string) => shop.admin.get(`/admin/reservations?${query}`);

/** Stock, and the body of a request that reserves some of it. */
async function stock(quantity: number) {
  const { itemId, locationId } = await aStockedItem(shop, quantity);
  return { itemId, locationId, wanted: { inventory_item_id: itemId, location_id: locationId } };
}

describe("a reservation", () => {
  it("counts as reserved at its location", async () => {
    const { itemId, locationId, wanted } = await stock(5);
    const { status, body } = await reserve({
      ...wanted,
      quantity: 2,
      description: "For the fair",
      metadata: { hall: 3 },
    });
    expect(status).toBe(200);
    expect(body.reservation).toEqual({
      id: expect.stringMatching(/^resitem_/),
      ...wanted,
      quantity: 2,
      line_item_id: null,
      description: "For the fair",
      created_by: shop.adminId,
      external_id: null,
      metadata: { hall: 3 },
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
    });
    expect(await read(body.reservation.id)).toEqual(body.reservation);
    expect(await levelsOf(shop, itemId)).toEqual({ [locationId]: [5, 2] });
    expect(await eventsAbout(shop, body.reservation.id)).toEqual([
      { name: "reservation-item.created", data: { id: body.reservation.id } },
    ]);
  });

  it("is never for more than is there", async () => {
    const { itemId, locationId, wanted } = await stock(5);
    await aReservation(shop, { ...wanted, quantity: 3 });
    const { status, body } = await reserve({ ...wanted, quantity: 3 });
    expect(status).toBe(400);
    expect(body).toEqual({
      code: "insufficient_inventory",
      type: "not_allowed",
      message: `Not enough stock available for item ${itemId} at location ${locationId}`,
    });
    expect(await levelsOf(shop, itemId)).toEqual({ [locationId]: [5, 3] });
    expect((await list(`inventory_item_id[]=${itemId}`)).body.count).toBe(1);
  });

  it("of the last piece is given to one of several requests at the same moment", async () => {
    const { itemId, locationId, wanted } = await stock(1);
    const answers = await Promise.all(Array.from({ length: 6 }, () => reserve({ ...wanted, quantity: 1 })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === "insufficient_inventory")).toHaveLength(5);
    expect(await levelsOf(shop, itemId)).toEqual({ [locationId]: [1, 1] });
  });

  it("is refused at a location without a level of the item", async () => {
    const { itemId, locationId } = await stock(5);
    const elsewhere = await aLocation(shop);
    for (const place of [
      { inventory_item_id: itemId, location_id: elsewhere.id },
      { inventory_item_id: "iitem_unknown", location_id: locationId },
    ]) {
      const { status, body } = await reserve({ ...place, quantity: 1 });
      expect(status).toBe(404);
      expect(body.message).toBe(
        `Item ${place.inventory_item_id} is not stocked at location ${place.location_id}`,
      );
    }
    expect(await levelsOf(shop, itemId)).toEqual({ [locationId]: [5, 0] });
  });

  it.each([
    { quantity: 0 },
    { quantity: -1 },
    { quantity: 1.5 },
    { quantity: "1" },
    { quantity: 2_147_483_648 },
    {},
    { quantity: 1, location_id: "" },
    { quantity: 1, created_by: "usr_1" },
    { quantity: 1, metadata: "x" },
  ])("is refused as %j", async (sent) => {
    const { itemId, locationId, wanted } = await stock(5);
    const { status, body } = await reserve({ ...wanted, ...sent });
    expect(status).toBe(400);
    expect(body.type).toBe("invalid_data");
    expect(await levelsOf(shop, itemId)).toEqual({ [locationId]: [5, 0] });
  });

  it("that is unknown is not found", async () => {
    for (const answer of [
      await shop.admin.get(path("resitem_unknown")),
      await shop.admin.post(path("resitem_unknown"), { quantity: 1 }),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body.message).toBe("Reservation item with id resitem_unknown was not found");
    }
  });

  it("is nothing for visitors", async () => {
    const { itemId, locationId, wanted } = await stock(5);
    const { id } = await aReservation(shop, wanted);
    const visitor = shop.visitor();
    const answers = [
      await visitor.get("/admin/reservations"),
      await visitor.post("/admin/reservations", { ...wanted, quantity: 1 }),
      await visitor.get(path(id)),
      await visitor.post(path(id), { quantity: 2 }),
      await visitor.delete(path(id)),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
    expect(await levelsOf(shop, itemId)).toEqual({ [locationId]: [5, 1] });
  });
});

describe("a reservation for a line", () => {
  it("is for no more than the line still has to get", async () => {
    const { itemId, locationId, wanted } = await stock(50);
    const line_item_id = await aLine(shop, { quantity: 5, fulfilled_quantity: 2 });
    const first = await aReservation(shop, { ...wanted, line_item_id, quantity: 2 });
    const { status, body } = await reserve({ ...wanted, line_item_id, quantity: 2 });
    expect(status).toBe(400);
    expect(body).toEqual({
      type: "invalid_data",
      message: "The reservation quantity cannot be larger than the required line item quantity",
    });
    expect((await shop.admin.post(path(first.id), { quantity: 4 })).status).toBe(400);
    expect(await levelsOf(shop, itemId)).toEqual({ [locationId]: [50, 2] });
    expect((await shop.admin.post(path(first.id), { quantity: 3 })).status).toBe(200);
    expect(await levelsOf(shop, itemId)).toEqual({ [locationId]: [50, 3] });
  });

  it("counts the pieces that one of the variant needs", async () => {
    const { itemId, wanted } = await stock(50);
    const variant_id = await aVariant(shop);
    await needs(shop, variant_id, itemId, 4);
    const line_item_id = await aLine(shop, { quantity: 2, variant_id });
    expect((await reserve({ ...wanted, line_item_id, quantity: 9 })).status).toBe(400);
    expect((await reserve({ ...wanted, line_item_id, quantity: 8 })).status).toBe(200);
  });

  it("is counted with others that are made at the same moment", async () => {
    const { itemId, locationId, wanted } = await stock(50);
    const line_item_id = await aLine(shop, { quantity: 3 });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => reserve({ ...wanted, line_item_id, quantity: 1 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await levelsOf(shop, itemId)).toEqual({ [locationId]: [50, 3] });
  });

  it("unknown is refused", async () => {
    const { itemId, locationId, wanted } = await stock(5);
    const { status, body } = await reserve({ ...wanted, line_item_id: "item_unknown", quantity: 1 });
    expect(status).toBe(404);
    expect(body.type).toBe("not_found");
    expect(await levelsOf(shop, itemId)).toEqual({ [locationId]: [5, 0] });
  });
});

describe("changing a reservation", () => {
  it("takes more or gives back", async () => {
    const { itemId, locationId, wanted } = await stock(5);
    const { id } = await aReservation(shop, { ...wanted, quantity: 2, metadata: { a: 1, b: 2 } });
    const more = await shop.admin.post(path(id), {
      quantity: 5,
      description: "All of it",
      metadata: { c: 3 },
    });
    expect(more.status).toBe(200);
    expect(more.body.reservation).toMatchObject({
      quantity: 5,
      description: "All of it",
      // Replaced as a whole, as in v1.
      metadata: { c: 3 },
    });
    expect(await levelsOf(shop, itemId)).toEqual({ [locationId]: [5, 5] });
    await shop.admin.post(path(id), { quantity: 1, description: null });
    expect(await read(id)).toMatchObject({ quantity: 1, description: null });
    expect(await levelsOf(shop, itemId)).toEqual({ [locationId]: [5, 1] });
    expect((await eventsAbout(shop, id)).map(({ name }) => name)).toEqual([
      "reservation-item.created",
      "reservation-item.updated",
      "reservation-item.updated",
    ]);
  });

  it("moves it to another location", async () => {
    const { itemId, locationId, wanted } = await stock(5);
    const other = await aLocation(shop);
    await stocked(shop, itemId, other.id, 3);
    const { id } = await aReservation(shop, { ...wanted, quantity: 2 });
    const { status, body } = await shop.admin.post(path(id), { location_id: other.id, quantity: 3 });
    expect(status).toBe(200);
    expect(body.reservation).toMatchObject({ location_id: other.id, quantity: 3 });
    expect(await levelsOf(shop, itemId)).toEqual({ [locationId]: [5, 0], [other.id]: [3, 3] });
  });

  it("is refused where there is not enough, and leaves everything unchanged", async () => {
    const { itemId, locationId, wanted } = await stock(5);
    const [other, empty] = [await aLocation(shop), await aLocation(shop)];
    await stocked(shop, itemId, other.id, 1);
    const { id } = await aReservation(shop, { ...wanted, quantity: 2 });
    const before = await read(id);
    expect((await shop.admin.post(path(id), { quantity: 6 })).body.code).toBe("insufficient_inventory");
    expect((await shop.admin.post(path(id), { location_id: other.id })).status).toBe(400);
    expect((await shop.admin.post(path(id), { location_id: empty.id })).status).toBe(404);
    for (const sent of [
      { quantity: 0 },
      { quantity: null },
      { inventory_item_id: "x" },
      { line_item_id: "x" },
    ]) {
      expect((await shop.admin.post(path(id), sent)).status).toBe(400);
    }
    expect(await read(id)).toEqual(before);
    expect(await levelsOf(shop, itemId)).toEqual({ [locationId]: [5, 2], [other.id]: [1, 0] });
  });

  it("by many requests at the same moment leaves the level equal to the sum of the reservations", async () => {
    const { itemId, wanted } = await stock(20);
    const other = await aLocation(shop);
    await stocked(shop, itemId, other.id, 20);
    const made = await Promise.all([1, 2, 3].map((quantity) => aReservation(shop, { ...wanted, quantity })));
    const answers = await Promise.all(
      made.flatMap(({ id }, i) => [
        shop.admin.post(path(id), { quantity: 4 }),
        shop.admin.post(path(id), { location_id: other.id }),
        shop.admin.post(path(id), { location_id: wanted.location_id, quantity: i + 2 }),
        ...(i === 0 ? [shop.admin.delete(path(id))] : []),
      ]),
    );
    for (const { status } of answers) expect([200, 404, 409]).toContain(status);
    const { body } = await list(`inventory_item_id[]=${itemId}`);
    const sums: Record<string, number> = { [wanted.location_id]: 0, [other.id]: 0 };
    for (const each of body.reservations) sums[each.location_id]! += each.quantity;
    expect(await levelsOf(shop, itemId)).toEqual({
      [wanted.location_id]: [20, sums[wanted.location_id]],
      [other.id]: [20, sums[other.id]],
    });
  });
});

describe("deleting a reservation", () => {
  it("gives back what it held, once", async () => {
    const { itemId, locationId, wanted } = await stock(5);
    const { id } = await aReservation(shop, { ...wanted, quantity: 2 });
    await aReservation(shop, { ...wanted, quantity: 1 });
    const answers = await Promise.all([1, 2, 3].map(() => shop.admin.delete(path(id))));
    for (const { status, body } of [...answers, await shop.admin.delete(path(id))]) {
      expect(status).toBe(200);
      expect(body).toEqual({ id, object: "reservation", deleted: true });
    }
    expect(await levelsOf(shop, itemId)).toEqual({ [locationId]: [5, 1] });
    expect((await shop.admin.get(path(id))).status).toBe(404);
    const told = (await eventsAbout(shop, id)).filter(({ name }) => name === "reservation-item.deleted");
    expect(told).toEqual([{ name: "reservation-item.deleted", data: { id } }]);
  });
});

describe("the list of reservations", () => {
  it("shows lines with their order, and items, on request", async () => {
    const { itemId, locationId, wanted } = await stock(5);
    const line_item_id = await aLine(shop, { title: "Listed line" });
    const { id } = await aReservation(shop, { ...wanted, line_item_id });
    const plain = await list(`line_item_id[]=${line_item_id}`);
    expect(plain.body).toEqual({
      reservations: [
        {
          id,
          location_id: locationId,
          inventory_item_id: itemId,
          quantity: 1,
          line_item_id,
          description: null,
          metadata: null,
          created_at: expect.any(String),
          updated_at: expect.any(String),
        },
      ],
      count: 1,
      offset: 0,
      limit: 20,
    });
    const expanded = await list(`line_item_id[]=${line_item_id}&expand=line_item,inventory_item`);
    expect(expanded.body.reservations).toMatchObject([
      { line_item: { title: "Listed line", order: null }, inventory_item: { id: itemId, deleted_at: null } },
    ]);
    // As in v1: its stored fields, without its quantities.
    expect(Object.keys(expanded.body.reservations[0].inventory_item).sort()).toEqual([
      "created_at",
      "deleted_at",
      "description",
      "height",
      "hs_code",
      "id",
      "length",
      "material",
      "metadata",
      "mid_code",
      "origin_country",
      "requires_shipping",
      "sku",
      "thumbnail",
      "title",
      "updated_at",
      "weight",
      "width",
    ]);
  });

  it("is filtered, sorted and paged", async () => {
    const item = await anItem(shop);
    const [a, b] = [await aLocation(shop), await aLocation(shop)];
    for (const place of [a, b]) await stocked(shop, item.id, place.id, 50);
    const make = (location_id: string, quantity: number, description: string) =>
      aReservation(shop, { inventory_item_id: item.id, location_id, quantity, description });
    await make(a.id, 1, "Fair");
    await make(a.id, 5, "Fair trade");
    await make(b.id, 9, "Window");
    const quantities = async (query: string) =>
      (await list(`inventory_item_id[]=${item.id}&order=quantity&${query}`)).body.reservations.map(
        ({ quantity }: { quantity: number }) => quantity,
      );
    expect(await quantities("")).toEqual([1, 5, 9]);
    expect(await quantities(`location_id=${a.id}`)).toEqual([1, 5]);
    expect(await quantities(`location_id[]=${a.id}&location_id[]=${b.id}`)).toEqual([1, 5, 9]);
    expect(await quantities("quantity[gt]=1&quantity[lte]=9")).toEqual([5, 9]);
    expect(await quantities("quantity=5")).toEqual([5]);
    expect(await quantities("description=Fair")).toEqual([1]);
    expect(await quantities("description[starts_with]=Fair")).toEqual([1, 5]);
    expect(await quantities(`created_by[]=${shop.adminId}`)).toEqual([1, 5, 9]);
    expect(await quantities("created_by[]=usr_other")).toEqual([]);
    expect(await quantities("created_at[gt]=2100-01-01")).toEqual([]);
    expect(await quantities("updated_at[lt]=2100-01-01")).toEqual([1, 5, 9]);
    expect(await quantities("limit=2&offset=2")).toEqual([9]);
  });

  it.each([
    "line_item_id=bare",
    "inventory_item_id=bare",
    "quantity=many",
    "quantity[near]=1",
    "order=nonsense",
    "expand=nonsense",
    "q=x",
    "limit=-1",
  ])("refuses ?%s", async (query) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    expect(body.type).toBe("invalid_data");
  });

  it("takes two statements, and one reservation takes one", async () => {
    const { wanted } = await stock(5);
    const { id } = await aReservation(shop, wanted);
    expect((await countingStatements(shop.db, () => read(id))).statements).toHaveLength(1);
    const page = await countingStatements(shop.db, () => list("expand=line_item,inventory_item,location"));
    expect(page.result.status).toBe(200);
    expect(page.statements).toHaveLength(2);
  });
});
