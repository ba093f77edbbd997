import { describe, expect } from "vitest";
import { inTransaction } from "../../src/db/transaction.ts";
import { issueGiftCards } from "../../src/modules/selling/gift-cards/index.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { aGiftCard } from "../support/factories/gift-cards.ts";
import { anEmptyOrder } from "../support/factories/orders.ts";
import { aRegion } from "../support/factories/regions.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let regionId: string;
const { it, shop } = withShop(() =>
  startShop({ TRADEWIND_FAILURES_PER_ADDRESS: "3", TRADEWIND_TRUST_PROXY: "true" }),
);
it.beforeAll(async () => {
  regionId = (await aRegion(shop)).id;
});

let addresses = 0;
/** A visitor from an address of their own. */
const newVisitor = () => shop.visitor().with({ "x-forwarded-for": `203.0.113.${++addresses}` });
const look = (code: string, client = newVisitor()) => client.get(`/store/gift-cards/${code}`);
const NOBODYS = "AAAA-BBBB-CCCC-0000";

describe("looking up a gift card by its code", () => {
  it("shows only its value, balance and region", async () => {
    const card = await aGiftCard(shop, regionId, { metadata: { for: "Ann" } });
    await shop.admin.post(`/admin/gift-cards/${card.id}`, { balance: 400 });
    const { status, body } = await look(card.code);
    expect(status).toBe(200);
    const { region, ...shown } = body.gift_card;
    expect(shown).toEqual({ id: card.id, code: card.code, value: 1000, balance: 400 });
    expect(region).toMatchObject({ id: regionId, currency_code: "usd" });
    expect(region).not.toHaveProperty("payment_providers");
  });

  it("never shows the order that it was bought with", async () => {
    const order = await anEmptyOrder(shop, regionId);
    const [id] = await inTransaction(shop.db, (tx) =>
      issueGiftCards(tx, { orderId: order.id, regionId, cards: [{ value: 50, taxRate: null }] }),
    );
    const { code } = (await shop.admin.get(`/admin/gift-cards/${id}`)).body.gift_card;
    const { status, body } = await look(code);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain(order.id);
    for (const query of ["expand=order", "fields=order.email", "fields=order_id"]) {
      const asked = await look(`${code}?${query}`);
      expect(asked).toMatchObject({ status: 200, body });
      expect(JSON.stringify(asked.body)).not.toContain(order.id);
    }
  });

  it("is a 404 for a code that no card has, or another case of it", async () => {
    const { status, body } = await look(NOBODYS);
    expect(status).toBe(404);
    expect(body).toEqual({
      type: "not_found",
      message: `Gift card with code: ${NOBODYS} was not found`,
    });
    const { code } = await aGiftCard(shop, regionId);
    expect((await look(code.toLowerCase())).status).toBe(404);
    expect((await look(`${code.slice(0, -1)}%25`)).status).toBe(404);
    expect((await look("a".repeat(400))).status).toBe(404);
  });

  it("reads it with one statement, in addition to those that count the guesses", async () => {
    const { code } = await aGiftCard(shop, regionId);
    const visitor = newVisitor();
    const { result, statements } = await countingStatements(shop.db, () => look(code, visitor));
    expect(result.status).toBe(200);
    expect(statements).toEqual(["guess-count", expect.stringMatching(/^graph-/), "guess-forgive"]);
  });
});

describe("guessing codes", () => {
  it("has to wait after three that no card has, also with the right one", async () => {
    const { code } = await aGiftCard(shop, regionId);
    const [guesser, other] = [newVisitor(), newVisitor()];
    for (const n of [1, 2, 3]) expect((await look(`${NOBODYS}${n}`, guesser)).status).toBe(404);
    for (const tried of [`${NOBODYS}4`, code]) {
      const { status, body } = await look(tried, guesser);
      expect(status).toBe(429);
      expect(body.type).toBe("too_many_requests");
    }
    expect((await look(code, other)).status).toBe(200);
  });

  it("does not count cards that are there", async () => {
    const { code } = await aGiftCard(shop, regionId);
    const visitor = newVisitor();
    for (const _ of [1, 2, 3, 4, 5]) expect((await look(code, visitor)).status).toBe(200);
    expect((await look(NOBODYS, visitor)).status).toBe(404);
    expect((await look(code, visitor)).status).toBe(200);
  });

  it("gets no more tries by making them all at once", async () => {
    const guesser = newVisitor();
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => look(`${NOBODYS}${n}`, guesser)));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(9);
  });
});
