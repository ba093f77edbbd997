import { describe, expect } from "vitest";
import { aReadyCart, complete } from "../support/factories/carts.ts";
import {
  atOnce,
  bookedOrders,
  ownStock,
  strayPayments,
  tally,
  theValue,
} from "../support/factories/checkout.ts";
import { aSoldVariant, aVariantAtLocation } from "../support/factories/sold-products.ts";
import { withServers } from "../support/fixtures/with-servers.ts";
import { rounds } from "../support/runner/short-form.ts";

const ROUNDS = rounds(5);
const PIECES = 5;
const CARTS = 40;

const { it, servers, shop } = withServers();

/** Completes 40 carts with one piece each at the same time, and returns those that got one. */
async function rush(variantId: string): Promise<{ cartIds: string[]; lineIds: string[] }> {
  const items = [{ variant_id: variantId, quantity: 1 }];
  const cartIds = await atOnce(CARTS, (index) => aReadyCart(servers.visitor(index), shop, { items }));
  const answers = await atOnce(CARTS, (index) => complete(servers.visitor(index), cartIds[index]!));
  expect(tally(answers)).toEqual({ 200: PIECES, "409 insufficient_inventory": CARTS - PIECES });
  const sold = answers.filter(({ status }) => status === 200).map(({ body }) => body.data);
  expect((await bookedOrders(shop, cartIds)).sort(byId)).toEqual(
    sold
      .map(({ id, cart_id: cartId }) => {
        return { id, cartId, payments: 1, paid: 1100, fromCards: 0, pieces: 1, placedEvents: 1 };
      })
      .sort(byId),
  );
  expect(await strayPayments(shop, cartIds)).toBe(0);
  return { cartIds, lineIds: sold.map(({ items: [line] }) => line.id) };
}

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

describe("5 pieces and 40 carts with one each", () => {
  it.each(ROUNDS)("sell exactly 5, and what comes back to those who were too late, round %i", async () => {
    const variantId = await aSoldVariant(shop, { stock: PIECES });
    const { cartIds } = await rush(variantId);
    expect(await ownStock(shop, variantId)).toBe(0);
    expect(await openCarts(cartIds)).toHaveLength(CARTS - PIECES);

    await putBack(variantId, 2);
    const late = (await openCarts(cartIds)).slice(0, 6);
    const answers = await atOnce(late.length, (index) => complete(servers.visitor(index), late[index]!));
    expect(tally(answers)).toEqual({ 200: 2, "409 insufficient_inventory": late.length - 2 });
    expect(await ownStock(shop, variantId)).toBe(0);
  });

  it.each(ROUNDS)("reserve exactly 5 at the location that keeps them, round %i", async () => {
    const { variantId, itemId } = await aVariantAtLocation(shop, PIECES);
    const { lineIds } = await rush(variantId);
    const level = {
      text: "select stocked_quantity, reserved_quantity from inventory_level where inventory_item_id = $1",
      values: [itemId],
    };
    expect(await shop.db.run(level)).toEqual([{ stocked_quantity: PIECES, reserved_quantity: PIECES }]);
    const reserved = await shop.db.run<{ line_item_id: string }>({
      text: "select line_item_id from reservation_item where inventory_item_id = $1 and quantity = 1",
      values: [itemId],
    });
    expect(reserved.map((row) => row.line_item_id).sort()).toEqual(lineIds.sort());
    expect(await ownStock(shop, variantId)).toBe(0);
  });
});

async function putBack(variantId: string, quantity: number): Promise<void> {
  const product = await theValue(shop, "select product_id from product_variant where id = $1", variantId);
  const change = { inventory_quantity: quantity };
  const { status } = await shop.admin.post(`/admin/products/${product}/variants/${variantId}`, change);
  expect(status).toBe(200);
}

async function openCarts(cartIds: string[]): Promise<string[]> {
  const rows = await shop.db.run<{ id: string }>({
    text: "select id from cart where id = any($1) and completed_at is null and payment_id is null",
    values: [cartIds],
  });
  return rows.map(({ id }) => id);
}
