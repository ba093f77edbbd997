import fc from "fast-check";
import { expect, it } from "vitest";
import type { Contribution } from "./contribution.ts";
import { type Difference, differenceOf } from "./difference.ts";

const amount = fc.integer({ min: -500, max: 500 });
const moment = fc.nat(2_000_000).map((minute) => new Date(minute * 60_000).toISOString());
const movements = fc.array(fc.record({ at: moment, amount }), { maxLength: 2 });
const rates = fc.array(
  fc.record({
    rate: fc.constantFrom(19, null),
    name: fc.constantFrom("VAT 1", ""),
    net: amount,
    taxes: amount,
  }),
  { maxLength: 2 },
);
const contribution = fc.record<Contribution>({
  order_id: fc.constant("order_1"),
  placed_at: moment,
  currency_code: fc.constantFrom("usd", "eur"),
  customer_id: fc.constant("cus_1"),
  is_canceled: fc.boolean(),
  contribution: fc.record({
    country_code: fc.constantFrom("de", null),
    amounts: fc.record({ sales: amount, total: amount }),
    products: fc.array(fc.record({ id: fc.constantFrom("prod 1", "prod_2"), quantity: amount, amount }), {
      maxLength: 2,
    }),
    refunds: movements,
    exchanges: movements,
    open_work: fc.subarray(["to_capture", "to_pack"] as const) as fc.Arbitrary<never[]>,
    report: fc.record({
      region_id: fc.constantFrom("reg 1", "reg_2"),
      quantity: amount,
      net: amount,
      others: fc.record({ quantity: amount, amount, discounts: amount, taxes: amount }),
      by_rate: rates,
      by_code: fc.array(fc.record({ id: fc.constantFrom("", "disc_1"), amount }), { maxLength: 2 }),
      returns: fc.array(
        fc.record({
          at: moment,
          product_id: fc.constantFrom("prod 1", null),
          reason_id: fc.constantFrom("rr_1", null),
          quantity: amount,
          amount,
          by_rate: rates,
        }),
        { maxLength: 2 },
      ),
    }),
  }),
});
const some = fc.array(contribution, { maxLength: 3 });

/** Stored sums: every number under the other columns of its row. */
function added(differences: readonly Difference[]): Map<string, number> {
  const stored = new Map<string, number>();
  const rows = differences.flatMap(({ sums, rankings, openWork, reports, customers }) => [
    ...sums,
    ...rankings,
    ...openWork,
    ...reports,
    ...customers.map((customer) => ({ of: "customer", ...customer })),
  ]);
  for (const row of rows) {
    const columns = Object.entries(row);
    const identity = columns.filter(([, value]) => typeof value === "string").map(([, value]) => value);
    for (const [name, value] of columns) {
      const key = [...identity, name].join("|");
      if (typeof value === "number") stored.set(key, (stored.get(key) ?? 0) + value);
    }
  }
  for (const [key, value] of stored) if (value === 0) stored.delete(key);
  return stored;
}

it("what was counted before and changed is as if it had been counted at last only", () => {
  fc.assert(
    fc.property(some, some, (before, after) => {
      const inTwoSteps = added([differenceOf([], before), differenceOf(before, after)]);
      expect(inTwoSteps).toEqual(added([differenceOf([], after)]));
    }),
  );
});

it("nothing is added for orders that did not change", () => {
  fc.assert(
    fc.property(some, (same) => {
      expect(differenceOf(same, same)).toEqual({
        sums: [],
        rankings: [],
        openWork: [],
        reports: [],
        customers: [],
      });
    }),
  );
});

it("a refund counts in its own month, and in every unit", () => {
  const order: Contribution = {
    order_id: "order_1",
    placed_at: "2026-01-31T23:50:00Z",
    currency_code: "usd",
    customer_id: "cus_1",
    is_canceled: false,
    contribution: {
      country_code: "us",
      amounts: { sales: 1000, total: 1000 },
      products: [],
      refunds: [{ at: "2026-02-01T00:05:00Z", amount: 300 }],
      exchanges: [],
      open_work: [],
    },
  };
  const { sums } = differenceOf([], [order]);
  const shown = sums.map(({ unit, start, sales, refunds }) => [unit, start.slice(0, 16), sales, refunds]);
  expect(shown).toEqual([
    ["day", "2026-01-31T00:00", 1000, 0],
    ["day", "2026-02-01T00:00", 0, 300],
    ["hour", "2026-01-31T23:00", 1000, 0],
    ["hour", "2026-02-01T00:00", 0, 300],
    ["month", "2026-01-01T00:00", 1000, 0],
    ["month", "2026-02-01T00:00", 0, 300],
    ["quarter", "2026-01-31T23:45", 1000, 0],
    ["quarter", "2026-02-01T00:00", 0, 300],
  ]);
});
