import { describe, expect } from "vitest";
import { anItem, aPlainLocation, aReservation, stocked } from "../support/factories/inventory.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop(() => startShop());

/** Stocked and incoming pieces of an item by location. */
async function levels(itemId: string): Promise<Record<string, [number, number]>> {
  const text = `select location_id, stocked_quantity, incoming_quantity from inventory_level
    where inventory_item_id = $1 and deleted_at is null`;
  const rows = await shop.db.run<{
    location_id: string;
    stocked_quantity: number;
    incoming_quantity: number;
  }>({
    text,
    values: [itemId],
  });
  return Object.fromEntries(
    rows.map((row) => [row.location_id, [row.stocked_quantity, row.incoming_quantity]]),
  );
}

/** Two locations, and an item of which the first one has ten. */
async function aSetup() {
  const [from, to] = [await aPlainLocation(shop), await aPlainLocation(shop)];
  const item = await anItem(shop);
  await stocked(shop, item.id, from.id, 10);
  return { from: from.id, to: to.id, item: item.id };
}

const create = async (body: object) => {
  const answer = await shop.admin.post("/admin/stock-transfers", body);
  expect(answer.body).toMatchObject({ stock_transfer: { status: "draft", version: 1 } });
  return answer.body.stock_transfer as { id: string; version: number };
};

const step = (id: string, name: string, body: object = {}) =>
  shop.admin.post(`/admin/stock-transfers/${id}/${name}`, body);

describe("a transfer between locations", () => {
  it("takes goods away when it is sent, and puts them down in parts", async () => {
    const { from, to, item } = await aSetup();
    const lines = [{ inventory_item_id: item, quantity: 6 }];
    const { id } = await create({ from_location_id: from, to_location_id: to, reference: "Van 7", lines });
    expect(await levels(item)).toEqual({ [from]: [10, 0] });
    const sent = await step(id, "send", { version: 1 });
    expect(sent.body.stock_transfer).toMatchObject({ status: "sent", version: 2, quantity: 6 });
    expect(await levels(item)).toEqual({ [from]: [4, 0], [to]: [0, 6] });

    const part = { version: 2, lines: [{ inventory_item_id: item, quantity: 2 }] };
    const [first, again] = await Promise.all([step(id, "receive", part), step(id, "receive", part)]);
    expect([first.status, again.status].sort()).toEqual([200, 409]);
    expect(await levels(item)).toEqual({ [from]: [4, 0], [to]: [2, 4] });
    const rest = await step(id, "receive", { version: 3 });
    expect(rest.body.stock_transfer).toMatchObject({ status: "received", received_quantity: 6 });
    expect(await levels(item)).toEqual({ [from]: [4, 0], [to]: [6, 0] });
    expect((await step(id, "receive", { version: 4 })).status).toBe(400);
    expect((await step(id, "cancel")).status).toBe(400);

    const announced = await shop.db.run<{ name: string }>({
      text: "select name from tradewind.event where entity_id = $1 order by seq",
      values: [id],
    });
    expect(announced.map(({ name }) => name)).toEqual([
      "stock-transfer.created",
      "stock-transfer.sent",
      "stock-transfer.received",
      "stock-transfer.received",
    ]);
    const { body } = await shop.admin.get(`/admin/stock-changes?subject_id=${id}`);
    const seen = body.stock_changes.map((change: Record<string, unknown>) => [
      change["location_id"],
      change["quantity"],
      change["before"],
      change["after"],
      change["reason"],
      change["note"],
    ]);
    expect(seen.reverse()).toEqual([
      [from, "stocked", 10, 4, "transfer", "Van 7"],
      [to, "stocked", null, 0, "transfer", "Van 7"],
      [to, "incoming", 0, 6, "transfer", "Van 7"],
      [to, "stocked", 0, 2, "transfer", "Van 7"],
      [to, "incoming", 6, 4, "transfer", "Van 7"],
      [to, "stocked", 2, 6, "transfer", "Van 7"],
      [to, "incoming", 4, 0, "transfer", "Van 7"],
    ]);
  });

  it("brings back what has not arrived when it is cancelled", async () => {
    const { from, to, item } = await aSetup();
    const lines = [{ inventory_item_id: item, quantity: 6 }];
    const { id } = await create({ from_location_id: from, to_location_id: to, lines });
    await step(id, "send");
    await step(id, "receive", { version: 2, lines: [{ inventory_item_id: item, quantity: 1 }] });
    const { body } = await step(id, "cancel", { version: 3 });
    expect(body.stock_transfer).toMatchObject({ status: "received", received_quantity: 1 });
    expect(await levels(item)).toEqual({ [from]: [9, 0], [to]: [1, 0] });
    expect((await step(id, "cancel", { version: 4 })).status).toBe(400);

    const draft = await create({ from_location_id: from, to_location_id: to, lines });
    expect((await step(draft.id, "cancel")).body.stock_transfer.status).toBe("canceled");
    expect((await step(draft.id, "send")).status).toBe(400);
    expect(await levels(item)).toEqual({ [from]: [9, 0], [to]: [1, 0] });
  });

  it("is refused for goods that are not there or are reserved, and nothing is moved", async () => {
    const { from, to, item } = await aSetup();
    const other = await anItem(shop);
    await stocked(shop, other.id, from, 5);
    await aReservation(shop, { inventory_item_id: item, location_id: from, quantity: 7 });
    const lines = [
      { inventory_item_id: other.id, quantity: 5 },
      { inventory_item_id: item, quantity: 4 },
    ];
    const { id } = await create({ from_location_id: from, to_location_id: to, lines });
    const { status, body } = await step(id, "send");
    expect([status, body.message]).toEqual([400, expect.stringContaining("3 of 4 pieces can be taken")]);
    expect(await levels(other.id)).toEqual({ [from]: [5, 0] });
    expect(await levels(item)).toEqual({ [from]: [10, 0] });

    await shop.admin.post(`/admin/stock-transfers/${id}`, {
      lines: [{ inventory_item_id: item, quantity: 3 }],
      version: 1,
    });
    expect((await step(id, "send", { version: 2 })).status).toBe(200);
    expect(await levels(item)).toEqual({ [from]: [7, 0], [to]: [0, 3] });
    expect((await shop.admin.post(`/admin/stock-transfers/${id}`, { note: "late" })).status).toBe(400);
  });

  it("is refused with what it cannot mean", async () => {
    const { from, to, item } = await aSetup();
    const line = { inventory_item_id: item, quantity: 1 };
    const refused = async (body: object) => {
      const answer = await shop.admin.post("/admin/stock-transfers", body);
      return [answer.status, answer.body.message];
    };
    const good = { from_location_id: from, to_location_id: to, lines: [line] };
    expect(await refused({ ...good, to_location_id: from })).toEqual([
      400,
      expect.stringContaining("to_location_id"),
    ]);
    expect(await refused({ ...good, lines: [line, line] })).toEqual([
      400,
      expect.stringContaining("several lines"),
    ]);
    expect(await refused({ ...good, lines: [] })).toEqual([400, expect.stringContaining("lines")]);
    expect(await refused({ ...good, supplier: "Rope Ltd" })).toEqual([
      400,
      expect.stringContaining("supplier"),
    ]);
    expect((await refused({ ...good, to_location_id: "nowhere" }))[0]).toBe(404);
    expect((await refused({ ...good, lines: [{ inventory_item_id: "none", quantity: 1 }] }))[0]).toBe(404);
    expect((await refused({ ...good, lines: [{ ...line, quantity: 0 }] }))[0]).toBe(400);
  });
});

describe("a transfer on its way", () => {
  const aSentOne = async () => {
    const setup = await aSetup();
    const { from, to, item } = setup;
    const lines = [{ inventory_item_id: item, quantity: 6 }];
    const { id } = await create({ from_location_id: from, to_location_id: to, lines });
    expect((await step(id, "send", { version: 1 })).status).toBe(200);
    return { ...setup, id };
  };
  const state = async (id: string) =>
    (await shop.admin.get(`/admin/stock-transfers/${id}`)).body.stock_transfer.status;

  it("goes back when its destination was deleted", async () => {
    const { id, from, to, item } = await aSentOne();
    await shop.admin.delete(`/admin/stock-locations/${to}`);
    expect((await step(id, "receive", { version: 2 })).status).toBe(404);
    expect((await step(id, "cancel", { version: 2 })).status).toBe(200);
    expect(await levels(item)).toEqual({ [from]: [10, 0] });
    expect(await state(id)).toBe("canceled");
  });

  it("is received and not canceled when the location that it left was deleted", async () => {
    const { id, from, to, item } = await aSentOne();
    await shop.admin.delete(`/admin/stock-locations/${from}`);
    const refused = await step(id, "cancel", { version: 2 });
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining("receive them")]);
    expect(await levels(item)).toEqual({ [to]: [0, 6] });
    expect((await step(id, "receive", { version: 2 })).status).toBe(200);
    expect(await levels(item)).toEqual({ [to]: [6, 0] });
  });

  it("ends when its item was deleted", async () => {
    const { id, item } = await aSentOne();
    await shop.admin.delete(`/admin/inventory-items/${item}`);
    expect((await step(id, "cancel", { version: 2 })).status).toBe(200);
    expect(await state(id)).toBe("canceled");
  });

  it("loses no pieces where there are more than can be counted", async () => {
    const { id, to, item } = await aSentOne();
    await shop.admin.post(`/admin/inventory-items/${item}/location-levels/${to}`, {
      stocked_quantity: 2_147_483_645,
    });
    const refused = await step(id, "receive", { version: 2 });
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining("2147483647")]);
    expect((await levels(item))[to]).toEqual([2_147_483_645, 6]);
  });
});

describe("goods of a supplier", () => {
  it("are incoming until they arrive", async () => {
    const { to, item } = await aSetup();
    const lines = [{ inventory_item_id: item, quantity: 20 }];
    const expected_at = "2026-12-01T00:00:00.000Z";
    const { id } = await create({ to_location_id: to, supplier: "Rope Ltd", expected_at, lines });
    await step(id, "send");
    expect((await levels(item))[to]).toEqual([0, 20]);
    const tooMany = { version: 2, lines: [{ inventory_item_id: item, quantity: 21 }] };
    expect((await step(id, "receive", tooMany)).body.message).toContain("20 of");
    await step(id, "receive", { version: 2, lines: [{ inventory_item_id: item, quantity: 15 }] });
    expect((await levels(item))[to]).toEqual([15, 5]);
    await step(id, "cancel", { version: 3 });
    expect((await levels(item))[to]).toEqual([15, 0]);
    const { body } = await shop.admin.get(`/admin/stock-transfers?from_supplier=true&location_id=${to}`);
    expect(body.stock_transfers).toMatchObject([{ id, supplier: "Rope Ltd", expected_at }]);
    expect(body.count).toBe(1);
  });
});
