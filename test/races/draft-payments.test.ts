import { describe, expect } from "vitest";
import { atOnce, tally, theValue } from "../support/factories/checkout.ts";
import { aDraft, bookedFor, readDraft } from "../support/factories/draft-orders.ts";
import { aSoldVariant, aVariantAtLocation } from "../support/factories/sold-products.ts";
import { withServers } from "../support/fixtures/with-servers.ts";
import { rounds } from "../support/runner/short-form.ts";

const ROUNDS = rounds(3);
const CALLERS = 20;

const { it, shop, admins } = withServers();

describe("20 administrators at two processes mark one draft order as paid", () => {
  it.each(ROUNDS)("and there is one order, which one of them gets, round %i", async () => {
    const draft = await aDraft(shop.admin, {
      regionId: shop.regionId,
      items: [{ variant_id: await aSoldVariant(shop, { stock: 10 }), quantity: 2 }],
      shipping: [{ option_id: shop.shippingOptionId, price: 100 }],
    });
    const answers = await atOnce(CALLERS, (caller) =>
      admins[caller % admins.length]!.post(`/admin/draft-orders/${draft.id}/pay`),
    );
    expect(tally(answers)).toEqual({ 200: 1, "422 invalid_request_error": CALLERS - 1 });
    const id = answers.find(({ status }) => status === 200)!.body.order.id;
    expect(await bookedFor(shop, draft.cart_id)).toEqual([
      {
        id,
        payment_status: "captured",
        draft_order_id: draft.id,
        payments: 1,
        paid: 2310,
        placed: 1,
        captured: 1,
      },
    ]);
    expect(await readDraft(shop.admin, draft.id)).toMatchObject({ status: "completed", order_id: id });
  });
});

describe("20 draft orders for the last 5 pieces", () => {
  it.each(ROUNDS)("become 20 orders that reserve nothing, and 5 of them are packed, round %i", async () => {
    const { variantId, itemId } = await aVariantAtLocation(shop, 5);
    const drafts = await atOnce(CALLERS, () =>
      aDraft(shop.admin, {
        regionId: shop.regionId,
        items: [{ variant_id: variantId, quantity: 1 }],
        shipping: [{ option_id: shop.shippingOptionId, price: 100 }],
      }),
    );
    const at = (caller: number) => admins[caller % admins.length]!;
    const paid = await atOnce(CALLERS, (caller) =>
      at(caller).post(`/admin/draft-orders/${drafts[caller]!.id}/pay`),
    );
    expect(tally(paid)).toEqual({ 200: CALLERS });
    const orders = await Promise.all(drafts.map(({ cart_id }) => bookedFor(shop, cart_id)));
    expect(orders.map((booked) => booked.length)).toEqual(drafts.map(() => 1));
    const stock = (column: string) =>
      theValue(shop, `select sum(${column}) from inventory_level where inventory_item_id = $1`, itemId);
    expect(Number(await stock("reserved_quantity"))).toBe(0);
    const packed = await atOnce(CALLERS, (caller) => {
      const { id, items } = paid[caller]!.body.order;
      return at(caller).post(`/admin/orders/${id}/fulfillment`, {
        items: [{ item_id: items[0].id, quantity: 1 }],
      });
    });
    expect(packed.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(packed.every(({ status }) => status === 200 || status === 400)).toBe(true);
    expect(Number(await stock("stocked_quantity"))).toBe(0);
  });
});
