import { describe, expect } from "vitest";
import type { TaxProvider } from "../../src/providers/ports/tax.ts";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import {
  addLine,
  changeCart,
  openSessions,
  readCart,
  refused,
  rowsOf,
  type ShownCart,
  ship,
} from "../support/factories/carts.ts";
import { aDiscount, tenPercent } from "../support/factories/discounts.ts";
import { aGiftCard } from "../support/factories/gift-cards.ts";
import { aPackedOrder, type OrderOfOneLine, orderIn } from "../support/factories/orders.ts";
import { aReturnPlace, type ReturnPlace } from "../support/factories/returns.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldVariant, aVariantAtLocation } from "../support/factories/sold-products.ts";
import {
  aConfirmedSwap,
  aSwap,
  completeSwap,
  prepareSwapCart,
  type ShownSwap,
  swapEvents,
  swapIn,
  swapRowsOf,
} from "../support/factories/swaps.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { ScriptedPayment, stockOfVariant } from "../support/services/scripted-payment.ts";

const service = new ScriptedPayment();
/** What the tax service was asked about. */
const asked: string[][] = [];
const sevenPercent: TaxProvider = {
  id: "seven",
  taxLines: async ({ items }) => {
    asked.push(items.map(({ lineItemId }) => lineItemId));
    const rate = { rate: 7, name: "seven", code: "S" };
    return { items: items.map(({ lineItemId }) => ({ lineItemId, ...rate })), shipping: [] };
  },
};
let place: ReturnPlace;
/** Paid at the scripted service. */
let serviced: ReturnPlace;
/** Sells for 25.00. */
let coat: string;

const { it, shop } = withShop(async () => {
  const providers = new ProviderRegistry();
  providers.payment.add(service);
  providers.tax.add(sevenPercent);
  return startShop({}, { providers });
});
it.beforeAll(async () => {
  place = await aReturnPlace(shop);
  serviced = await aReturnPlace(shop, { payment_providers: ["scripted"] });
  coat = await aSoldVariant(shop, { price: 2500 });
});
it.beforeEach(() => service.reset());

const anOrder = (details: Record<string, unknown> = {}): Promise<OrderOfOneLine> =>
  aPackedOrder(shop, { place, ...details });

const freeShipping = { type: "free_shipping", value: 0, allocation: "total" };

const cartOf = (swap: ShownSwap): Promise<ShownCart> => readCart(shop.visitor(), swap.cart_id);

const complete = ({ cart_id }: ShownSwap) => completeSwap(shop.visitor(), cart_id);

type Line = ShownCart["items"][number] & { is_return: boolean };
const linesOf = (cart: ShownCart) => cart.items as Line[];
const returnedLine = (cart: ShownCart) => linesOf(cart).find(({ unit_price }) => unit_price < 0)!;

describe("the cart of a swap", () => {
  it("has the new lines, the returned lines at their price, and return shipping", async () => {
    const swap = await aSwap(shop, await anOrder(), {
      pieces: 2,
      variantId: coat,
      return_shipping: { option_id: place.returnOptionId, price: 150 },
    });
    const cart = await cartOf(swap);
    expect(cart).toMatchObject({
      type: "swap",
      metadata: { swap_id: swap.id, parent_order_id: swap.order_id },
      subtotal: 2500 - 2000 + 150,
      tax_total: 250 - 200 + 15,
      total: 715,
      payment_sessions: [],
    });
    expect(linesOf(cart)).toMatchObject([
      { variant_id: coat, unit_price: 2500, quantity: 1, is_return: false, swap_id: swap.id },
      { title: "Return shipping", unit_price: 150, is_return: true, swap_id: null, total: 165 },
      { unit_price: -1000, quantity: 2, is_return: true, swap_id: null, total: -2200 },
    ]);
  });

  it("is for the order's customer, with addresses of its own", async () => {
    const order = await anOrder();
    const cart = await cartOf(await aSwap(shop, order));
    expect(cart).toMatchObject({ email: order.email, customer_id: order.customer_id });
    const before = orderIn(await shop.admin.get(`/admin/orders/${order.id}`)).shipping_address;
    expect(cart.shipping_address).toMatchObject({ id: before.id, city: before.city });
    await changeCart(shop.visitor(), cart.id, { shipping_address: { city: "Elsewhere" } });
    const after = orderIn(await shop.admin.get(`/admin/orders/${order.id}`)).shipping_address;
    expect(after).toEqual(before);
  });

  it("refunds the paid amount, after the discount", async () => {
    const { code } = await aDiscount(shop, place.id, { rule: tenPercent });
    const cart = await cartOf(
      await aSwap(shop, await anOrder({ discounts: [{ code }] }), { variantId: coat }),
    );
    // 9.00 and tax come back; the discount of the order applies to the new lines.
    expect(returnedLine(cart)).toMatchObject({ subtotal: -1000, discount_total: -100, total: -990 });
    expect(cart).toMatchObject({ discount_total: 150, total: 2475 - 990, discounts: [{ code }] });
  });

  it("refunds it also when the customer removes the discount from the new lines", async () => {
    const { code } = await aDiscount(shop, place.id, { rule: tenPercent });
    const swap = await aSwap(shop, await anOrder({ discounts: [{ code }] }), { variantId: coat });
    await shop.visitor().delete(`/store/carts/${swap.cart_id}/discounts/${code}`);
    expect(await cartOf(swap)).toMatchObject({ discounts: [], discount_total: -100, total: 2750 - 990 });
  });

  it("has the discount before rounding in addition to the rounded one", async () => {
    const { code } = await aDiscount(shop, place.id, {
      rule: { type: "fixed", value: 100, allocation: "total" },
    });
    const swap = await aSwap(shop, await anOrder({ discounts: [{ code }] }), { variantId: coat });
    const cart = await openSessions(shop.visitor(), swap.cart_id);
    // 1.00 for the new coat, less a third of 1.00 for the piece that comes back.
    expect(cart).toMatchObject({ discount_total: 67, raw_discount_total: expect.closeTo(66.667, 3) });
    expect(await cartOf(swap)).toMatchObject({ raw_discount_total: expect.closeTo(66.667, 3) });
  });

  it("shows the taxes that were paid also before those of the new lines are calculated", async () => {
    const home = await aReturnPlace(shop);
    const order = await anOrder({ place: home });
    await shop.admin.post(`/admin/regions/${home.id}`, { automatic_taxes: false });
    const swap = await aSwap(shop, order, { variantId: coat });
    const cart = await cartOf(swap);
    expect(cart).toMatchObject({ subtotal: 1500, item_tax_total: -100, tax_total: -100, total: 1400 });
    expect(returnedLine(cart)).toMatchObject({ tax_lines: [{ rate: 10 }], tax_total: -100, total: -1100 });
    expect(linesOf(cart).find(({ unit_price }) => unit_price > 0)).toMatchObject({ tax_lines: [] });
    const fewer = await shop.visitor().get(`/store/carts/${swap.cart_id}?fields=id,total&expand=items`);
    expect(fewer.body.cart).toMatchObject({ total: 1400 });
    expect(await openSessions(shop.visitor(), swap.cart_id)).toMatchObject({ tax_total: 150, total: 1650 });
    expect(await cartOf(swap)).toMatchObject({ tax_total: -100, total: 1400 });
  });

  it("refunds the taxes that were paid, not those of today", async () => {
    const home = await aReturnPlace(shop);
    const swap = await aSwap(shop, await anOrder({ place: home }), { variantId: coat });
    await shop.admin.post(`/admin/regions/${home.id}`, { tax_rate: 20 });
    const cart = await cartOf(swap);
    expect(returnedLine(cart)).toMatchObject({ tax_lines: [{ rate: 10 }], total: -1100 });
    expect(cart.total).toBe(3000 - 1100);
  });

  it("calls a tax service for the new lines, not for the returned ones", async () => {
    const home = await aReturnPlace(shop);
    const order = await anOrder({ place: home });
    const { status } = await shop.admin.post(`/admin/regions/${home.id}`, { tax_provider_id: "seven" });
    expect(status).toBe(200);
    const swap = await aSwap(shop, order, { variantId: coat });
    const cart = await cartOf(swap);
    expect(asked).toEqual([swap.additional_items.map(({ id }) => id)]);
    expect(cart.total).toBe(2500 + 175 - 1100);
    await openSessions(shop.visitor(), swap.cart_id);
    expect((await complete(swap)).body.data.difference_due).toBe(1575);
    const { body } = await shop.admin.get(`/admin/swaps/${swap.id}`);
    expect(body.swap.cart.total).toBe(1575);
  });

  it("is not free to ship because the order was", async () => {
    const { code } = await aDiscount(shop, place.id, { rule: freeShipping });
    const swap = await aSwap(shop, await anOrder({ discounts: [{ code }] }), { variantId: coat });
    expect((await ship(shop.visitor(), swap.cart_id, place.optionId)).shipping_total).toBe(500);
  });

  it("is sent only in the ways, and for the prices, that were agreed on", async () => {
    const { id: other } = await anOption(shop, place.id, { amount: 100 });
    const { id: hidden } = await anOption(shop, place.id, { amount: 900, admin_only: true });
    const swap = await aSwap(shop, await anOrder(), {
      variantId: coat,
      custom_shipping_options: [{ option_id: hidden, price: 50 }],
    });
    const { body } = await shop.visitor().get(`/store/shipping-options/${swap.cart_id}`);
    expect(body.shipping_options).toMatchObject([{ id: hidden, amount: 50 }]);
    const choose = (option_id: string) =>
      shop.visitor().post(`/store/carts/${swap.cart_id}/shipping-methods`, { option_id });
    expect(refused(await choose(other))).toMatchObject({ status: 400, type: "invalid_data" });
    expect((await choose(hidden)).body.cart.shipping_methods).toMatchObject([{ price: 50 }]);
  });

  it("is of the channel of the request", async () => {
    const { body } = await shop.admin.post("/admin/sales-channels", { name: "Counter" });
    const channel = body.sales_channel.id;
    const swap = await aSwap(shop, await anOrder(), { sales_channel_id: channel });
    expect((await cartOf(swap)).sales_channel_id).toBe(channel);
    await shop.admin.post(`/admin/sales-channels/${channel}`, { is_disabled: true });
    const order = await anOrder();
    const before = await swapRowsOf(shop, order.id);
    const again = await shop.admin.post(`/admin/orders/${order.id}/swaps`, {
      return_items: [{ item_id: order.lineId, quantity: 1 }],
      sales_channel_id: channel,
    });
    expect(refused(again)).toMatchObject({ status: 400, type: "invalid_data" });
    expect(await swapRowsOf(shop, order.id)).toEqual(before);
  });

  it("is read in one statement", async () => {
    const swap = await aSwap(shop, await anOrder(), { variantId: coat });
    await cartOf(swap);
    const counted = await countingStatements(shop.db, () => cartOf(swap));
    expect(counted.statements).toHaveLength(1);
  });

  it("shows its totals also with few selected fields", async () => {
    const swap = await aSwap(shop, await anOrder());
    const { body } = await shop.visitor().get(`/store/carts/${swap.cart_id}?fields=id&expand=`);
    expect(body.cart.total).toBe(-1100);
  });

  describe("refuses", () => {
    const expectUnchanged = async (
      swap: ShownSwap,
      ask: () => Promise<{ status: number; body: { type: string } }>,
    ) => {
      const before = await rowsOf(shop, swap.cart_id);
      const { status, body } = await ask();
      expect({ status, type: body.type }).toEqual({ status: 400, type: "not_allowed" });
      expect(await rowsOf(shop, swap.cart_id)).toEqual(before);
    };

    it("to remove the returned lines, or to change their quantities", async () => {
      const swap = await aSwap(shop, await anOrder(), {
        variantId: coat,
        return_shipping: { option_id: place.returnOptionId },
      });
      for (const { id } of linesOf(await cartOf(swap)).filter(({ is_return }) => is_return)) {
        const line = `/store/carts/${swap.cart_id}/line-items/${id}`;
        await expectUnchanged(swap, () => shop.visitor().delete(line));
        await expectUnchanged(swap, () => shop.visitor().post(line, { quantity: 5 }));
        await expectUnchanged(swap, () => shop.visitor().post(line, { quantity: 0 }));
      }
    });

    it("to go to another region", async () => {
      const swap = await aSwap(shop, await anOrder());
      const { id: region_id } = serviced;
      await expectUnchanged(swap, () => shop.visitor().post(`/store/carts/${swap.cart_id}`, { region_id }));
    });

    it("gift cards, which only orders use up", async () => {
      const swap = await aSwap(shop, await anOrder(), { variantId: coat });
      const { code } = await aGiftCard(shop, place.id);
      const gift_cards = [{ code }];
      await expectUnchanged(swap, () => shop.visitor().post(`/store/carts/${swap.cart_id}`, { gift_cards }));
    });
  });

  it("keeps what comes back when the customer wants more of the same", async () => {
    const order = await anOrder();
    const swap = await aSwap(shop, order, { variantId: coat });
    const cart = await addLine(shop.visitor(), swap.cart_id, order.variantId, 2);
    expect(linesOf(cart).filter(({ variant_id }) => variant_id === order.variantId)).toMatchObject([
      { unit_price: -1000, quantity: 1 },
      { unit_price: 1000, quantity: 2 },
    ]);
    expect(cart.total).toBe(2750 + 2200 - 1100);
  });

  it("keeps what comes back when its customer changes", async () => {
    const swap = await aSwap(shop, await anOrder(), { variantId: coat });
    const cart = await changeCart(shop.visitor(), swap.cart_id, { email: "somebody@else.example.com" });
    expect(returnedLine(cart)).toMatchObject({ unit_price: -1000 });
    expect(cart.total).toBe(1650);
  });
});

describe("confirming a swap", () => {
  it("pays the difference, takes the new goods from stock and hands them over to the swap", async () => {
    const gloves = await aSoldVariant(shop, { price: 2500, stock: 5 });
    const swap = await aSwap(shop, await anOrder({ place: serviced }), { variantId: gloves, quantity: 2 });
    service.reset();
    const cart = await prepareSwapCart(shop.visitor(), swap.cart_id, serviced.optionId);
    expect(cart.payment_session).toMatchObject({ amount: 5500 + 550 - 1100, provider_id: "scripted" });
    const { status, body } = await complete(swap);
    expect(status).toBe(200);
    expect(body.type).toBe("swap");
    expect(body.data).toMatchObject({
      id: swap.id,
      payment_status: "awaiting",
      fulfillment_status: "not_fulfilled",
      difference_due: 4950,
      cart_id: cart.id,
      shipping_address: { id: cart.shipping_address!.id },
    });
    expect(body.data.confirmed_at).not.toBeNull();
    const shown = await swapIn(shop.admin, swap);
    expect(shown).toMatchObject({
      additional_items: [{ variant_id: gloves, quantity: 2, tax_lines: [{ rate: 10 }], order_id: null }],
      shipping_methods: [{ shipping_option_id: serviced.optionId, tax_lines: [{ rate: 10 }] }],
      payment: { amount: 4950, order_id: swap.order_id, swap_id: swap.id, captured_at: null },
    });
    expect(await cartOf(swap)).toMatchObject({ payment_id: shown.payment!.id });
    expect((await cartOf(swap)).completed_at).not.toBeNull();
    expect(await stockOfVariant(shop, gloves)).toBe(3);
    expect(service.asked).toEqual(["initiate", "authorize"]);
    expect(await swapEvents(shop, swap.id)).toEqual(["swap.created", "swap.payment_completed"]);
  });

  it("needs no payment where nothing is due", async () => {
    const order = await anOrder();
    const swap = await aSwap(shop, order, { variantId: order.variantId });
    expect((await openSessions(shop.visitor(), swap.cart_id)).payment_sessions).toEqual([]);
    const { body } = await complete(swap);
    expect(body.data).toMatchObject({ payment_status: "confirmed", difference_due: 0 });
  });

  it("needs none where money is owed to the customer", async () => {
    const swap = await aConfirmedSwap(shop, await anOrder({ place: serviced }), { pieces: 2 });
    expect(swap).toMatchObject({ difference_due: -2200, payment_status: "awaiting", payment: null });
    expect(service.asked).not.toContain("refund");
  });

  it("needs one where something is due", async () => {
    const order = await anOrder();
    const swap = await aSwap(shop, order, { variantId: coat });
    const before = await swapRowsOf(shop, order.id);
    expect(refused(await complete(swap))).toMatchObject({
      status: 400,
      type: "not_allowed",
      message: "You cannot complete a cart without a payment session.",
    });
    expect(await swapRowsOf(shop, order.id)).toEqual(before);
  });

  it("is answered with the swap again and again, and then nothing of the cart can be changed", async () => {
    const swap = await aConfirmedSwap(shop, await anOrder(), { variantId: coat });
    const again = await complete(swap);
    expect(again).toMatchObject({ status: 200, body: { type: "swap", data: { id: swap.id } } });
    const change = await shop.visitor().post(`/store/carts/${swap.cart_id}`, { email: "other@example.com" });
    expect(change.body).toMatchObject({ code: "cart_incompatible_state" });
    expect(await swapEvents(shop, swap.id)).toHaveLength(2);
  });

  it("leaves it a cart while the payment needs more of the customer", async () => {
    const swap = await aSwap(shop, await anOrder({ place: serviced }), { variantId: coat });
    await openSessions(shop.visitor(), swap.cart_id);
    service.reset();
    service.answer = "requires_more";
    const { body } = await complete(swap);
    expect(body).toMatchObject({ type: "cart", payment_status: "requires_more", data: { id: swap.cart_id } });
    expect(await swapIn(shop.admin, swap)).toMatchObject({ confirmed_at: null, payment_status: "not_paid" });
    service.answer = "authorized";
    expect((await complete(swap)).body.type).toBe("swap");
    // The service does the same thing once for the same key, also after a crash.
    expect(new Set(service.keys).size).toBe(1);
  });

  it("is refused without stock where backorders are not allowed, and no payment is made", async () => {
    const rare = await aSoldVariant(shop, { price: 2500, stock: 1 });
    const order = await anOrder({ place: serviced });
    const swap = await aSwap(shop, order, { variantId: rare, quantity: 2, allow_backorder: false });
    await openSessions(shop.visitor(), swap.cart_id);
    service.reset();
    const before = await swapRowsOf(shop, order.id);
    const { status, body } = await complete(swap);
    expect({ status, code: body.code }).toEqual({ status: 409, code: "insufficient_inventory" });
    expect(await swapRowsOf(shop, order.id)).toEqual(before);
    expect(service.asked).toEqual([]);
  });

  it("releases the money when the last piece was sold in the meantime", async () => {
    const rare = await aSoldVariant(shop, { price: 2500, stock: 1 });
    const order = await anOrder({ place: serviced });
    const swap = await aSwap(shop, order, { variantId: rare, allow_backorder: false });
    await openSessions(shop.visitor(), swap.cart_id);
    service.reset();
    service.meanwhile = async () => {
      await shop.db.run({
        text: "update product_variant set inventory_quantity = 0 where id = $1",
        values: [rare],
      });
    };
    expect((await complete(swap)).status).toBe(409);
    expect(service.asked).toEqual(["authorize", "cancel"]);
    expect(await swapIn(shop.admin, swap)).toMatchObject({ confirmed_at: null, payment: null });
  });

  it("takes a backorder that the swap allows", async () => {
    const rare = await aSoldVariant(shop, { price: 2500, stock: 1 });
    const swap = await aConfirmedSwap(shop, await anOrder(), { variantId: rare, quantity: 3 });
    expect(swap.confirmed_at).not.toBeNull();
    expect(await stockOfVariant(shop, rare)).toBe(-2);
  });

  it("reserves stock at a location, a backorder too, and releases it when it is canceled", async () => {
    const { variantId, itemId } = await aVariantAtLocation(shop, 1);
    const reserved = async () =>
      (
        await shop.db.run<{ reserved_quantity: number }>({
          text: "select reserved_quantity from inventory_level where inventory_item_id = $1",
          values: [itemId],
        })
      )[0]!.reserved_quantity;
    const swap = await aConfirmedSwap(shop, await anOrder(), { variantId, quantity: 3 });
    expect(await reserved()).toBe(3);
    await shop.admin.post(`/admin/returns/${swap.return_order.id}/cancel`);
    orderIn(await shop.admin.post(`/admin/orders/${swap.order_id}/swaps/${swap.id}/cancel`));
    expect(await reserved()).toBe(0);
  });

  it("is refused when the swap was canceled, and no payment is made", async () => {
    const order = await anOrder({ place: serviced });
    const swap = await aSwap(shop, order, { variantId: coat });
    await openSessions(shop.visitor(), swap.cart_id);
    await shop.admin.post(`/admin/returns/${swap.return_order.id}/cancel`);
    orderIn(await shop.admin.post(`/admin/orders/${order.id}/swaps/${swap.id}/cancel`));
    service.reset();
    const before = await swapRowsOf(shop, order.id);
    expect((await complete(swap)).body).toMatchObject({ code: "cart_incompatible_state" });
    expect(await swapRowsOf(shop, order.id)).toEqual(before);
    expect(service.asked).toEqual([]);
  });

  it("lets the money go when the swap is canceled while it is paid", async () => {
    const order = await anOrder({ place: serviced });
    const swap = await aSwap(shop, order, { variantId: coat });
    await openSessions(shop.visitor(), swap.cart_id);
    service.reset();
    service.meanwhile = async () => {
      await shop.admin.post(`/admin/returns/${swap.return_order.id}/cancel`);
      orderIn(await shop.admin.post(`/admin/orders/${order.id}/swaps/${swap.id}/cancel`));
    };
    expect((await complete(swap)).body).toMatchObject({ code: "cart_incompatible_state" });
    expect(service.asked).toEqual(["authorize", "cancel"]);
    expect(await swapIn(shop.admin, swap)).toMatchObject({ payment_status: "canceled", payment: null });
  });

  it("counts the use of a discount that the order did not have", async () => {
    const [old, added] = [await aDiscount(shop, place.id), await aDiscount(shop, place.id)];
    const swap = await aSwap(shop, await anOrder({ discounts: [{ code: old.code }] }), { variantId: coat });
    const uses = async ({ id }: { id: string }) =>
      (await shop.admin.get(`/admin/discounts/${id}`)).body.discount.usage_count;
    const before = [await uses(old), await uses(added)];
    await changeCart(shop.visitor(), swap.cart_id, { discounts: [{ code: added.code }] });
    await openSessions(shop.visitor(), swap.cart_id);
    expect((await complete(swap)).body.type).toBe("swap");
    expect([await uses(old), await uses(added)]).toEqual([before[0], before[1] + 1]);
  });

  it("costs hardly more statements than an order", async () => {
    const swap = await aSwap(shop, await anOrder(), { variantId: coat });
    await prepareSwapCart(shop.visitor(), swap.cart_id, place.optionId);
    const counted = await countingStatements(shop.db, () => complete(swap));
    expect(counted.result.status).toBe(200);
    expect(counted.statements.length, counted.statements.join()).toBeLessThanOrEqual(24);
  });
});
