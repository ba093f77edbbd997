import { describe, expect } from "vitest";
import type { Client } from "../support/clients/client.ts";
import { aCart, aPlace, changeCart, readCart } from "../support/factories/carts.ts";
import { aDiscount } from "../support/factories/discounts.ts";
import { aGiftCard } from "../support/factories/gift-cards.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const ALLOWED = 5;

let cartId: string;
let codes: { discount: string; card: string };

const { it, shop } = withShop(() => startShop({ TRADEWIND_FAILURES_PER_ADDRESS: String(ALLOWED) }));
it.beforeEach(async () => {
  await shop.db.run({ text: "delete from tradewind.rate_limit", values: [] });
  const place = await aPlace(shop);
  const items = [{ variant_id: await aSoldVariant(shop), quantity: 1 }];
  cartId = (await aCart(shop.visitor(), { region_id: place.id, items })).id;
  codes = { discount: (await aDiscount(shop, place.id)).code, card: (await aGiftCard(shop, place.id)).code };
});

const kinds = [
  ["discounts", "discount"],
  ["gift_cards", "card"],
] as const;

const send = (name: string, code: string, client: Client = shop.visitor()) =>
  client.post(`/store/carts/${cartId}`, { [name]: [{ code }] });

const guess = async (name: string, times: number) => {
  const statuses: number[] = [];
  for (let guesses = 0; guesses < times; guesses++) {
    statuses.push((await send(name, `GUESS-${guesses}`)).status);
  }
  return statuses;
};

describe.each(kinds)("guessing at %s", (name, kind) => {
  it("ends after some wrong codes; then even the right one has to wait", async () => {
    expect(await guess(name, ALLOWED + 2)).toEqual([...Array(ALLOWED).fill(404), 429, 429]);
    const answer = await send(name, codes[kind]);
    expect(answer.status).toBe(429);
    expect(answer.body).toMatchObject({ type: "too_many_requests" });
    expect(await readCart(shop.visitor(), cartId)).toMatchObject({ discounts: [], gift_cards: [] });
  });

  it("does not count valid codes", async () => {
    for (let times = 0; times < ALLOWED * 2; times++) {
      expect((await send(name, codes[kind])).status).toBe(200);
    }
    expect(await guess(name, ALLOWED)).toEqual(Array(ALLOWED).fill(404));
  });

  it("at the same moment gets no more tries", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send(name, `AT-ONCE-${index}`)),
    );
    const tried = answers.filter(({ status }) => status === 404);
    expect(tried.length).toBeLessThanOrEqual(ALLOWED);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20 - tried.length);
  });

  it("does not hinder other changes of the cart", async () => {
    await guess(name, ALLOWED + 1);
    const cart = await changeCart(shop.visitor(), cartId, { email: "patient@example.com", [name]: [] });
    expect(cart.email).toBe("patient@example.com");
  });

  it("does not count refusals for other reasons", async () => {
    for (let times = 0; times < ALLOWED * 2; times++) {
      const answer = await shop
        .visitor()
        .post("/store/carts/cart_unknown", { [name]: [{ code: codes[kind] }] });
      expect(answer.status).toBe(404);
    }
    expect((await send(name, codes[kind])).status).toBe(200);
  });
});

describe("guessing at several codes at once", () => {
  it("counts when any of them is wrong", async () => {
    const both = (discount: string, card: string) =>
      shop.visitor().post(`/store/carts/${cartId}`, {
        discounts: [{ code: discount }],
        gift_cards: [{ code: card }],
      });
    for (let times = 0; times < ALLOWED; times++) {
      const isEven = times % 2 === 0;
      const answer = await both(isEven ? codes.discount : "WRONG", isEven ? "WRONG" : codes.card);
      expect(answer.status).toBe(404);
    }
    expect((await both(codes.discount, codes.card)).status).toBe(429);
  });

  it("gives no second allowance for discounts by naming a gift card", async () => {
    await guess("discounts", ALLOWED);
    const answer = await shop.visitor().post(`/store/carts/${cartId}`, {
      discounts: [{ code: "ONE-MORE" }],
      gift_cards: [{ code: codes.card }],
    });
    expect(answer.status).toBe(429);
  });
});
