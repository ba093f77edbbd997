import { describe, expect } from "vitest";
import { aPackedOrder, type OrderOfOneLine, orderIn } from "../support/factories/orders.ts";
import { aReturnPlace, type ReturnPlace } from "../support/factories/returns.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { aSwap, type ShownSwap, swapEvents, swapIn, swapRowsOf } from "../support/factories/swaps.ts";
import { aMemberWith, aRole } from "../support/factories/team.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let place: ReturnPlace;
/** Sells for 25.00; the sold piece costs 10.00. */
let coat: string;
/** Sells for 4.00. */
let sock: string;

const { it, shop } = withShop(() => startShop());
it.beforeAll(async () => {
  place = await aReturnPlace(shop);
  coat = await aSoldVariant(shop, { price: 2500 });
  sock = await aSoldVariant(shop, { price: 400 });
});

const anOrder = (): Promise<OrderOfOneLine> => aPackedOrder(shop, { place });
const at = ({ order_id, id }: ShownSwap) => `/admin/orders/${order_id}/swaps/${id}`;

const sendBy = (swap: ShownSwap, body: object = {}) =>
  shop.admin.post(`${at(swap)}/shipping-methods`, { option_id: place.optionId, price: 0, ...body });

const confirm = (swap: ShownSwap, body: object = {}) => shop.admin.post(`${at(swap)}/confirm`, body);

async function aSwapFor(variantId: string): Promise<{ order: OrderOfOneLine; swap: ShownSwap }> {
  const order = await anOrder();
  const swap = await aSwap(shop, order, { variantId });
  orderIn(await sendBy(swap));
  return { order, swap };
}

async function expectRefused(
  swap: ShownSwap,
  ask: () => Promise<{ status: number; body: { message: string } }>,
  expected: { status: number; message: unknown },
) {
  const before = await swapRowsOf(shop, swap.order_id);
  const { status, body } = await ask();
  expect({ status, message: body.message }).toMatchObject(expected);
  expect(await swapRowsOf(shop, swap.order_id)).toEqual(before);
}

describe("a merchant finishes an exchange", () => {
  it("of the same value, and ships it", async () => {
    const order = await anOrder();
    const same = await aSoldVariant(shop, { price: 1000 });
    const swap = await aSwap(shop, order, { variantId: same });
    orderIn(await sendBy(swap));
    orderIn(await confirm(swap, { difference_due: 0 }));
    orderIn(await shop.admin.post(`${at(swap)}/fulfillments`));
    const packed = await swapIn(shop.admin, swap);
    expect(packed.fulfillment_status).toBe("fulfilled");
  });

  it("that the shop owes for, also when the request is repeated after a crash before the refund", async () => {
    const { swap, order } = await aSwapFor(sock);
    const key = { headers: { "idempotency-key": `confirm ${swap.id}` } };
    const ask = () => shop.admin.post(`${at(swap)}/confirm`, { settlement: "refunded" }, key);
    orderIn(await ask());
    // As the crash leaves it: the swap is confirmed, and no answer was sent.
    const run = (text: string, ...values: unknown[]) => shop.db.run({ text, values });
    const text = `update tradewind.idempotency set state = 'applied', status = null, headers = null, body = null
      where key = $1`;
    await run(text, key.headers["idempotency-key"]);
    await run("update swap set payment_status = 'confirmed' where id = $1", swap.id);
    orderIn(await ask());
    expect(await swapIn(shop.admin, swap)).toMatchObject({ payment_status: "difference_refunded" });
    const refunds = await run("select amount from refund where order_id = $1", order.id);
    expect(refunds).toHaveLength(1);
  });

  it("that the customer owes for, paid at the counter: the difference is captured once", async () => {
    const { swap } = await aSwapFor(coat);
    const [first, second] = await Promise.all([
      confirm(swap, { settlement: "paid" }),
      confirm(swap, { settlement: "paid" }),
    ]);
    expect([first!.status, second!.status]).toEqual([200, 200]);
    const done = await swapIn(shop.admin, swap);
    expect(done).toMatchObject({ payment_status: "captured", payment: { amount: done.difference_due } });
    expect(done.difference_due).toBeGreaterThan(0);
    const payments = await shop.db.run({
      text: "select id from payment where swap_id = $1",
      values: [swap.id],
    });
    expect(payments).toHaveLength(1);
    orderIn(await shop.admin.post(`${at(swap)}/fulfillments`));
  });

  it("that the customer owes for, waived: nothing is due, and the log has the amount", async () => {
    const { swap } = await aSwapFor(coat);
    orderIn(await confirm(swap, { settlement: "waived" }));
    expect(await swapIn(shop.admin, swap)).toMatchObject({
      payment_status: "confirmed",
      difference_due: 0,
      payment: null,
    });
    expect(await swapEvents(shop, swap.id)).toContain("swap.difference_waived");
    orderIn(await shop.admin.post(`${at(swap)}/fulfillments`));
  });

  it("that the customer is owed for: the difference is refunded once", async () => {
    const { order, swap } = await aSwapFor(sock);
    await Promise.all([confirm(swap, { settlement: "refunded" }), confirm(swap, { settlement: "refunded" })]);
    const { difference_due, payment_status } = await swapIn(shop.admin, swap);
    expect(payment_status).toBe("difference_refunded");
    const refunds = await shop.db.run<{ amount: number }>({
      text: "select amount from refund where order_id = $1",
      values: [order.id],
    });
    expect(refunds).toEqual([{ amount: -difference_due! }]);
  });

  it("and the preview has said what it costs, with the shipping", async () => {
    const order = await anOrder();
    const without = await previewOf(order, coat);
    const preview = await previewOf(order, coat, { shipping: { option_id: place.optionId, price: 300 } });
    expect(preview.shipping_total).toBeGreaterThanOrEqual(300);
    expect(preview.difference_due).toBe(without.difference_due + preview.shipping_total);
    const swap = await aSwap(shop, order, { variantId: coat });
    orderIn(await sendBy(swap, { price: 300 }));
    orderIn(await confirm(swap, { settlement: "paid", difference_due: preview.difference_due }));
    expect((await swapIn(shop.admin, swap)).difference_due).toBe(preview.difference_due);
  });
});

async function previewOf(order: OrderOfOneLine, variantId: string, more: object = {}) {
  const { body } = await shop.admin.post(`/admin/orders/${order.id}/exchange-preview`, {
    return_items: [{ item_id: order.lineId, quantity: 1 }],
    additional_items: [{ variant_id: variantId, quantity: 1 }],
    ...more,
  });
  return body.preview as { difference_due: number; shipping_total: number };
}

describe("a confirmation is refused", () => {
  it("while the customer owes a difference that is not decided", async () => {
    const { swap } = await aSwapFor(coat);
    await expectRefused(swap, () => confirm(swap), {
      status: 400,
      message: expect.stringContaining("owes a difference"),
    });
  });

  it("for another difference than the user saw", async () => {
    const { swap } = await aSwapFor(coat);
    await expectRefused(swap, () => confirm(swap, { settlement: "paid", difference_due: 1 }), {
      status: 409,
      message: expect.stringContaining("has changed"),
    });
  });

  it("before it is decided how the goods are sent", async () => {
    const swap = await aSwap(shop, await anOrder(), { variantId: sock });
    await expectRefused(swap, () => confirm(swap), {
      status: 400,
      message: expect.stringContaining("shipping_methods"),
    });
  });

  it("to users who may not move money", async () => {
    const { swap } = await aSwapFor(coat);
    const { client: clerk } = await aMemberWith(shop, await aRole(shop, "orders:read", "returns:write"));
    await expectRefused(swap, () => clerk.post(`${at(swap)}/confirm`, { settlement: "waived" }), {
      status: 403,
      message: expect.stringContaining("payments:write"),
    });
  });

  it("for a canceled swap, and for that of another order", async () => {
    const { swap } = await aSwapFor(coat);
    const other = await anOrder();
    const { status } = await shop.admin.post(`/admin/orders/${other.id}/swaps/${swap.id}/confirm`, {});
    expect(status).toBe(404);
    await shop.admin.post(`/admin/returns/${swap.return_order.id}/cancel`);
    orderIn(await shop.admin.post(`${at(swap)}/cancel`));
    await expectRefused(swap, () => confirm(swap, { settlement: "waived" }), {
      status: 409,
      message: "The swap was canceled",
    });
    await expectRefused(swap, () => sendBy(swap), { status: 409, message: "The swap was canceled" });
  });
});
