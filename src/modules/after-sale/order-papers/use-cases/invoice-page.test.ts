import { describe, expect, it } from "vitest";
import type { Paper, PaperContent } from "../paper-content.ts";
import type { PaperOrder } from "../paper-order-store.ts";
import { invoicePage } from "./invoice-page.ts";

const content = {
  currency_code: "eur",
  order_number: 7,
  ordered_at: "2026-01-01T00:00:00.000Z",
  seller: { name: "Shop" },
  lines: [],
  shipping: { names: [], net: 1000 },
  discount: { codes: [], net: 0 },
  total: 1250,
  gift_cards: 0,
  payments: [],
  credit: null,
} as unknown as PaperContent;

const US = {
  first_name: "Luis",
  address_1: "19 Wharf Avenue",
  city: "Newport",
  province: "RI",
  postal_code: "02840",
  country_code: "us",
};

const textOf = (name: string, billing: object | null = null, more: object = {}): string =>
  JSON.stringify(
    invoicePage({
      paper: {
        kind: "invoice",
        shown_number: "1",
        issued_at: content.ordered_at,
        content: { ...content, ...more, taxes: [{ rate: 25, name, net: 1000, tax: 250 }] },
      } as Paper & { content: PaperContent },
      order: { billing_address: billing, shipping_address: null } as unknown as PaperOrder,
      language: "en",
      logo: null,
    }),
  );

describe("the taxes of an invoice", () => {
  it("have the name that the shop gave the rate", () => expect(textOf("Moms")).toMatch(/Moms 25.%/));

  it("are called tax where the rate is that of the region, which has no name", () => {
    expect(textOf("default")).toMatch(/Tax 25.%/);
    expect(textOf("")).toMatch(/Tax 25.%/);
  });
});

describe("the sums of a credit note", () => {
  const sums = (more: object): string =>
    textOf("Moms", null, {
      total: 1250,
      credit: { invoice_number: null, note: null },
      ...more,
    });

  it("name what went back", () => {
    expect(sums({})).toMatch(/"Refunded".*12\.50/);
    expect(sums({})).not.toContain("Paid by gift card");
  });

  it("name what gift cards had paid and what went back before, so that they add up", () => {
    const credit = { invoice_number: null, note: null, refunded_before: 50 };
    const text = sums({ gift_cards: 1000, credit });
    expect(text).toMatch(/"Total".*12\.50.*"Paid by gift card".*-10\.00.*"Refunded before".*-0\.50/);
    expect(text).toMatch(/"Refunded",[^}]*},{"text":"2\.00/);
  });
});

describe("on an invoice", () => {
  it("an amount stays with its currency, and a rate with its sign", () => {
    expect(textOf("Moms")).toContain("12.50\u00a0EUR");
    expect(textOf("Moms")).toContain("25\u00a0%");
  });

  it("the city is written as in its country", () => {
    expect(textOf("", US)).toContain('"19 Wharf Avenue","Newport, RI 02840","United States"');
    expect(textOf("", { ...US, country_code: "it" })).toContain('"02840 Newport","RI","Italy"');
    expect(textOf("", { ...US, province: null })).toContain('"Newport, 02840"');
  });
});
