import { describe, expect } from "vitest";
import { inTransaction } from "../../src/db/transaction.ts";
import {
  availableQuantities,
  canTake,
  releaseReservations,
  reserveStock,
  type StockLine,
} from "../../src/modules/stock/inventory/index.ts";
import { noRules } from "../../src/plugins/rules/rules.ts";
import { announced } from "../support/checks/announced-events.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import {
  aChannel,
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

/** A variant with so many pieces at a location of its own, and a channel that sells from there. */
async function aStockedVariant(quantity: number, details: Record<string, unknown> = {}) {
  const { itemId, locationId } = await aStockedItem(shop, quantity);
  const variantId = await aVariant(shop, details);
  await needs(shop, variantId, itemId);
  return { itemId, locationId, variantId, salesChannelId: await aChannel(shop, locationId) };
}

const lineOf = async (variantId: string, quantity: number): Promise<StockLine> => ({
  lineItemId: await aLine(shop, { variant_id: variantId, quantity }),
  variantId,
  quantity,
});

const reserve = (lines: StockLine[], salesChannelId: string | null) =>
  inTransaction(shop.db, (tx) => reserveStock(tx, { lines, salesChannelId, rules: noRules }));
const release = (lines: StockLine[]) => inTransaction(shop.db, (tx) => releaseReservations(tx, lines));

const available = async (variantId: string, salesChannelId: string | null) =>
  (await availableQuantities(shop.db, { variantIds: [variantId], salesChannelId })).get(variantId);

const ownQuantity = async (variantId: string) => {
  const [row] = await shop.db.run<{ inventory_quantity: number }>({
    text: "select inventory_quantity from product_variant where id = $1",
    values: [variantId],
  });
  return row?.inventory_quantity;
};

const reservedFor = async (...lines: StockLine[]) => {
  const ids = lines.map(({ lineItemId }) => `line_item_id[]=${lineItemId}`).join("&");
  return (await shop.admin.get(`/admin/reservations?${ids}&order=location_id`)).body.reservations;
};

const short = (variantId: string) => ({
  type: "not_allowed",
  code: "insufficient_inventory",
  message: `Variant with id: ${variantId} does not have the required inventory`,
});

describe("what of a variant can be sold", () => {
  it("is the unreserved stock at the locations of the channel", async () => {
    const { itemId, locationId, variantId, salesChannelId } = await aStockedVariant(5);
    const elsewhere = await aLocation(shop);
    await stocked(shop, itemId, elsewhere.id, 100);
    await aReservation(shop, { inventory_item_id: itemId, location_id: locationId, quantity: 2 });
    expect(await available(variantId, salesChannelId)).toEqual({ quantity: 3, isUnlimited: false });
    const both = await aChannel(shop, locationId, elsewhere.id);
    expect((await available(variantId, both))?.quantity).toBe(103);
    expect((await available(variantId, null))?.quantity).toBe(103);
  });

  it("is nothing in a channel without locations, or whose location is gone", async () => {
    const { locationId, variantId, salesChannelId } = await aStockedVariant(5);
    expect((await available(variantId, await aChannel(shop)))?.quantity).toBe(0);
    await shop.admin.delete(`/admin/stock-locations/${locationId}`);
    expect((await available(variantId, salesChannelId))?.quantity).toBe(0);
  });

  it("is what the scarcest of its items allows", async () => {
    const { itemId, locationId, variantId, salesChannelId } = await aStockedVariant(100);
    const laces = await anItem(shop);
    await needs(shop, variantId, laces.id, 2);
    expect((await available(variantId, salesChannelId))?.quantity).toBe(0);
    await stocked(shop, laces.id, locationId, 7);
    expect((await available(variantId, salesChannelId))?.quantity).toBe(3);
    await shop.admin.delete(`/admin/inventory-items/${itemId}`);
    expect((await available(variantId, salesChannelId))?.quantity).toBe(3);
  });

  it("is its own quantity as long as it needs no item with levels", async () => {
    const variantId = await aVariant(shop, { inventory_quantity: 4 });
    const [channel, location] = [await aChannel(shop), await aLocation(shop)];
    expect(await available(variantId, channel)).toEqual({ quantity: 4, isUnlimited: false });
    const { id: item } = await anItem(shop, { variant_id: variantId });
    expect((await available(variantId, channel))?.quantity).toBe(0);
    await stocked(shop, item, location.id, 9);
    expect((await available(variantId, channel))?.quantity).toBe(0);
    await shop.admin.delete(`/admin/inventory-items/${item}/location-levels/${location.id}`);
    expect((await available(variantId, channel))?.quantity).toBe(0);
  });

  it("is unlimited when it is not managed or backorders are taken", async () => {
    for (const details of [{ manage_inventory: false, inventory_quantity: 1 }, { allow_backorder: true }]) {
      const { variantId, salesChannelId } = await aStockedVariant(1, details);
      const found = await available(variantId, salesChannelId);
      expect(found).toEqual({ quantity: 1, isUnlimited: true });
      expect(canTake(found!, 1000)).toBe(true);
    }
    expect(canTake({ quantity: 1, isUnlimited: false }, 2)).toBe(false);
  });

  it("takes one statement for many variants, and omits unknown ones", async () => {
    const variantIds = [await aVariant(shop), await aVariant(shop), "variant_unknown"];
    const { result, statements } = await countingStatements(shop.db, () =>
      availableQuantities(shop.db, { variantIds, salesChannelId: null }),
    );
    expect([...result.keys()].sort()).toEqual(variantIds.slice(0, 2).sort());
    expect(statements).toHaveLength(1);
  });
});

describe("reserving stock for lines", () => {
  it("keeps what each line needs of each item, in at most seven statements", async () => {
    const { itemId, locationId, variantId, salesChannelId } = await aStockedVariant(10);
    const laces = await anItem(shop);
    await stocked(shop, laces.id, locationId, 10);
    await needs(shop, variantId, laces.id, 2);
    const lines = [await lineOf(variantId, 1), await lineOf(variantId, 3)];
    const { statements } = await countingStatements(shop.db, () => reserve(lines, salesChannelId));
    expect(statements.length).toBeLessThanOrEqual(7);
    expect(await levelsOf(shop, itemId)).toEqual({ [locationId]: [10, 4] });
    expect(await levelsOf(shop, laces.id)).toEqual({ [locationId]: [10, 8] });
    const reservations = await reservedFor(...lines);
    expect(reservations).toHaveLength(4);
    const told = await announced(shop.db, "reservation-items.bulk-created");
    const ids: string[] = reservations.map(({ id }: { id: string }) => id);
    expect(told.at(-1)).toEqual({ ids: expect.arrayContaining(ids) });
  });

  it("prefers one location that has all of it, and takes from several when none has", async () => {
    const { itemId, locationId, variantId } = await aStockedVariant(2);
    const [second, third] = [await aLocation(shop), await aLocation(shop)];
    await stocked(shop, itemId, second.id, 3);
    await stocked(shop, itemId, third.id, 100);
    const channel = await aChannel(shop, locationId, second.id);
    const whole = await lineOf(variantId, 3);
    await reserve([whole], channel);
    expect(await reservedFor(whole)).toMatchObject([{ location_id: second.id, quantity: 3 }]);
    await release([whole]);

    const split = await lineOf(variantId, 4);
    await reserve([split], channel);
    expect(await reservedFor(split)).toMatchObject([
      { location_id: locationId, quantity: 2 },
      { location_id: second.id, quantity: 2 },
    ]);
    await expect(reserve([await lineOf(variantId, 2)], channel)).rejects.toMatchObject(short(variantId));
    expect(await levelsOf(shop, itemId)).toEqual({
      [locationId]: [2, 2],
      [second.id]: [3, 2],
      [third.id]: [100, 0],
    });
  });

  it("keeps all or nothing", async () => {
    const plenty = await aStockedVariant(10);
    const scarce = await aStockedVariant(1);
    const own = await aVariant(shop, { inventory_quantity: 5 });
    const lines = [
      await lineOf(plenty.variantId, 1),
      await lineOf(own, 2),
      await lineOf(scarce.variantId, 2),
    ];
    await expect(reserve(lines, null)).rejects.toMatchObject(short(scarce.variantId));
    expect(await levelsOf(shop, plenty.itemId)).toEqual({ [plenty.locationId]: [10, 0] });
    expect(await ownQuantity(own)).toBe(5);
    expect(await reservedFor(...lines)).toEqual([]);
    const tooMany = [await lineOf(plenty.variantId, 1), await lineOf(own, 3), await lineOf(own, 3)];
    await expect(reserve(tooMany, null)).rejects.toMatchObject(short(own));
    expect(await levelsOf(shop, plenty.itemId)).toEqual({ [plenty.locationId]: [10, 0] });
    expect(await ownQuantity(own)).toBe(5);
  });

  it("is refused in a channel without locations, and for an unknown variant", async () => {
    const { variantId } = await aStockedVariant(10);
    const line = await lineOf(variantId, 1);
    await expect(reserve([line], await aChannel(shop))).rejects.toMatchObject(short(variantId));
    const gone = reserve([{ ...line, variantId: "variant_unknown" }], null);
    await expect(gone).rejects.toMatchObject(short("variant_unknown"));
    await reserve([], null);
  });

  it("takes backorders above the stock, and nothing of unmanaged variants", async () => {
    const late = await aStockedVariant(1, { allow_backorder: true });
    await reserve([await lineOf(late.variantId, 5)], late.salesChannelId);
    expect(await levelsOf(shop, late.itemId)).toEqual({ [late.locationId]: [1, 5] });
    const nowhere = await lineOf(late.variantId, 5);
    await reserve([nowhere], await aChannel(shop));
    expect(await reservedFor(nowhere)).toEqual([]);
    const free = await aStockedVariant(1, { manage_inventory: false });
    await reserve([await lineOf(free.variantId, 5)], free.salesChannelId);
    expect(await levelsOf(shop, free.itemId)).toEqual({ [free.locationId]: [1, 0] });
    const soon = await aVariant(shop, { inventory_quantity: 1, allow_backorder: true });
    await reserve([await lineOf(soon, 5)], null);
    expect(await ownQuantity(soon)).toBe(-4);
  });

  it("never oversells with many requests in any order", async () => {
    const [a, b] = [await aStockedVariant(5), await aStockedVariant(5)];
    const own = await aVariant(shop, { inventory_quantity: 5 });
    const carts = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        const lines = [await lineOf(a.variantId, 1), await lineOf(b.variantId, 1), await lineOf(own, 1)];
        return i % 2 ? lines : lines.reverse();
      }),
    );
    const outcomes = await Promise.allSettled(carts.map((lines) => reserve(lines, null)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    for (const each of outcomes) {
      if (each.status === "rejected") expect(each.reason).toMatchObject({ code: "insufficient_inventory" });
    }
    expect(await levelsOf(shop, a.itemId)).toEqual({ [a.locationId]: [5, 5] });
    expect(await levelsOf(shop, b.itemId)).toEqual({ [b.locationId]: [5, 5] });
    expect(await ownQuantity(own)).toBe(0);
  });
});

describe("releasing reservations", () => {
  it("gives back to the levels and to the variants' own quantities, once", async () => {
    const { itemId, locationId, variantId, salesChannelId } = await aStockedVariant(10);
    const own = await aVariant(shop, { inventory_quantity: 5 });
    const free = await aVariant(shop, { inventory_quantity: 5, manage_inventory: false });
    const [kept, reserved] = [await lineOf(variantId, 1), await lineOf(variantId, 3)];
    const lines = [reserved, await lineOf(own, 2), await lineOf(free, 2)];
    await reserve([kept, ...lines], salesChannelId);
    expect([await ownQuantity(own), await ownQuantity(free)]).toEqual([3, 3]);
    const before = (await reservedFor(reserved)) as { id: string }[];

    await release(lines);
    expect(await levelsOf(shop, itemId)).toEqual({ [locationId]: [10, 1] });
    expect([await ownQuantity(own), await ownQuantity(free)]).toEqual([5, 3]);
    expect(await reservedFor(reserved)).toEqual([]);
    expect(await reservedFor(kept)).toHaveLength(1);
    const told = await announced(shop.db, "reservation-item.deleted");
    for (const { id } of before) expect(told).toContainEqual({ id });

    await release([reserved]);
    await release([]);
    expect(await levelsOf(shop, itemId)).toEqual({ [locationId]: [10, 1] });
  });

  it("works at the same moment as reserving", async () => {
    const [a, b] = [await aStockedVariant(3), await aStockedVariant(3)];
    const held = await Promise.all(
      [1, 2, 3].map(async () => [await lineOf(a.variantId, 1), await lineOf(b.variantId, 1)]),
    );
    for (const lines of held) await reserve(lines, null);
    const coming = await Promise.all(
      [1, 2, 3].map(async () => [await lineOf(b.variantId, 1), await lineOf(a.variantId, 1)]),
    );
    const outcomes = await Promise.allSettled([
      ...held.map((lines) => release([...lines].reverse())),
      ...coming.map((lines) => reserve(lines, null)),
    ]);
    const won = outcomes.slice(3).filter(({ status }) => status === "fulfilled").length;
    expect(outcomes.slice(0, 3).every(({ status }) => status === "fulfilled")).toBe(true);
    expect(await levelsOf(shop, a.itemId)).toEqual({ [a.locationId]: [3, won] });
    expect(await levelsOf(shop, b.itemId)).toEqual({ [b.locationId]: [3, won] });
  });
});
