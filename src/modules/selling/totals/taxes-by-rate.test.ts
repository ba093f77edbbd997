import { describe, expect, it } from "vitest";
import { scaledParts, taxesByRate } from "./taxes-by-rate.ts";

const rate = (percent: number, name = "VAT") => ({ rate: percent, name, code: null });

describe("taxes by rate", () => {
  it("are added up for each rate, and what is not taxed has 0 percent", () => {
    const parts = [
      { net: 1000, tax: 190, tax_lines: [rate(19)] },
      { net: 500, tax: 95, tax_lines: [rate(19)] },
      { net: 200, tax: 14, tax_lines: [rate(7)] },
      { net: 300, tax: 0, tax_lines: [] },
    ];
    expect(taxesByRate(parts)).toEqual([
      { rate: 19, name: "VAT", net: 1500, tax: 285 },
      { rate: 7, name: "VAT", net: 200, tax: 14 },
      { rate: 0, name: "", net: 300, tax: 0 },
    ]);
  });

  it("of one part with several rates add up to its tax", () => {
    const tax_lines = [rate(5, "GST"), rate(9.975, "QST")];
    const taxes = taxesByRate([{ net: 999, tax: 150, tax_lines }]);
    expect(taxes.reduce((sum, { tax }) => sum + tax, 0)).toBe(150);
  });

  it("of a share keep its total", () => {
    const [part] = scaledParts([{ net: 1000, tax: 190, tax_lines: [rate(19)] }], 0.5);
    expect(part).toMatchObject({ net: 500, tax: 95 });
  });
});
