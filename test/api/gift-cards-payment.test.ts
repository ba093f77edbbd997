import { describe, expect } from "vitest";
import { inTransaction } from "../../src/db/transaction.ts";
import { answerFor } from "../../src/http/errors.ts";
import { Refusal } from "../../src/kernel/refusal.ts";
import {
  consumeGiftCards,
  findGiftCardsForCart,
  type GiftCardCharge,
  issueGiftCards,
} from "../../src/modules/selling/gift-cards/index.ts";
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

const aCard = (details: Record<string, unknown> = {}) => aGiftCard(shop, regionId, details);
const aNewOrder = async () => (await anEmptyOrder(shop, regionId)).id;
const read = async (id: string) => (await shop.admin.get(`/admin/gift-cards/${id}`)).body.gift_card;
const update = (id: string, changes: unknown) => shop.admin.post(`/admin/gift-cards/${id}`, changes);
const forCart = (codes: string[]) => inTransaction(shop.db, (tx) => findGiftCardsForCart(tx, codes));

/** How the attempt to pay ended: null, or what it was refused with. */
const refusalOf = (orderId: string, charges: GiftCardCharge[]): Promise<Refusal | null> =>
  consume(shop, orderId, charges).then(
    () => null,
    (error) => {
      if (error instanceof Refusal) return error;
      throw error;
    },
  );

const notCovered = (code: string) => ({
  type: "not_allowed",
  code: "gift_card_balance",
  message: `The gift card ****-****-****-${code.slice(-4)} no longer covers its part of the order`,
});

describe("the gift cards for a cart", () => {
  it("are found by their codes", async () => {
    const [one, other] = [await aCard(), await aCard({ is_disabled: true, ends_at: "2040-01-01", value: 5 })];
    const found = await forCart([other.code, one.code, other.code, "NOPE"]);
    expect(found).toEqual([
      {
        id: one.id,
        code: one.code,
        regionId,
        isDisabled: false,
        endsAt: null,
        balance: 1000,
        taxRate: 10,
      },
      {
        id: other.id,
        code: other.code,
        regionId,
        isDisabled: true,
        endsAt: "2040-01-01T00:00:00.000Z",
        balance: 5,
        taxRate: 10,
      },
    ]);
  });

  it("are not found when deleted, in another case or without codes", async () => {
    const [gone, card] = [await aCard(), await aCard()];
    await shop.admin.delete(`/admin/gift-cards/${gone.id}`);
    expect(await forCart([gone.code, card.code.toLowerCase()])).toEqual([]);
    expect(await forCart([])).toEqual([]);
  });

  it("stay as they were read until the transaction ends", async () => {
    const { id, code } = await aCard();
    let isChanged = false;
    let change: Promise<unknown> = Promise.resolve();
    await inTransaction(shop.db, async (tx) => {
      const [card] = await findGiftCardsForCart(tx, [code]);
      change = update(id, { balance: 1 }).then(() => {
        isChanged = true;
      });
      await shop.db.run({ text: "select pg_sleep(0.2)", values: [] });
      expect(isChanged).toBe(false);
      const charges = [aCharge(card!.id, 1000)];
      await consumeGiftCards(tx, { orderId: await aNewOrder(), charges });
    });
    await change;
    expect((await transactionsOf(shop, id))[0]?.amount).toBe(1000);
  });
});

describe("paying an order with gift cards", () => {
  it("takes the amounts, disables empty cards, and records each transaction", async () => {
    const [first, second] = [await aCard({ value: 300 }), await aCard({ value: 1000 })];
    const orderId = await aNewOrder();
    const charges = [
      { giftCardId: second.id, amount: 200, isTaxable: false, taxRate: null },
      aCharge(first.id, 300),
    ];
    await consume(shop, orderId, charges);
    expect(await read(first.id)).toMatchObject({ value: 300, balance: 0, is_disabled: true });
    expect(await read(second.id)).toMatchObject({ value: 1000, balance: 800, is_disabled: false });
    const id = expect.stringMatching(/^gct_/);
    expect(await transactionsOf(shop, first.id)).toEqual([
      { id, order_id: orderId, amount: 300, is_taxable: true, tax_rate: 10 },
    ]);
    expect(await transactionsOf(shop, second.id)).toEqual([
      { id, order_id: orderId, amount: 200, is_taxable: false, tax_rate: null },
    ]);
  });

  it("takes two statements for any number of cards, and none for none", async () => {
    const [one, other, orderId] = [await aCard(), await aCard(), await aNewOrder()];
    const { statements } = await countingStatements(shop.db, () =>
      consume(shop, orderId, [aCharge(one.id, 1), aCharge(other.id, 1)]),
    );
    expect(statements).toEqual(["begin", "gift-cards-lock", "gift-cards-take", "commit"]);
    const nothing = await countingStatements(shop.db, () => consume(shop, orderId, []));
    expect(nothing.statements).toEqual([]);
  });

  it("is refused when one card has too little, and takes nothing from the others", async () => {
    const [rich, poor] = [await aCard(), await aCard({ value: 99 })];
    const orderId = await aNewOrder();
    const charges = [aCharge(rich.id, 100), aCharge(poor.id, 100)];
    const refusal = await refusalOf(orderId, charges);
    expect(answerFor(refusal)).toEqual({ status: 409, body: notCovered(poor.code) });
    expect(await read(rich.id)).toEqual(rich);
    expect(await read(poor.id)).toEqual(poor);
    expect(await transactionsOf(shop, rich.id)).toEqual([]);
  });

  it("is refused with a card that was disabled or deleted since", async () => {
    const [disabled, deleted] = [await aCard(), await aCard()];
    await update(disabled.id, { is_disabled: true });
    await shop.admin.delete(`/admin/gift-cards/${deleted.id}`);
    for (const { id, code } of [disabled, deleted]) {
      expect(await refusalOf(await aNewOrder(), [aCharge(id, 1)])).toMatchObject(notCovered(code));
      expect(await transactionsOf(shop, id)).toEqual([]);
    }
    expect((await read(disabled.id)).balance).toBe(1000);
    expect(await refusalOf(await aNewOrder(), [aCharge("gift_unknown", 1)])).toMatchObject({
      code: "gift_card_balance",
    });
  });

  it.each([0, -100])("never takes %i", async (amount) => {
    const card = await aCard();
    expect(await refusalOf(await aNewOrder(), [aCharge(card.id, amount)])).toMatchObject(
      notCovered(card.code),
    );
    expect(await read(card.id)).toEqual(card);
  });

  it("never takes from a card twice for one order", async () => {
    const [card, orderId] = [await aCard(), await aNewOrder()];
    await consume(shop, orderId, [aCharge(card.id, 100)]);
    await expect(consume(shop, orderId, [aCharge(card.id, 100)])).rejects.toMatchObject({ code: "23505" });
    const twice = [aCharge(card.id, 100), aCharge(card.id, 100)];
    await expect(consume(shop, await aNewOrder(), twice)).rejects.toMatchObject({ code: "23505" });
    expect((await read(card.id)).balance).toBe(900);
  });
});

describe("orders that pay with the same gift card at the same moment", () => {
  it("spend no more than is on it: ten of twenty get 100 of 1000", async () => {
    const card = await aCard({ value: 1000 });
    const orders = await Promise.all(Array.from({ length: 20 }, aNewOrder));
    const refusals = await Promise.all(orders.map((orderId) => refusalOf(orderId, [aCharge(card.id, 100)])));
    const refused = refusals.filter((each) => each !== null);
    expect(refused).toHaveLength(10);
    for (const each of refused) expect(each).toMatchObject(notCovered(card.code));
    expect(await read(card.id)).toMatchObject({ balance: 0, is_disabled: true });
    const taken = await transactionsOf(shop, card.id);
    expect(taken.map(({ amount }) => amount)).toEqual(Array(10).fill(100));
    expect(new Set(taken.map(({ order_id }) => order_id)).size).toBe(10);
  });

  it("do not deadlock, in any order of the cards", async () => {
    const cards = [await aCard(), await aCard(), await aCard()];
    const orders = await Promise.all(Array.from({ length: 20 }, aNewOrder));
    const { statements } = await countingStatements(shop.db, () =>
      Promise.all(
        orders.map((orderId, n) => {
          const charges = cards.map(({ id }) => aCharge(id, 50));
          return consume(shop, orderId, n % 2 === 0 ? charges : charges.reverse());
        }),
      ),
    );
    // None of them had to begin again.
    expect(statements.filter((name) => name === "begin")).toHaveLength(20);
    for (const { id } of cards) expect(await read(id)).toMatchObject({ balance: 0, is_disabled: true });
  });
});

describe("gift cards that are bought", () => {
  const issue = (cards: Parameters<typeof issueGiftCards>[1]["cards"], orderId: string, region = regionId) =>
    inTransaction(shop.db, (tx) => issueGiftCards(tx, { orderId, regionId: region, cards }));

  it("are made with the order, one for each, and announced", async () => {
    const orderId = await aNewOrder();
    const ids = await issue(
      [
        { value: 5000, taxRate: 12.5, metadata: { to: "Ann" } },
        { value: 2500, taxRate: null },
        { value: 1000, taxRate: 0 },
      ],
      orderId,
    );
    const cards = await Promise.all(ids.map(read));
    const shared = { region_id: regionId, is_disabled: false, ends_at: null, order: { id: orderId } };
    expect(cards).toMatchObject([
      { ...shared, value: 5000, balance: 5000, tax_rate: 12.5, metadata: { to: "Ann" } },
      { ...shared, value: 2500, balance: 2500, tax_rate: 10, metadata: null },
      { ...shared, value: 1000, balance: 1000, tax_rate: null, metadata: null },
    ]);
    expect(new Set(cards.map(({ code }) => code)).size).toBe(3);
    for (const id of ids) {
      expect(await eventsAbout(shop, id)).toEqual([{ name: "gift_card.created", data: { id } }]);
    }
  });

  it("are not taxed where gift cards are not, and come also when the region was deleted since", async () => {
    const untaxed = await aRegion(shop);
    await shop.admin.post(`/admin/regions/${untaxed.id}`, { gift_cards_taxable: false });
    const orderId = (await anEmptyOrder(shop, untaxed.id)).id;
    await shop.admin.delete(`/admin/regions/${untaxed.id}`);
    const [id] = await issue([{ value: 100, taxRate: 12.5 }], orderId, untaxed.id);
    expect((await read(id!)).tax_rate).toBeNull();
  });

  it("take three statements for any number, and none for none", async () => {
    const orderId = await aNewOrder();
    const cards = Array.from({ length: 50 }, () => ({ value: 100, taxRate: 10 }));
    const { result, statements } = await countingStatements(shop.db, () => issue(cards, orderId));
    expect(result).toHaveLength(50);
    expect(statements.slice(0, 3)).toEqual(["begin", "gift-card-taxes", "gift-card-insert"]);
    expect(statements).toHaveLength(5);
    expect(await issue([], orderId)).toEqual([]);
  });
});
