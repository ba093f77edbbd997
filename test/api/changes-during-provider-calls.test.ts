import { describe, expect } from "vitest";
import { Refusal } from "../../src/kernel/refusal.ts";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import type { Answer } from "../support/clients/client.ts";
import { aCart, changeCart, refused } from "../support/factories/carts.ts";
import { aRequestedEdit, Editing, RememberingPayment } from "../support/factories/order-edits.ts";
import { anOrder, aPackedOrder, aSentOrder } from "../support/factories/orders.ts";
import { aWord } from "../support/factories/products.ts";
import { anOptionOf, aReturnPlace, type ReturnPlace, ScriptedCarrier } from "../support/factories/returns.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { aSwap, completeSwap, prepareSwapCart, swapIn } from "../support/factories/swaps.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { OtherTransaction } from "../support/postgres/other-transaction.ts";

const steps = ["initiate", "authorize", "capture", "refund", "cancel"] as const;
type Step = (typeof steps)[number];

/** A payment service during whose next call the test makes another change. */
class SlowPayment extends RememberingPayment {
  private beside: { step: Step; happens: () => Promise<unknown> } | null = null;

  constructor(id: string) {
    super(id);
    for (const step of steps) {
      const usual = this[step] as (...asked: unknown[]) => Promise<unknown>;
      const slow = async (...asked: unknown[]) => {
        const { beside } = this;
        if (beside?.step === step) {
          this.beside = null;
          await beside.happens();
        }
        return usual(...asked);
      };
      Object.assign(this, { [step]: slow });
    }
  }

  /** Begins when the service is asked to do this, and is over before it answers. */
  while(step: Step, happens: () => Promise<unknown>): void {
    this.beside = { step, happens };
  }

  override reset(): void {
    super.reset();
    this.beside = null;
  }
}

const card = new SlowPayment("card");
const carrier = new ScriptedCarrier();
let place: ReturnPlace;
let carrierOptionId: string;
let other: OtherTransaction;

const { it, shop } = withShop(async () => {
  const providers = new ProviderRegistry();
  providers.payment.add(card);
  providers.fulfillment.add(carrier);
  return startShop({}, { providers });
});
it.beforeAll(async () => {
  place = await aReturnPlace(shop, {
    payment_providers: ["card"],
    fulfillment_providers: ["manual", "scripted-carrier"],
  });
  ({ id: carrierOptionId } = await anOptionOf(shop, carrier, place.id));
});
it.beforeEach(async () => {
  card.reset();
  other = await OtherTransaction.begin(shop);
});
it.afterEach(() => other.end());

const row = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await shop.db.run<Row>({ text, values }))[0]!;

const conflict = { status: 409, type: "conflict" };

describe("an order edit", () => {
  async function aPayableEdit() {
    const editing = await aRequestedEdit(shop, place, "card");
    const id = (await editing.read()).payment_collection_id!;
    const path = `/store/payment-collections/${id}/sessions`;
    const choose = () => shop.visitor().post(path, { provider_id: "card" });
    const pay = async () => {
      const { body } = await shop.visitor().get(`/store/payment-collections/${id}`);
      return shop.visitor().post(`${path}/${body.payment_collection.payment_sessions[0].id}/authorize`);
    };
    return { editing, id, choose, pay };
  }

  it.each([
    ["more", async (editing: Editing) => editing.add(await aSoldVariant(shop), 3)],
    [
      "less",
      async (editing: Editing) => {
        const { items } = await editing.read();
        return editing.setQuantity(items.find(({ original_item_id }) => original_item_id === null)!.id, 1);
      },
    ],
  ])("that costs %s while it is paid for is not paid for", async (_, change) => {
    const { editing, id, choose, pay } = await aPayableEdit();
    await choose();
    card.while("authorize", async () => {
      expect((await change(editing)).status).toBe(200);
    });
    expect(refused(await pay())).toMatchObject(conflict);
    expect(card.payments.at(-1)!.state).toBe("canceled");
    expect(refused(await editing.complete())).toMatchObject({ status: 400 });
    await choose();
    expect((await pay()).status).toBe(200);
    const { body } = await shop.admin.get(`/admin/payment-collections/${id}`);
    const { amount, authorized_amount } = body.payment_collection;
    expect(authorized_amount).toBe(amount);
    expect((await editing.complete()).status).toBe(200);
  });

  it("does not end while its money is captured", async () => {
    const { editing, id, choose, pay } = await aPayableEdit();
    await choose();
    await pay();
    const { payment_id } = await row<{ payment_id: string }>(
      "select payment_id from payment_collection_payments where payment_collection_id = $1",
      id,
    );
    let canceled: unknown;
    card.while("capture", async () => {
      canceled = refused(await editing.cancel());
    });
    expect((await shop.admin.post(`/admin/payments/${payment_id}/capture`)).status).toBe(200);
    expect(canceled).toMatchObject(conflict);
    expect((await editing.read()).status).toBe("requested");
  });

  it.each([
    ["canceled", (editing: Editing) => editing.cancel()],
    ["declined", (editing: Editing) => editing.decline()],
    [
      "vouched for",
      async (editing: Editing) =>
        shop.admin.post(
          `/admin/payment-collections/${(await editing.read()).payment_collection_id}/authorize`,
        ),
    ],
    [
      "left without a collection",
      async (editing: Editing) =>
        shop.admin.delete(`/admin/payment-collections/${(await editing.read()).payment_collection_id}`),
    ],
  ])("that is %s while its payment is opened leaves none open", async (_, end) => {
    const { editing, choose } = await aPayableEdit();
    card.while("initiate", async () => {
      expect((await end(editing)).status).toBe(200);
    });
    await choose();
    expect(card.payments.at(-1)!.state).toBe("canceled");
  });

  it("that is just being canceled when its payment is open leaves none open", async () => {
    const { editing, choose } = await aPayableEdit();
    let canceling: Promise<Answer> | undefined;
    card.while("initiate", async () => {
      await other.does("select from order_edit where id = $1 for update", editing.id);
      canceling = editing.cancel();
      await other.isWaitedFor(1);
    });
    const choosing = choose();
    await other.isWaitedFor(2);
    await other.commit();
    await choosing;
    expect((await canceling!).status).toBe(200);
    expect(card.payments.at(-1)!.state).toBe("canceled");
  });

  it("waits until a return of its order has been paid for", async () => {
    const order = await aPackedOrder(shop, { place });
    const items = [{ item_id: order.lineId, quantity: 1 }];
    const { body } = await shop.admin.post(`/admin/orders/${order.id}/return`, { items });
    const editing = await Editing.begin(shop, order as never);
    await editing.add(await aSoldVariant(shop, { price: 100 }), 1);
    let confirmed: unknown;
    card.while("refund", async () => {
      confirmed = refused(await editing.confirm());
    });
    const received = await shop.admin.post(`/admin/returns/${body.order.returns[0].id}/receive`, { items });
    expect([received.status, received.body.return.status]).toEqual([200, "received"]);
    expect(confirmed).toMatchObject(conflict);
    expect((await editing.confirm()).status).toBe(200);
  });
});

it("a gift card is not spent while the order that it was bought with is canceled", async () => {
  const variantId = await aSoldVariant(shop, { price: 5000 });
  const order = await anOrder(shop.visitor(), { place, variantId, providerId: "card" });
  await shop.admin.post(`/admin/orders/${order.id}/capture`);
  const code = aWord().toUpperCase();
  await shop.db.run({
    text: `insert into gift_card (id, code, value, balance, region_id, order_id)
      values ($1, $1, 5000, 5000, $2, $3)`,
    values: [code, place.id, order.id],
  });
  const items = [{ variant_id: variantId, quantity: 1 }];
  const cart = await aCart(shop.visitor(), { region_id: place.id, items });
  await changeCart(shop.visitor(), cart.id, { email: "second@example.com", gift_cards: [{ code }] });
  await shop.visitor().post(`/store/carts/${cart.id}/payment-sessions`);
  let spent: unknown;
  card.while("refund", async () => {
    spent = refused(await shop.visitor().post(`/store/carts/${cart.id}/complete`));
  });
  expect((await shop.admin.post(`/admin/orders/${order.id}/cancel`)).status).toBe(200);
  expect(spent).toMatchObject({ status: 409 });
  expect(await row("select balance, is_disabled from gift_card where id = $1", code)).toEqual({
    balance: 5000,
    is_disabled: true,
  });
});

describe("a swap that is being canceled", () => {
  async function aPaidSwap() {
    const order = await aPackedOrder(shop, { place });
    const swap = await aSwap(shop, order, { variantId: await aSoldVariant(shop, { price: 9000 }) });
    await prepareSwapCart(shop.visitor(), swap.cart_id, place.optionId);
    await completeSwap(shop.visitor(), swap.cart_id);
    await shop.admin.post(`/admin/returns/${swap.return_order.id}/cancel`);
    return { order, swap, path: `/admin/orders/${order.id}/swaps/${swap.id}` };
  }

  it("sends nothing", async () => {
    const { swap, path } = await aPaidSwap();
    let sent: unknown;
    card.while("cancel", async () => {
      sent = refused(await shop.admin.post(`${path}/fulfillments`, {}));
    });
    expect((await shop.admin.post(`${path}/cancel`)).status).toBe(200);
    expect(sent).toMatchObject(conflict);
    expect(await swapIn(shop.admin, swap)).toMatchObject({
      fulfillments: [],
      canceled_at: expect.any(String),
    });
  });

  it("has nothing returned of what it would have sent", async () => {
    const { order, swap, path } = await aPaidSwap();
    const { additional_items } = await swapIn(shop.admin, swap);
    let returned: unknown;
    card.while("cancel", async () => {
      const items = [{ item_id: additional_items[0]!.id, quantity: 1 }];
      returned = refused(await shop.admin.post(`/admin/orders/${order.id}/return`, { items }));
    });
    expect((await shop.admin.post(`${path}/cancel`)).status).toBe(200);
    expect(returned).toMatchObject(conflict);
    expect((await swapIn(shop.admin, swap)).canceled_at).not.toBeNull();
  });
});

it("a claim sends nothing until its way back is booked", async () => {
  const order = await aSentOrder(shop, { place });
  const claim = {
    type: "replace",
    claim_items: [{ item_id: order.lineId, quantity: 1, reason: "missing_item" }],
    additional_items: [{ variant_id: await aSoldVariant(shop), quantity: 1 }],
    return_shipping: { option_id: carrierOptionId, price: 0 },
    shipping_methods: [{ option_id: place.optionId, price: 0 }],
  };
  const path = `/admin/orders/${order.id}/claims`;
  let sent: unknown;
  carrier.meanwhile = async () => {
    carrier.meanwhile = async () => {};
    const { body } = await shop.admin.get(`/admin/orders/${order.id}`);
    sent = refused(await shop.admin.post(`${path}/${body.order.claims[0].id}/fulfillments`, {}));
    throw new Refusal("not_allowed", "not today");
  };
  expect((await shop.admin.post(path, claim)).status).toBe(400);
  expect(sent).toMatchObject(conflict);
  expect(await row("select count(*) as claims from claim_order where order_id = $1", order.id)).toEqual({
    claims: 0,
  });
  const { body } = await shop.admin.post(path, claim);
  const made = body.order.claims.at(-1);
  expect((await shop.admin.post(`${path}/${made.id}/fulfillments`, {})).status).toBe(200);
});
