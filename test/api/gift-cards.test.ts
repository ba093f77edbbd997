import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { eventsAbout } from "../support/factories/customers.ts";
import { aCharge, aGiftCard, consume, transactionsOf } from "../support/factories/gift-cards.ts";
import { anEmptyOrder } from "../support/factories/orders.ts";
import { aRegion } from "../support/factories/regions.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let regionId: string;
const { it, shop } = withShop();
it.beforeAll(async () => {
  regionId = (await aRegion(shop)).id;
});

const create = (details: Record<string, unknown>) =>
  shop.admin.post("/admin/gift-cards", { region_id: regionId, value: 1000, ...details });
const update = (id: string, changes: unknown) => shop.admin.post(`/admin/gift-cards/${id}`, changes);
const read = async (id: string) => (await shop.admin.get(`/admin/gift-cards/${id}`)).body.gift_card;
const count = async () => (await shop.admin.get("/admin/gift-cards")).body.count as number;
const unknown = { type: "not_found", message: "Gift card with id: gift_unknown was not found" };

/** A region whose gift cards are not taxed. */
const anUntaxedRegion = async () => {
  const region = await aRegion(shop, { tax_rate: 25 });
  await shop.admin.post(`/admin/regions/${region.id}`, { gift_cards_taxable: false });
  return region;
};

describe("creating a gift card", () => {
  it("gives it a code, its whole value and the tax of its region, and announces it", async () => {
    const { status, body } = await create({ metadata: { to: "Ann" } });
    expect(status).toBe(200);
    const { region, ...card } = body.gift_card;
    expect(card).toEqual({
      id: expect.stringMatching(/^gift_[0-9A-Z]{26}$/),
      code: expect.stringMatching(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){3}$/),
      value: 1000,
      balance: 1000,
      region_id: regionId,
      order: null,
      is_disabled: false,
      ends_at: null,
      tax_rate: 10,
      metadata: { to: "Ann" },
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
    });
    expect(region).toMatchObject({ id: regionId, currency_code: "usd" });
    expect(region).not.toHaveProperty("countries");
    expect(await read(card.id)).toEqual(body.gift_card);
    expect(await eventsAbout(shop, card.id)).toEqual([{ name: "gift_card.created", data: { id: card.id } }]);
  });

  it("takes an end and lets it be disabled", async () => {
    const card = await aGiftCard(shop, regionId, {
      value: 50,
      is_disabled: true,
      ends_at: "2098-01-01T00:00:00.000Z",
    });
    expect(card).toMatchObject({ is_disabled: true, ends_at: "2098-01-01T00:00:00.000Z", metadata: null });
    expect((await aGiftCard(shop, regionId, { ends_at: null })).ends_at).toBeNull();
    expect((await aGiftCard(shop, regionId, { ends_at: "2098-01-01" })).ends_at).toBe(
      "2098-01-01T00:00:00.000Z",
    );
  });

  it("has no tax rate where gift cards are not taxed", async () => {
    expect((await aGiftCard(shop, (await anUntaxedRegion()).id)).tax_rate).toBeNull();
    expect((await aGiftCard(shop, (await aRegion(shop, { tax_rate: 8.25 })).id)).tax_rate).toBe(8.25);
  });

  it.each([0, 2_147_483_647])("may be worth %i", async (value) => {
    expect(await aGiftCard(shop, regionId, { value })).toMatchObject({ value, balance: value });
  });

  it("never gives two cards the same code, also when made at once", async () => {
    const cards = await Promise.all(Array.from({ length: 20 }, () => aGiftCard(shop, regionId)));
    expect(new Set(cards.map(({ code }) => code)).size).toBe(20);
  });

  it.each([
    [{ region_id: undefined }, "region_id is required"],
    [{ region_id: 7 }, "region_id must be a string"],
    [{ region_id: "" }, "region_id should not be empty"],
    [{ value: undefined }, "value is required"],
    [{ value: "much" }, "value must be an integer"],
    [{ value: 1.5 }, "value must be an integer"],
    [{ value: -1 }, "value must not be less than 0"],
    [{ value: 2_147_483_648 }, "value must not be greater than 2147483647"],
    [{ is_disabled: "no" }, "is_disabled must be a boolean"],
    [{ ends_at: "one day" }, "ends_at must be a date"],
    [{ metadata: [] }, "metadata must be an object"],
    [{ code: "MINE" }, "property code should not exist"],
    [{ balance: 5 }, "property balance should not exist"],
    [{ order_id: "order_1" }, "property order_id should not exist"],
  ])("is refused with %j", async (details, message) => {
    const before = await count();
    const { status, body } = await create(details);
    expect(status).toBe(400);
    expect(body).toEqual({ type: "invalid_data", message });
    expect(await count()).toBe(before);
  });

  it("is refused in a region that is not there", async () => {
    const gone = await aRegion(shop);
    await shop.admin.delete(`/admin/regions/${gone.id}`);
    const before = await count();
    for (const id of ["reg_unknown", gone.id]) {
      const { status, body } = await create({ region_id: id });
      expect(status).toBe(404);
      expect(body).toEqual({ type: "not_found", message: `Region with ${id} was not found` });
    }
    expect(await count()).toBe(before);
  });

  it("is for the people who run the shop", async () => {
    const before = await count();
    const { status } = await shop.visitor().post("/admin/gift-cards", { region_id: regionId, value: 1 });
    expect(status).toBe(401);
    expect(await count()).toBe(before);
  });
});

describe("updating a gift card", () => {
  it("changes the fields that are sent, leaves the others and announces it", async () => {
    const card = await aGiftCard(shop, regionId, { metadata: { to: "Ann" } });
    const { status, body } = await update(card.id, {
      balance: 400,
      is_disabled: true,
      ends_at: "2040-05-06",
    });
    expect(status).toBe(200);
    const changed = { balance: 400, is_disabled: true, ends_at: "2040-05-06T00:00:00.000Z" };
    expect(body.gift_card).toEqual({ ...card, ...changed, updated_at: expect.any(String) });
    expect(Date.parse(body.gift_card.updated_at)).toBeGreaterThan(
      Date.parse((card as unknown as { updated_at: string }).updated_at),
    );
    expect(await read(card.id)).toEqual(body.gift_card);
    expect(await eventsAbout(shop, card.id)).toContainEqual({
      name: "gift_card.updated",
      data: { id: card.id },
    });
  });

  it("takes an end away, puts any balance up to the value back, and merges metadata", async () => {
    const card = await aGiftCard(shop, regionId, { ends_at: "2040-01-01", metadata: { to: "Ann", by: 1 } });
    for (const balance of [0, 1000]) {
      expect((await update(card.id, { balance })).body.gift_card.balance).toBe(balance);
    }
    const { body } = await update(card.id, { ends_at: null, metadata: { to: "", from: "Bo" } });
    expect(body.gift_card).toMatchObject({ ends_at: null, balance: 1000 });
    expect(body.gift_card.metadata).toEqual({ by: 1, from: "Bo" });
    expect((await update(card.id, {})).body.gift_card.metadata).toEqual({ by: 1, from: "Bo" });
  });

  it("moves it to another region, with the tax that was paid for it", async () => {
    const [other, untaxed] = [await aRegion(shop, { tax_rate: 25 }), await anUntaxedRegion()];
    const [taxed, free] = [await aGiftCard(shop, regionId), await aGiftCard(shop, untaxed.id)];
    for (const region of [other, untaxed]) {
      expect((await update(taxed.id, { region_id: region.id })).body.gift_card).toMatchObject({
        region_id: region.id,
        region: { id: region.id },
        tax_rate: 10,
      });
    }
    expect((await update(free.id, { region_id: other.id })).body.gift_card.tax_rate).toBeNull();
  });

  it("keeps its tax while it stays, also in a region that was changed or deleted since", async () => {
    const region = await aRegion(shop);
    const card = await aGiftCard(shop, region.id);
    await shop.admin.post(`/admin/regions/${region.id}`, { tax_rate: 99 });
    expect((await update(card.id, { region_id: region.id })).body.gift_card.tax_rate).toBe(10);
    await shop.admin.delete(`/admin/regions/${region.id}`);
    const { status, body } = await update(card.id, { region_id: region.id, balance: 5 });
    expect(status).toBe(200);
    expect(body.gift_card).toMatchObject({ balance: 5, region_id: region.id, region: null });
  });

  it.each([
    [{ balance: 1001 }, "balance must not be greater than the value of the gift card, 1000"],
    [{ balance: -1 }, "balance must not be less than 0"],
    [{ balance: 2.5 }, "balance must be an integer"],
    [{ balance: null }, "balance must be an integer"],
    [{ balance: 99_999_999_999 }, "balance must not be greater than 2147483647"],
    [{ value: 5 }, "property value should not exist"],
    [{ code: "MINE" }, "property code should not exist"],
    [{ is_disabled: null }, "is_disabled must be a boolean"],
    [{ ends_at: 5 }, "ends_at must be a string or null"],
    [{ ends_at: "31st of May" }, "ends_at must be a date"],
    [{ metadata: "x" }, "metadata must be an object"],
    [{ region_id: "" }, "region_id should not be empty"],
  ])("is refused with %j", async (change, message) => {
    const card = await aGiftCard(shop, regionId);
    const { status, body } = await update(card.id, { ...change });
    expect(status).toBe(400);
    expect(body).toEqual({ type: "invalid_data", message });
    expect(await read(card.id)).toEqual(card);
  });

  it("is refused for a card or a region that is not there", async () => {
    const card = await aGiftCard(shop, regionId);
    const { status, body } = await update(card.id, { balance: 1, region_id: "reg_unknown" });
    expect(status).toBe(404);
    expect(body.message).toBe("Region with reg_unknown was not found");
    expect(await read(card.id)).toEqual(card);

    const answer = await update("gift_unknown", { balance: 1 });
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual(unknown);
  });

  it("keeps both of two changes made at once", async () => {
    const { id } = await aGiftCard(shop, regionId);
    await Promise.all([update(id, { metadata: { a: 1 } }), update(id, { metadata: { b: 2 }, balance: 7 })]);
    expect(await read(id)).toMatchObject({ metadata: { a: 1, b: 2 }, balance: 7 });
  });

  it("does not give back what an order takes at the same moment", async () => {
    const { id } = await aGiftCard(shop, regionId);
    const order = await anEmptyOrder(shop, regionId);
    await Promise.all([
      consume(shop, order.id, [aCharge(id, 300)]),
      ...["a", "b", "c"].map((key) => update(id, { metadata: { [key]: 1 } })),
    ]);
    expect(await read(id)).toMatchObject({ balance: 700, metadata: { a: 1, b: 1, c: 1 } });
  });
});

describe("deleting a gift card", () => {
  it("takes it out of sight, again and again, and announces it once", async () => {
    const card = await aGiftCard(shop, regionId);
    for (const _ of [1, 2]) {
      const { status, body } = await shop.admin.delete(`/admin/gift-cards/${card.id}`);
      expect(status).toBe(200);
      expect(body).toEqual({ id: card.id, object: "gift-card", deleted: true });
    }
    for (const answer of [
      await shop.admin.get(`/admin/gift-cards/${card.id}`),
      await update(card.id, { balance: 1 }),
      await shop.visitor().get(`/store/gift-cards/${card.code}`),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect((await shop.admin.get(`/admin/gift-cards?q=${card.code}`)).body.count).toBe(0);
    expect((await eventsAbout(shop, card.id)).map(({ name }) => name)).toEqual([
      "gift_card.created",
      "gift_card.deleted",
    ]);
  });

  it("succeeds for an unknown card, and announces nothing", async () => {
    const { status, body } = await shop.admin.delete("/admin/gift-cards/gift_unknown");
    expect(status).toBe(200);
    expect(body).toEqual({ id: "gift_unknown", object: "gift-card", deleted: true });
    expect(await eventsAbout(shop, "gift_unknown")).toEqual([]);
  });

  it("leaves what orders took from it", async () => {
    const card = await aGiftCard(shop, regionId);
    await consume(shop, (await anEmptyOrder(shop, regionId)).id, [aCharge(card.id, 10)]);
    await shop.admin.delete(`/admin/gift-cards/${card.id}`);
    expect(await transactionsOf(shop, card.id)).toHaveLength(1);
  });
});

describe("reading a gift card", () => {
  it("is a 404 for an id that does not exist", async () => {
    const { status, body } = await shop.admin.get("/admin/gift-cards/gift_unknown");
    expect(status).toBe(404);
    expect(body).toEqual(unknown);
  });

  it("shows the selected fields and relations", async () => {
    const { id, code } = await aGiftCard(shop, regionId);
    const read = (query: string) => shop.admin.get(`/admin/gift-cards/${id}?${query}`);
    expect((await read("fields=code&expand=")).body.gift_card).toEqual({ id, code });
    expect((await read("fields=code&expand=region")).body.gift_card).toMatchObject({
      region: { id: regionId },
    });
    expect((await read("expand=nonsense")).status).toBe(400);
    expect((await read("colour=red")).status).toBe(400);
  });

  it("takes one statement, a page two", async () => {
    const { id } = await aGiftCard(shop, regionId);
    const one = await countingStatements(shop.db, () => shop.admin.get(`/admin/gift-cards/${id}`));
    expect(one.statements).toHaveLength(1);
    expect(one.credentials).toBe(1);
    const page = await countingStatements(shop.db, () => shop.admin.get("/admin/gift-cards?q=A"));
    expect(page.statements).toHaveLength(2);
    expect(page.credentials).toBe(1);
  });
});
