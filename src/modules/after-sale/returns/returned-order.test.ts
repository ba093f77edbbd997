import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LockedOrder, OrderedLine } from "../../orders/orders/index.ts";
import { adjustmentsOf, orderTotals } from "../../selling/totals/index.ts";
import type { ItemQuantity } from "./return.ts";
import { refundValueOf } from "./returned-value.ts";

interface Sold {
  unit_price: number;
  quantity: number;
  rates: number[];
}

interface Sale {
  lines: Sold[];
  includesTax: boolean;
  discount: { type: "percentage" | "fixed"; value: number; allocation: "total" | "item" };
}

function anOrder({ lines: sold, includesTax, discount }: Sale): LockedOrder {
  const lines = sold.map(({ unit_price, quantity, rates }, index) => ({
    id: `item_${index}`,
    unit_price,
    quantity,
    includes_tax: includesTax,
    tax_lines: rates.map((rate, at) => ({ rate, name: `rate ${at}`, code: `${at}` })),
    adjustments: [] as { amount: number }[],
    returned_quantity: 0,
    swap_id: null,
    claim_order_id: null,
    allow_discounts: true,
    is_return: false,
    is_eligible: true,
  }));
  for (const { item_id, amount } of adjustmentsOf(lines, discount)) {
    lines.find(({ id }) => id === item_id)!.adjustments = [{ amount }];
  }
  const items = lines as unknown as OrderedLine[];
  return {
    items,
    returns: [],
    swaps: [],
    refunded_pieces: [],
    claims: [],
    unsettled: [],
    tax_rate: null,
  } as unknown as LockedOrder;
}

/** What was paid for the goods, before gift cards: these pay like money. */
const paidFor = ({ items }: LockedOrder) =>
  orderTotals({ lines: items, shipping: [], giftCardUses: [], paid: [], refunded: [] }).whole.total;

/** The order after the pieces have come back. */
const received = (order: LockedOrder, items: ItemQuantity[]): LockedOrder => ({
  ...order,
  items: order.items.map((line) => ({
    ...line,
    returned_quantity:
      (line.returned_quantity ?? 0) + (items.find(({ item_id }) => item_id === line.id)?.quantity ?? 0),
  })),
  returns: [
    ...order.returns,
    {
      id: `ret_${order.returns.length}`,
      status: "received",
      items,
    } as unknown as LockedOrder["returns"][number],
  ],
});

/** The refunds of parcels that come back one after the other. */
function refundsOf(order: LockedOrder, parcels: readonly ItemQuantity[][]): number[] {
  let state = order;
  return parcels.map((items) => {
    const value = refundValueOf(state, items, { shipping: null });
    state = received(state, items);
    return value;
  });
}

/** Every piece of the order once, in a random order, divided into parcels at random. */
const parcelsOf = ({ items }: LockedOrder, random: () => number): ItemQuantity[][] => {
  const pieces = items
    .flatMap(({ id, quantity }) => Array.from({ length: quantity }, () => ({ id, at: random() })))
    .sort((a, b) => a.at - b.at);
  const parcels: ItemQuantity[][] = [];
  for (const { id } of pieces) {
    if (parcels.length === 0 || random() < 0.6) parcels.push([]);
    const parcel = parcels.at(-1)!;
    const known = parcel.find(({ item_id }) => item_id === id);
    if (known) known.quantity++;
    else parcel.push({ item_id: id, quantity: 1 });
  }
  return parcels;
};

/** The same numbers for the same seed. */
function diceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** The usual prices of a currency in its smallest unit. */
const prices = {
  "0 decimals": fc.integer({ min: 1, max: 20_000 }),
  "2 decimals": fc.integer({ min: 1, max: 50_000 }),
  "3 decimals": fc.integer({ min: 1, max: 900_000 }),
};

const saleIn = (price: fc.Arbitrary<number>): fc.Arbitrary<Sale> =>
  fc.record({
    lines: fc.array(
      fc.record({
        unit_price: price,
        quantity: fc.integer({ min: 1, max: 6 }),
        rates: fc.array(fc.constantFrom(0, 5, 7, 7.7, 10, 19, 21.5), { maxLength: 3 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    includesTax: fc.boolean(),
    discount: fc.oneof(
      fc.record({
        type: fc.constant("percentage" as const),
        value: fc.integer({ min: 0, max: 100 }),
        allocation: fc.constantFrom("total" as const, "item" as const),
      }),
      fc.record({
        type: fc.constant("fixed" as const),
        value: fc.integer({ min: 0, max: 30_000 }),
        allocation: fc.constantFrom("total" as const, "item" as const),
      }),
    ),
  });

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

describe("the refunds of an order whose pieces all come back", () => {
  it("are what was paid, where a fixed discount is spread over lines", () => {
    const order = anOrder({
      lines: [
        { unit_price: 10_000, quantity: 1, rates: [] },
        { unit_price: 10_000, quantity: 1, rates: [] },
      ],
      includesTax: false,
      // Each line takes 3,888.5, which is 3,889: together 7,778, where the order takes 7,777.
      discount: { type: "fixed", value: 7777, allocation: "total" },
    });
    expect(paidFor(order)).toBe(12_223);
    const oneByOne = order.items.map(({ id }) => [{ item_id: id, quantity: 1 }]);
    expect(sum(refundsOf(order, oneByOne))).toBe(12_223);
    expect(sum(refundsOf(order, oneByOne.toReversed()))).toBe(12_223);
    expect(refundsOf(order, [oneByOne.flat()])).toEqual([12_223]);
  });

  it.each(Object.entries(prices))("are what was paid, in any order and in any parcels: %s", (_, price) => {
    fc.assert(
      fc.property(saleIn(price), fc.integer({ min: 1, max: 1_000_000 }), (sale, seed) => {
        const order = anOrder(sale);
        const refunds = refundsOf(order, parcelsOf(order, diceOf(seed)));
        expect(sum(refunds)).toBe(paidFor(order));
        expect(refunds.every((refund) => refund >= 0)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
