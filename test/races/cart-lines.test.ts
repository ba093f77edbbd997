import { describe, expect } from "vitest";
import type { Answer } from "../support/clients/client.ts";
import { aReadyCart, complete } from "../support/factories/carts.ts";
import { atOnce, bookedOrders, tally } from "../support/factories/checkout.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withServers } from "../support/fixtures/with-servers.ts";
import { rounds } from "../support/runner/short-form.ts";

const ROUNDS = rounds(5);

let [boots, socks, hat]: string[] = [];
const { it, servers, shop } = withServers(async () => {
  [boots, socks, hat] = await Promise.all([1, 2, 3].map(() => aSoldVariant(shop, { stock: 100_000 })));
});

const add = (index: number, cartId: string, variantId: string, key?: string): Promise<Answer> =>
  servers
    .visitor(index)
    .post(
      `/store/carts/${cartId}/line-items`,
      { variant_id: variantId, quantity: 1 },
      key === undefined ? {} : { headers: { "idempotency-key": key } },
    );

const setQuantity = (index: number, cartId: string, lineId: string, quantity: number) =>
  servers.visitor(index).post(`/store/carts/${cartId}/line-items/${lineId}`, { quantity });

interface ShownLine {
  id: string;
  variant_id: string;
  quantity: number;
}

const linesOf = async (cartId: string): Promise<ShownLine[]> =>
  (await servers.visitor(0).get(`/store/carts/${cartId}`)).body.cart.items;

const quantities = (lines: ShownLine[]) =>
  Object.fromEntries(lines.map(({ variant_id, quantity }) => [variant_id, quantity]));

const cartWith = (...variantIds: string[]) =>
  aReadyCart(servers.visitor(0), shop, {
    items: variantIds.map((variant_id) => ({ variant_id, quantity: 1 })),
  });

/** Customers whose cart keeps changing under them try again. */
async function untilCompleted(index: number, cartId: string): Promise<Answer> {
  for (;;) {
    const answer = await complete(servers.visitor(index), cartId);
    if (answer.status === 200) return answer;
    expect(answer).toMatchObject({ status: 409, body: { type: "conflict" } });
  }
}

describe("lines that are changed at the same moment", () => {
  it.each(ROUNDS)("50 pieces that are added one by one are one line of 50, round %i", async () => {
    const { body } = await servers.visitor(0).post("/store/carts", { region_id: shop.regionId });
    const answers = await atOnce(50, (index) => add(index, body.cart.id, boots!));
    expect(tally(answers)).toEqual({ 200: 50 });
    const lines = await linesOf(body.cart.id);
    expect(lines.map(({ variant_id, quantity }) => [variant_id, quantity])).toEqual([[boots, 50]]);
  });

  it.each(ROUNDS)("two lines are both changed, round %i", async () => {
    const cartId = await cartWith(boots!, socks!);
    const [first, second] = await linesOf(cartId);
    const answers = await Promise.all([
      setQuantity(0, cartId, first!.id, 3),
      setQuantity(1, cartId, second!.id, 4),
    ]);
    expect(tally(answers)).toEqual({ 200: 2 });
    expect(quantities(await linesOf(cartId))).toEqual({ [first!.variant_id]: 3, [second!.variant_id]: 4 });
  });

  it.each(ROUNDS)("one is added while another is removed, round %i", async () => {
    const cartId = await cartWith(boots!, socks!);
    const [first, second] = await linesOf(cartId);
    const answers = await Promise.all([
      add(0, cartId, hat!),
      servers.visitor(1).delete(`/store/carts/${cartId}/line-items/${first!.id}`),
    ]);
    expect(tally(answers)).toEqual({ 200: 2 });
    expect(quantities(await linesOf(cartId))).toEqual({ [second!.variant_id]: 1, [hat!]: 1 });
  });
});

describe("lines that are changed while the cart is completed", () => {
  /** The ordered, authorized and paid amounts are equal. */
  async function expectPaid({ body }: Answer, pieces: number): Promise<void> {
    const { id, cart_id: cartId, total, payments, items } = body.data;
    expect(total).toBe(pieces * 1100);
    expect(payments).toMatchObject([{ amount: total }]);
    expect(items.reduce((sum: number, line: ShownLine) => sum + line.quantity, 0)).toBe(pieces);
    expect(await bookedOrders(shop, [cartId])).toEqual([
      { id, cartId, payments: 1, paid: total, fromCards: 0, pieces, placedEvents: 1 },
    ]);
  }

  it.each(ROUNDS)("a new quantity is in the order or refused, round %i", async () => {
    const cartId = await cartWith(boots!);
    const [line] = await linesOf(cartId);
    const [changed, completed] = await Promise.all([
      setQuantity(0, cartId, line!.id, 7),
      untilCompleted(1, cartId),
    ]);
    if (changed.status !== 200) {
      expect(changed).toMatchObject({ status: 409, body: { code: "cart_incompatible_state" } });
    }
    await expectPaid(completed, changed.status === 200 ? 7 : 1);
  });

  it.each(ROUNDS)("every added piece is in the order or refused, round %i", async () => {
    const cartId = await cartWith(boots!);
    const adding = atOnce(20, (index) => add(index, cartId, index % 2 ? boots! : socks!));
    const completions = await atOnce(4, (index) => untilCompleted(index, cartId));
    const added = await adding;
    const { 200: taken = 0, "409 cart_incompatible_state": refused = 0 } = tally(added);
    expect(taken + refused).toBe(20);
    for (const completion of completions) await expectPaid(completion, 1 + taken);
  });
});

describe("one line that is added again and again with the same key", () => {
  it.each(ROUNDS)("is there once, round %i", async (round) => {
    const { body } = await servers.visitor(0).post("/store/carts", { region_id: shop.regionId });
    const cartId: string = body.cart.id;
    const answers = await atOnce(20, (index) => add(index, cartId, boots!, `line-${round}`));
    const { 200: done = 0, "409 invalid_state_error": running = 0 } = tally(answers);
    expect(done).toBeGreaterThan(0);
    expect(done + running).toBe(20);
    const again = await add(1, cartId, boots!, `line-${round}`);
    expect(again.status).toBe(200);
    for (const { status, body: shown } of answers) {
      if (status === 200) expect(shown).toEqual(again.body);
    }
    expect(quantities(await linesOf(cartId))).toEqual({ [boots!]: 1 });
  });
});
