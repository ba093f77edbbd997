import { describe, expect } from "vitest";
import type { Answer } from "../support/clients/client.ts";
import { aReadyCart, complete } from "../support/factories/carts.ts";
import {
  aCard,
  aCode,
  atOnce,
  bookedOrders,
  strayPayments,
  tally,
  theValue,
} from "../support/factories/checkout.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withServers } from "../support/fixtures/with-servers.ts";
import { rounds } from "../support/runner/short-form.ts";

const ROUNDS = rounds(5);
const CARTS = 20;

let items: { variant_id: string; quantity: number }[];
let sweets: string;
const { it, servers, shop } = withServers(async () => {
  items = [{ variant_id: await aSoldVariant(shop, { stock: 1000 }), quantity: 1 }];
  sweets = await aSoldVariant(shop, { stock: 10_000, price: 100 });
});

describe("20 carts with a discount that may be used once", () => {
  it.each(ROUNDS)("become one discounted order; the others pay in full, round %i", async () => {
    const { id, code } = await aCode(shop, 1);
    const cartIds = await atOnce(CARTS, (index) =>
      aReadyCart(servers.visitor(index), shop, { items, discounts: [{ code }] }),
    );
    const answers = await atOnce(CARTS, (index) => complete(servers.visitor(index), cartIds[index]!));
    expect(tally(answers)).toEqual({ 200: 1, "409 discount_usage_limit": CARTS - 1 });
    expect(await bookedOrders(shop, cartIds)).toMatchObject([{ payments: 1, paid: 990, placedEvents: 1 }]);
    expect(await strayPayments(shop, cartIds)).toBe(0);
    expect(await theValue(shop, "select usage_count from discount where id = $1", id)).toBe(1);

    const refused = cartIds.filter((_, index) => answers[index]!.status !== 200);
    await inFull(refused.slice(0, 4), code);
    expect(await theValue(shop, "select usage_count from discount where id = $1", id)).toBe(1);
    const open = "select count(*) from cart where id = any($1) and completed_at is null";
    expect(await theValue(shop, open, refused)).toBe(refused.length - 4);
  });

  /** The customers take the code off and complete. */
  const inFull = (cartIds: string[], code: string) =>
    atOnce(cartIds.length, async (index) => {
      const [client, cartId] = [servers.visitor(index), cartIds[index]!];
      const { body } = await client.delete(`/store/carts/${cartId}/discounts/${code}`);
      expect(body.cart).toMatchObject({ completed_at: null, total: 1100 });
      expect((await complete(client, cartId)).body).toMatchObject({ type: "order", data: { total: 1100 } });
      expect(await bookedOrders(shop, [cartId])).toMatchObject([{ payments: 1, paid: 1100 }]);
    });
});

describe("20 carts with one gift card of 10.00", () => {
  /** Completes; when the card no longer covers its part, the customer pays the rest in another way. */
  async function untilPaid(index: number, cartId: string): Promise<Answer> {
    const client = servers.visitor(index);
    for (;;) {
      const answer = await complete(client, cartId);
      if (answer.status === 200) return answer;
      expect(answer.body.message).toMatch(
        /no longer covers its part|without a payment session|changed again and again/,
      );
      const prepared = await client.post(`/store/carts/${cartId}/payment-sessions`);
      expect(prepared.status).toBe(200);
    }
  }

  // Some carts cost less than is on the card, some more.
  it.each(ROUNDS)("take from it what there is, and pay the rest, round %i", async () => {
    const { id, code } = await aCard(shop, 1000);
    const cartIds = await atOnce(CARTS, (index) =>
      aReadyCart(servers.visitor(index), shop, {
        items: [{ variant_id: sweets, quantity: 1 + index }],
        gift_cards: [{ code }],
      }),
    );
    const answers = await atOnce(CARTS, (index) => untilPaid(index, cartIds[index]!));
    const taken = "select sum(amount) from gift_card_transaction where gift_card_id = $1";
    expect(await theValue(shop, taken, id)).toBe(1000);
    expect(await theValue(shop, "select balance from gift_card where id = $1", id)).toBe(0);

    const orders = new Map((await bookedOrders(shop, cartIds)).map((order) => [order.id, order]));
    expect(orders.size).toBe(CARTS);
    for (const [index, { body }] of answers.entries()) {
      const { id: orderId, total, gift_card_total, gift_card_tax_total } = body.data;
      expect(total + gift_card_total + gift_card_tax_total).toBe(110 * (1 + index));
      expect(orders.get(orderId)).toMatchObject({
        placedEvents: 1,
        payments: total > 0 ? 1 : 0,
        paid: total,
        fromCards: gift_card_total,
      });
    }
  });
});
