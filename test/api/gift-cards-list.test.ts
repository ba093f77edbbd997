import { describe, expect } from "vitest";
import { inTransaction } from "../../src/db/transaction.ts";
import { issueGiftCards } from "../../src/modules/selling/gift-cards/index.ts";
import { aCharge, aGiftCard, consume, type GiftCardView } from "../support/factories/gift-cards.ts";
import { anEmptyOrder } from "../support/factories/orders.ts";
import { aRegion } from "../support/factories/regions.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let regionId: string;
const cards: GiftCardView[] = [];
const { it, shop } = withShop();
it.beforeAll(async () => {
  regionId = (await aRegion(shop)).id;
  for (const value of [300, 100, 500, 200, 400]) cards.push(await aGiftCard(shop, regionId, { value }));
});

const list = async (query = "") => (await shop.admin.get(`/admin/gift-cards?${query}`)).body;
const found = async (query: string) =>
  (await list(query)).gift_cards.map(({ id }: GiftCardView) => id) as string[];
const ids = (some: GiftCardView[]) => some.map(({ id }) => id);

describe("the list of gift cards", () => {
  it("shows 50 a page, the newest first, as they are shown one by one", async () => {
    const body = await list();
    expect(body).toEqual({ gift_cards: [...cards].reverse(), count: 5, offset: 0, limit: 50 });
  });

  it("has a second page", async () => {
    expect(await list("limit=2&offset=2")).toMatchObject({ count: 5, offset: 2, limit: 2 });
    expect(await found("limit=2&offset=2")).toEqual([cards[2]!.id, cards[1]!.id]);
    expect(await found("limit=2&offset=4")).toEqual([cards[0]!.id]);
    expect(await list("offset=9")).toEqual({ gift_cards: [], count: 5, offset: 9, limit: 50 });
  });

  it("is sorted by a field, up or down", async () => {
    const byValue = ids([...cards].sort((one, other) => one.value - other.value));
    expect(await found("order=value")).toEqual(byValue);
    expect(await found("order=-value")).toEqual([...byValue].reverse());
  });

  it("finds a part of a code in any case", async () => {
    const { id, code } = cards[2]!;
    expect(await found(`q=${code}`)).toEqual([id]);
    expect(await found(`q=${code.slice(2, 15).toLowerCase()}`)).toEqual([id]);
    expect(await list("q=NO-SUCH-CODE")).toMatchObject({ gift_cards: [], count: 0 });
    expect(await found("q=")).toHaveLength(5);
    // What people search for means itself.
    expect(await found("q=%25")).toEqual([]);
    expect(await found("q=____-____")).toEqual([]);
    expect(await found("q=%5C")).toEqual([]);
  });

  it("finds the cards that were bought with an order by its number, and shows the order", async () => {
    const order = await anEmptyOrder(shop, regionId);
    // No code has a zero in it, so that the number is found nowhere else.
    await shop.db.run({ text: `update "order" set display_id = 7001 where id = $1`, values: [order.id] });
    const bought = await inTransaction(shop.db, (tx) =>
      issueGiftCards(tx, {
        orderId: order.id,
        regionId,
        cards: [
          { value: 5, taxRate: null },
          { value: 6, taxRate: null },
        ],
      }),
    );
    expect((await found("q=7001")).sort()).toEqual(bought);
    expect((await list("q=7001")).gift_cards[0].order).toMatchObject({ id: order.id, display_id: 7001 });
    expect((await list("q=7001")).gift_cards[0]).not.toHaveProperty("order_id");
    expect(await found("q=700")).toEqual([]);
    expect(await found("q=99999999999999999999")).toEqual([]);
  });

  it.each([
    ["limit=-1", "limit must not be less than 0"],
    ["limit=many", "limit must be an integer"],
    ["order=secret", "gift_card has no field secret"],
    ["expand=order", "property expand should not exist"],
    ["fields=code", "property fields should not exist"],
    ["code=AAAA", "property code should not exist"],
    ["q[]=a&q[]=b", "q must be a string"],
  ])("refuses %s", async (query, message) => {
    const { status, body } = await shop.admin.get(`/admin/gift-cards?${query}`);
    expect(status).toBe(400);
    expect(body.type).toBe("invalid_data");
    expect(body.message).toContain(message);
  });
});

describe("the uses of a gift card", () => {
  it("are listed with the numbers of their orders, the newest first", async () => {
    const { id: region } = await aRegion(shop);
    const card = await aGiftCard(shop, region);
    const other = await aGiftCard(shop, region);
    const orders = [await anEmptyOrder(shop, region), await anEmptyOrder(shop, region)];
    for (const [index, order] of orders.entries()) {
      await consume(shop, order.id, [aCharge(card.id, 100 * (index + 1)), aCharge(other.id, 5)]);
    }
    const uses = async (query = "") =>
      (await shop.admin.get(`/admin/gift-cards/${card.id}/transactions${query}`)).body;
    const { transactions, ...paging } = await uses();
    expect(paging).toEqual({ count: 2, offset: 0, limit: 20 });
    expect(transactions).toMatchObject([
      { amount: 200, order_id: orders[1]!.id, display_id: expect.any(Number) },
      { amount: 100, order_id: orders[0]!.id },
    ]);
    expect((await uses("?limit=1&offset=1")).transactions).toEqual([transactions[1]]);
  });

  it("of an unknown card are refused", async () => {
    expect((await shop.admin.get("/admin/gift-cards/gift_unknown/transactions")).status).toBe(404);
  });
});
