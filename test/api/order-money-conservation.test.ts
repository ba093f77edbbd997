import fc from "fast-check";
import { describe, expect } from "vitest";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import { anOrder } from "../support/factories/orders.ts";
import { aReturnPlace, type ReturnPlace } from "../support/factories/returns.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { LedgerPayment } from "../support/services/ledger-payment.ts";
import { type Action, OrderStory, type StoryWorld } from "./order-story.ts";

const ledger = new LedgerPayment();
let place: ReturnPlace;
let variantId: string;
const { it, shop } = withShop(async () => {
  const providers = new ProviderRegistry();
  providers.payment.add(ledger);
  return startShop({}, { providers });
});
it.beforeAll(async () => {
  place = await aReturnPlace(shop, { payment_providers: ["ledger"], tax_rate: 12.5 });
  variantId = await aSoldVariant(shop, { stock: 10_000, price: 1999 });
});

const world = (): StoryWorld => ({ shop, place, variantId, providerId: "ledger" });

const actions = fc.array(
  fc.record<Action>({
    kind: fc.constantFrom(
      "capture",
      "capture",
      "send",
      "refund",
      "return",
      "claim",
      "swap",
      "edit",
      "cancel",
    ),
    pieces: fc.integer({ min: 1, max: 2 }),
    amount: fc.integer({ min: 1, max: 4000 }),
  }),
  { minLength: 3, maxLength: 8 },
);

/** One story in which every operation succeeds, in addition to the random ones. */
const everything: Action[] = [
  { kind: "capture", pieces: 1, amount: 1 },
  { kind: "refund", pieces: 1, amount: 100 },
  { kind: "edit", pieces: 2, amount: 2 },
  { kind: "capture", pieces: 1, amount: 1 },
  { kind: "send", pieces: 1, amount: 1 },
  { kind: "return", pieces: 1, amount: 300 },
  { kind: "claim", pieces: 1, amount: 200 },
  { kind: "swap", pieces: 2, amount: 1 },
];

/** The money of an order by our books: payments and refunds, and which entry of the ledger each belongs to. */
async function booksOf(orderId: string) {
  const [books] = await shop.db.run<{
    payments: { entry: string; amount: number; refunded: number; isCaptured: boolean }[];
    refunds: number;
    returns: number;
    underWay: number;
  }>({
    text: `select
        (select coalesce(json_agg(json_build_object('entry', data ->> 'id', 'amount', amount,
            'refunded', amount_refunded, 'isCaptured', captured_at is not null)), '[]')
          from payment where order_id = $1 or swap_id in (select id from swap where order_id = $1)) as payments,
        (select coalesce(sum(amount), 0) from refund where order_id = $1) as refunds,
        (select coalesce(sum(refund_amount), 0) from "return" where order_id = $1 and status = 'received')
          as returns,
        (select count(*) from tradewind.payment_operation where order_id = $1 and state = 'begun') as "underWay"`,
    values: [orderId],
  });
  return books!;
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** The payment service, our payment rows and the totals of the order agree to the cent. */
async function expectAgreement(story: OrderStory): Promise<void> {
  const order = await story.read();
  const { payments, refunds, underWay } = await booksOf(story.orderId);
  const moved = payments.flatMap(({ entry }) => ledger.movedOf(entry));
  const movedBy = (kind: string) =>
    sum(moved.filter((move) => move.kind === kind).map(({ amount }) => amount));
  const captured = payments.filter(({ isCaptured }) => isCaptured);
  expect(underWay).toBe(0);
  expect(sum(captured.map(({ amount }) => amount))).toBe(movedBy("capture"));
  expect(sum(payments.map(({ refunded }) => refunded))).toBe(movedBy("refund"));
  expect(refunds).toBe(movedBy("refund"));
  expect(order.refunded_total).toBe(refunds);
  expect(order.refundable_amount).toBe(order.paid_total - order.refunded_total);
  for (const payment of payments) {
    expect(payment.refunded).toBeLessThanOrEqual(payment.isCaptured ? payment.amount : 0);
  }
  // Captured minus refunded is never negative.
  expect(movedBy("capture") - movedBy("refund")).toBeGreaterThanOrEqual(0);
}

describe("the money of an order", () => {
  it("is conserved by every sequence of operations", async () => {
    const done = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(actions, async (all) => {
        const { id } = await anOrder(shop.visitor(), {
          place,
          variantId,
          quantity: 3,
          optionId: place.optionId,
        });
        const story = new OrderStory(id, world());
        for (const action of all) {
          const before = await booksOf(id);
          const { status, body } = await story.tell[action.kind](action);
          expect(status, `${action.kind}: ${JSON.stringify(body)}`).toBeLessThan(500);
          if (status === 200) done.set(action.kind, (done.get(action.kind) ?? 0) + 1);
          // Swaps and edits are several requests, of which the first ones may have been granted.
          else if (action.kind !== "swap" && action.kind !== "edit")
            expect(await booksOf(id)).toEqual(before);
          await expectAgreement(story);
        }
      }),
      { numRuns: 12, endOnFailure: true, examples: [[everything]] },
    );
    expect([...done.keys()].sort()).toEqual(
      expect.arrayContaining(["capture", "claim", "edit", "refund", "return", "send", "swap"]),
    );
  });
});
