import { describe, expect, it } from "vitest";
import type { LockedOrder, OrderedLine } from "../../orders/orders/index.ts";
import { adjustedLines, changedRates, linesToTax, ratesOfEdit } from "./edited-lines.ts";
import type { EditAdjustment, EditLine, LockedEdit } from "./order-edit.ts";

const ten = { rate: 10, name: "default", code: "default" };

const aLine = (id: string, details: Partial<EditLine> = {}) =>
  ({
    id,
    original_item_id: null,
    unit_price: 1000,
    quantity: 1,
    includes_tax: false,
    is_return: false,
    allow_discounts: true,
    tax_lines: [ten],
    adjustments: [],
    variant: { product_id: `product of ${id}` },
    ...details,
  }) as unknown as EditLine;

const off = (amount: number, discount_id: string | null = "disc"): EditAdjustment => ({
  amount,
  discount_id,
  description: "discount",
});

interface Case {
  rule?: { type: string; value: number; allocation: string | null };
  items: EditLine[];
  lines: EditLine[];
}

const aCase = ({ rule, items, lines }: Case) => ({
  order: {
    items: items as unknown as OrderedLine[],
    discounts: rule ? [{ id: "disc", deleted_at: null, code: "X", rule: { id: "rule", ...rule } }] : [],
    region: { tax_rate: 7 },
  } as unknown as LockedOrder,
  edit: { items: lines, $tax_facts: { rates: {} } } as unknown as LockedEdit,
});

const adjusted = (given: Case, eligible = ["o", "n"]) =>
  Object.fromEntries(
    [
      ...adjustedLines(aCase(given), {
        eligible: new Set(
          given.lines
            .flatMap(({ variant }) => variant!.product_id)
            .filter((id) => eligible.some((name) => id.endsWith(` ${name}`))),
        ),
        rates: ratesOfEdit(aCase(given)),
      }),
    ].map(([id, all]) => [id, all.map(({ amount, discount_id }) => [amount, discount_id])]),
  );

const percent = { type: "percentage", value: 10, allocation: "total" };

describe("discounts of an edited order", () => {
  it("apply to added lines", () => {
    const items = [aLine("l")];
    const lines = [aLine("o", { original_item_id: "l" }), aLine("n", { quantity: 3 })];
    expect(adjusted({ rule: percent, items, lines })).toEqual({ o: [], n: [[300, "disc"]] });
  });

  it("do not change on unchanged lines, also if the rule has changed since", () => {
    const items = [aLine("l", { adjustments: [off(250)] })];
    const lines = [aLine("o", { original_item_id: "l" })];
    expect(adjusted({ rule: percent, items, lines })).toEqual({ o: [[250, "disc"]] });
  });

  it("are computed again for another quantity", () => {
    const items = [aLine("l", { quantity: 2, adjustments: [off(200)] })];
    const lines = [aLine("o", { original_item_id: "l", quantity: 5 })];
    expect(adjusted({ rule: percent, items, lines })).toEqual({ o: [[500, "disc"]] });
  });

  it("spread a fixed amount over all lines", () => {
    const rule = { type: "fixed", value: 300, allocation: "total" };
    const items = [aLine("l", { adjustments: [off(300)] })];
    const lines = [aLine("o", { original_item_id: "l" }), aLine("n", { quantity: 2 })];
    expect(adjusted({ rule, items, lines })).toEqual({ o: [[100, "disc"]], n: [[200, "disc"]] });
  });

  it("take a fixed amount off each piece", () => {
    const rule = { type: "fixed", value: 50, allocation: "item" };
    const items = [aLine("l", { adjustments: [off(50)] })];
    const lines = [aLine("o", { original_item_id: "l", quantity: 4 })];
    expect(adjusted({ rule, items, lines })).toEqual({ o: [[200, "disc"]] });
  });

  it("do not apply to products that the conditions exclude", () => {
    const lines = [aLine("n")];
    expect(adjusted({ rule: percent, items: [], lines }, [])).toEqual({ n: [] });
  });

  it("of deleted codes stay the same for each piece; adjustments without a discount do not change", () => {
    const items = [aLine("l", { quantity: 2, adjustments: [off(300, "gone"), off(10, null)] })];
    const lines = [aLine("o", { original_item_id: "l", quantity: 3 })];
    expect(adjusted({ items, lines })).toEqual({
      o: [
        [450, "gone"],
        [10, null],
      ],
    });
  });

  it("are computed from the price without tax", () => {
    const lines = [aLine("n", { unit_price: 1100, includes_tax: true, tax_lines: [] })];
    const given = aCase({ rule: percent, items: [], lines });
    given.edit.$tax_facts.rates = { n: [ten] };
    const discounting = { eligible: new Set(["product of n"]), rates: ratesOfEdit(given) };
    expect([...adjustedLines(given, discounting)]).toEqual([
      ["n", [{ amount: 100, discount_id: "disc", description: "discount" }]],
    ]);
  });
});

describe("taxes of an edited order", () => {
  const sold = { rate: 19, name: "old", code: "O" };
  const items = [aLine("l", { tax_lines: [sold] })];

  it("of lines of the order are those of the sale", () => {
    const given = aCase({ items, lines: [aLine("o", { original_item_id: "l", quantity: 5 })] });
    given.edit.$tax_facts.rates = { o: [ten] };
    expect([...ratesOfEdit(given)]).toEqual([["o", [sold]]]);
  });

  it("of added lines are those of the product, else of the region; none without a product", () => {
    const given = aCase({ items: [], lines: [aLine("n"), aLine("m"), aLine("custom")] });
    given.edit.$tax_facts.rates = { n: [ten], m: [] };
    expect([...ratesOfEdit(given)]).toEqual([
      ["n", [ten]],
      ["m", [{ rate: 7, name: "default", code: "default" }]],
      ["custom", []],
    ]);
  });

  it("are calculated for added and changed lines", () => {
    const lines = [
      aLine("same", { original_item_id: "l" }),
      aLine("more", { original_item_id: "l", quantity: 2 }),
      aLine("new"),
    ];
    expect(linesToTax(aCase({ items, lines })).map(({ id }) => id)).toEqual(["more", "new"]);
  });

  it("are written only if they differ", () => {
    const { edit } = aCase({ items: [], lines: [aLine("a", { tax_lines: [sold, ten] }), aLine("b")] });
    const rates = new Map([
      ["a", [ten, sold]],
      ["b", [sold]],
    ]);
    expect([...changedRates(edit, rates)]).toEqual([["b", [sold]]]);
  });
});
