import { describe, expect, it } from "vitest";
import type { OrderedLine } from "../../orders/orders/index.ts";
import { lineTotals, valueOfPieces } from "../../selling/totals/index.ts";
import { returnedLine, swapOf } from "./swap.ts";

const aSoldLine = (details: Partial<OrderedLine> = {}): OrderedLine =>
  ({
    id: "item_sold",
    unit_price: 335,
    quantity: 3,
    includes_tax: false,
    tax_lines: [{ rate: 10, name: "default", code: "default" }],
    adjustments: [],
    ...details,
  }) as OrderedLine;

const newId = (prefix: string) => `${prefix}_new`;

const back = (sold: OrderedLine, quantity: number, tax_rate: number | null = null) =>
  returnedLine({ tax_rate }, { sold, quantity, newId });

/** The line as the cart of the swap has it. */
const inCart = (sold: OrderedLine, quantity: number) => {
  const { adjustment, taxes } = back(sold, quantity);
  return {
    ...sold,
    quantity,
    unit_price: -sold.unit_price,
    tax_lines: taxes,
    adjustments: adjustment ? [adjustment] : [],
  };
};

describe("the returned goods of a swap", () => {
  it("have the taxes of the sale, and no discount without one", () => {
    expect(back(aSoldLine(), 2)).toEqual({
      id: "item_new",
      soldId: "item_sold",
      quantity: 2,
      adjustment: null,
      taxes: [{ id: "litl_new", rate: 10, name: "default", code: "default" }],
    });
  });

  it("have the single tax rate of an old order", () => {
    expect(back(aSoldLine({ tax_lines: [] }), 1, 25).taxes).toMatchObject([{ rate: 25, code: "default" }]);
  });

  it("have their share of the discounts", () => {
    const sold = aSoldLine({ adjustments: [{ amount: 20 }, { amount: 10 }] });
    expect(back(sold, 2).adjustment).toEqual({ id: "lia_new", amount: -20 });
  });

  it.each([
    ["without a discount", aSoldLine()],
    ["with a discount that is spread", aSoldLine({ adjustments: [{ amount: 33.335 }] })],
    ["with the tax in its price", aSoldLine({ includes_tax: true })],
    ["given away", aSoldLine({ adjustments: [{ amount: 1005 }] })],
  ])("is worth what a return of it would be, to the cent that rounding makes: %s", (_, sold) => {
    for (const quantity of [1, 2, 3]) {
      const { total } = lineTotals(inCart(sold, quantity));
      const returned = valueOfPieces(sold, { before: [], quantity });
      expect(Math.abs(0 - total - returned)).toBeLessThanOrEqual(1);
    }
  });
});

it("finds a swap only in its own order", () => {
  const swaps = [{ id: "swap_1" }] as never;
  expect(swapOf({ swaps }, "swap_1").id).toBe("swap_1");
  expect(() => swapOf({ swaps }, "swap_2")).toThrow("Swap with id: swap_2 was not found");
});
