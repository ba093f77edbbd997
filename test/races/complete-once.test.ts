import { describe, expect } from "vitest";
import { aReadyCart, complete } from "../support/factories/carts.ts";
import { atOnce, bookedOrders, ownStock, tally } from "../support/factories/checkout.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withServers } from "../support/fixtures/with-servers.ts";
import { rounds } from "../support/runner/short-form.ts";

const ROUNDS = rounds(5);
const CALLERS = 50;

const { it, servers, shop } = withServers();

describe.each<[string, (round: number, caller: number) => string | undefined]>([
  ["without keys", () => undefined],
  ["with the same key", (round) => `same-${round}`],
  ["with different keys", (round, caller) => `own-${round}-${caller}`],
])("50 callers of two processes complete one cart %s", (_, keyOf) => {
  it.each(ROUNDS)("and get the one order there is, round %i", async (round) => {
    const variantId = await aSoldVariant(shop, { stock: 10 });
    const cartId = await aReadyCart(servers.visitor(round), shop, {
      items: [{ variant_id: variantId, quantity: 3 }],
    });
    const answers = await atOnce(CALLERS, (caller) =>
      complete(servers.visitor(caller), cartId, keyOf(round, caller)),
    );
    expect(tally(answers)).toEqual({ 200: CALLERS });
    const orders = await bookedOrders(shop, [cartId]);
    expect(orders).toEqual([
      {
        id: answers[0]!.body.data.id,
        cartId,
        payments: 1,
        paid: 3300,
        fromCards: 0,
        pieces: 3,
        placedEvents: 1,
      },
    ]);
    for (const { body } of answers) {
      expect(body).toMatchObject({ type: "order", data: { id: orders[0]!.id, total: 3300 } });
    }
    expect(await ownStock(shop, variantId)).toBe(7);
  });
});
