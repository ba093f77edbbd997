import { describe, expect, it } from "vitest";
import { totalsOfOrder } from "../../orders/orders/index.ts";
import { type ReportedOrder, reportOf } from "./report-contribution.ts";

const tax = (rate: number, name: string) => ({ rate, name, code: null });

/** Three shirts of 9.99 with two rates and a discount, a gift card without tax, and shipping with one rate. */
const order: ReportedOrder = {
  region_id: "reg_1",
  facts: {
    customer_id: "cus_1",
    tax_rate: null,
    lines: [
      {
        id: "shirts",
        unit_price: 999,
        quantity: 3,
        includes_tax: false,
        returned_quantity: 0,
        tax_lines: [tax(7, "State"), tax(2.5, "City")],
        adjustments: [{ amount: 100.4 }, { amount: 33.4 }],
      },
      {
        id: "card",
        unit_price: 2500,
        quantity: 1,
        includes_tax: false,
        returned_quantity: 0,
        tax_lines: [],
        adjustments: [],
      },
    ],
    additional_lines: [],
    shipping_methods: [{ id: "post", price: 500, includes_tax: false, tax_lines: [tax(7, "State")] }],
    paid: [],
    refunded: [],
    gift_card_uses: [],
  },
  goods: [
    {
      id: "shirts",
      product_id: "prod_1",
      is_giftcard: false,
      codes: [
        { id: "disc_2", amount: 100.4 },
        { id: null, amount: 33.4 },
      ],
    },
    { id: "card", product_id: "prod_2", is_giftcard: true, codes: [] },
  ],
  codes: ["disc_1", "disc_2"],
  returned: [
    { at: "2026-01-02T00:00:00Z", item_id: "shirts", quantity: 1, reason_id: null },
    { at: "2026-01-03T00:00:00Z", item_id: "shirts", quantity: 2, reason_id: "rr_1" },
    { at: "2026-01-03T00:00:00Z", item_id: "of a swap", quantity: 1, reason_id: null },
  ],
};

const shown = (changed: Partial<ReportedOrder> = {}) => {
  const all = { ...order, ...changed };
  const totals = totalsOfOrder(all.facts);
  return { ...reportOf(all, totals), whole: totals.whole, shirts: totals.lines.get("shirts")! };
};

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

describe("what an order adds to the reports", () => {
  it("has the taxes of the order, divided by rate, without a gift card that is not taxed", () => {
    const { by_rate, whole, net, quantity } = shown();
    expect(by_rate.map(({ rate, name, net }) => [rate, name, net])).toEqual([
      [2.5, "City", 2863],
      [7, "State", 2863 + 500],
    ]);
    expect(sum(by_rate.map(({ taxes }) => taxes))).toBe(whole.tax_total);
    expect([net, quantity]).toEqual([2863 + 500, 3]);
  });

  it("has less tax at each rate for what a taxed gift card has paid", () => {
    const gift_card_uses = [{ gift_card_id: "gift_1", amount: 1000, tax_rate: 10 }];
    const { by_rate, whole } = shown({ facts: { ...order.facts, gift_card_uses } });
    expect(whole.gift_card_tax_total).toBeGreaterThan(0);
    expect(sum(by_rate.map(({ taxes }) => taxes))).toBe(whole.tax_total);
  });

  it("divides the discount of the order among its codes, whole and in full", () => {
    const { by_code, whole } = shown();
    expect(by_code).toEqual([
      { id: "", amount: 33 },
      { id: "disc_1", amount: 0 },
      { id: "disc_2", amount: 101 },
    ]);
    expect(whole.discount_total).toBe(134);
  });

  it("has the value and the tax of all pieces when all came back", () => {
    const { returns, shirts } = shown();
    expect(returns.map(({ quantity, reason_id }) => [quantity, reason_id])).toEqual([
      [1, null],
      [2, "rr_1"],
    ]);
    expect(sum(returns.map(({ amount }) => amount))).toBe(shirts.total);
    const taxes = returns.flatMap(({ by_rate }) => by_rate.map((part) => part.taxes));
    expect(sum(taxes)).toBe(shirts.tax_total);
  });

  it("has the one rate of an order from before taxes were stored by line", () => {
    const { by_rate } = shown({ facts: { ...order.facts, tax_rate: 20 } });
    expect(by_rate.map(({ rate, name }) => [rate, name])).toEqual([[20, "default"]]);
  });
});
