import { describe, expect } from "vitest";
import { anotherAdmin } from "../support/factories/batch-jobs.ts";
import { anItem, aPlainLocation, levelsOf, stocked } from "../support/factories/inventory.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop(() => startShop());

/** A location with two items, ten pieces each. */
async function aSetup() {
  const location = (await aPlainLocation(shop)).id;
  const [one, two] = [(await anItem(shop)).id, (await anItem(shop)).id];
  for (const item of [one, two]) await stocked(shop, item, location, 10);
  return { location, one, two };
}

const start = async (body: object) => {
  const answer = await shop.admin.post("/admin/stock-counts", body);
  expect(answer.status).toBe(200);
  return answer.body.stock_count as { id: string; item_count: number };
};

type Line = { inventory_item_id: string; counted_quantity: number | null; previous?: number | null };

const enter = (id: string, lines: Line[], as = shop.admin) =>
  as.post(`/admin/stock-counts/${id}/lines`, { lines });

describe("a stock count", () => {
  it("is entered by two people, and corrects the stock once", async () => {
    const { location, one, two } = await aSetup();
    const { id, item_count } = await start({ location_id: location, note: "Year end" });
    expect(item_count).toBe(2);
    const second = await anotherAdmin(shop);
    const [first, other] = await Promise.all([
      enter(id, [{ inventory_item_id: one, counted_quantity: 8, previous: null }]),
      enter(id, [{ inventory_item_id: two, counted_quantity: 10, previous: null }], second),
    ]);
    expect([first.status, other.status]).toEqual([200, 200]);
    // Pieces that leave after they were counted are no difference.
    await shop.admin.post(`/admin/inventory-items/${one}/location-levels/${location}`, {
      stocked_quantity: 9,
    });

    const { body } = await shop.admin.get(`/admin/stock-counts/${id}/lines?state=different`);
    expect(body.lines).toMatchObject([
      { inventory_item_id: one, expected_quantity: 10, counted_quantity: 8 },
    ]);
    const applied = await Promise.all([1, 2].map(() => shop.admin.post(`/admin/stock-counts/${id}/apply`)));
    expect(applied.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await levelsOf(shop, one)).toEqual({ [location]: [7, 0] });
    expect(await levelsOf(shop, two)).toEqual({ [location]: [10, 0] });
    const { body: history } = await shop.admin.get(`/admin/stock-changes?subject_id=${id}`);
    expect(history.stock_changes).toMatchObject([
      { inventory_item_id: one, before: 9, after: 7, reason: "count", note: "Year end" },
    ]);
    expect((await enter(id, [{ inventory_item_id: one, counted_quantity: 1 }])).status).toBe(400);
  });

  it("does not correct what another count of the same shelf has corrected", async () => {
    const { location, one, two } = await aSetup();
    const counts = await Promise.all([1, 2, 3].map(() => start({ location_id: location })));
    for (const { id } of counts) await enter(id, [{ inventory_item_id: one, counted_quantity: 8 }]);
    await enter(counts[0]!.id, [{ inventory_item_id: two, counted_quantity: 13 }]);
    const applied = await Promise.all(
      counts.map(({ id }) => shop.admin.post(`/admin/stock-counts/${id}/apply`)),
    );
    expect(applied.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await levelsOf(shop, one)).toEqual({ [location]: [8, 0] });
    expect(await levelsOf(shop, two)).toEqual({ [location]: [13, 0] });
  });

  it("does not lose what another person has counted", async () => {
    const { location, one } = await aSetup();
    const { id } = await start({ location_id: location, inventory_item_ids: [one] });
    await enter(id, [{ inventory_item_id: one, counted_quantity: 4, previous: null }]);
    const late = await enter(id, [{ inventory_item_id: one, counted_quantity: 6, previous: null }]);
    expect([late.status, late.body.message]).toEqual([
      409,
      expect.stringContaining("another user meanwhile: 4"),
    ]);
    // A retry of the same number is no conflict.
    const again = await enter(id, [{ inventory_item_id: one, counted_quantity: 4, previous: null }]);
    expect(again.status).toBe(200);
    const seen = await enter(id, [{ inventory_item_id: one, counted_quantity: 6, previous: 4 }]);
    expect(seen.body.stock_count).toMatchObject({ item_count: 1, counted_count: 1, difference_count: 1 });
  });

  it("takes items that are found on the shelf, and is cancelled without a change", async () => {
    const { location, one } = await aSetup();
    const found = (await anItem(shop)).id;
    const { id } = await start({ location_id: location, inventory_item_ids: [one] });
    expect(
      (await enter(id, [{ inventory_item_id: found, counted_quantity: 3 }])).body.stock_count.item_count,
    ).toBe(2);
    expect((await enter(id, [{ inventory_item_id: "none", counted_quantity: 3 }])).status).toBe(404);
    expect((await enter(id, [{ inventory_item_id: one, counted_quantity: -1 }])).status).toBe(400);
    const { body } = await shop.admin.post(`/admin/stock-counts/${id}/cancel`);
    expect(body.stock_count.status).toBe("canceled");
    expect((await shop.admin.post(`/admin/stock-counts/${id}/apply`)).status).toBe(400);
    expect(await levelsOf(shop, found)).toEqual({});
    expect(await levelsOf(shop, one)).toEqual({ [location]: [10, 0] });

    const { id: next } = await start({ location_id: location });
    await enter(next, [{ inventory_item_id: found, counted_quantity: 3 }]);
    await shop.admin.post(`/admin/stock-counts/${next}/apply`);
    expect(await levelsOf(shop, found)).toEqual({ [location]: [3, 0] });
  });

  it("is refused where there is nothing to count", async () => {
    const empty = (await aPlainLocation(shop)).id;
    const refused = async (body: object) => (await shop.admin.post("/admin/stock-counts", body)).status;
    const all = async () => (await shop.admin.get("/admin/stock-counts?limit=1")).body.count;
    const before = await all();
    expect(await refused({ location_id: empty })).toBe(400);
    expect(await refused({ location_id: "nowhere" })).toBe(404);
    expect(await refused({ location_id: empty, inventory_item_ids: ["none"] })).toBe(404);
    expect(await all()).toBe(before);
  });
});

describe("the history of the stock", () => {
  it("has what was there before, who changed it and why", async () => {
    const { location, one } = await aSetup();
    const path = `/admin/inventory-items/${one}/location-levels/${location}`;
    await shop.admin.post(path, { stocked_quantity: 7, incoming_quantity: 2, reason: "Three were broken" });
    await shop.admin.post(path, { stocked_quantity: 7 });
    await shop.admin.delete(path);
    const { body } = await shop.admin.get(`/admin/stock-changes?inventory_item_id=${one}`);
    const seen = body.stock_changes.map((change: Record<string, unknown>) => [
      change["quantity"],
      change["before"],
      change["after"],
      change["note"],
    ]);
    expect(seen.reverse()).toEqual([
      ["stocked", null, 10, null],
      ["stocked", 10, 7, "Three were broken"],
      ["incoming", 0, 2, "Three were broken"],
      ["stocked", 7, null, null],
      ["incoming", 2, 0, null],
    ]);
    expect(body.stock_changes[0]).toMatchObject({ reason: "edit", location: { id: location } });
    expect(body.stock_changes[0].user.email).toBeTruthy();
  });
});
