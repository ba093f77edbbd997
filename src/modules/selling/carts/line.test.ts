import { describe, expect, it } from "vitest";
import { aLineModel } from "../../../../test/support/factories/cart-models.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { noRules } from "../../../plugins/rules/rules.ts";
import type { CartLine } from "./cart.ts";
import { grownQuantity, lineFrom, mergeableLine, refuseZeroQuantity, withMetadata } from "./line.ts";

const context = { rules: noRules, source: "cart" } as const;

const aLine = (id: string, details: Partial<CartLine> = {}) => aLineModel({ id, ...details });

const request = (details: Record<string, unknown> = {}) => ({
  variant_id: "variant_1",
  quantity: 1,
  ...details,
});

describe("a new line", () => {
  const offer = {
    id: "variant_1",
    title: "Small",
    sku: null,
    weight: null,
    product: {
      id: "prod_1",
      title: "Shirt",
      status: "published",
      thumbnail: "https://example.com/shirt.png",
      discountable: false,
      is_giftcard: true,
    },
    prices: [],
    $tax_rates: [],
    $availability: { quantity: 1, isUnlimited: false },
    $in_channel: true,
  };

  it("copies title, thumbnail and flags of the product", () => {
    const price = { amount: 1000, includesTax: true };
    expect(
      lineFrom("item_1", request({ quantity: 2, metadata: { size: "S" } }), { offer, price, context }),
    ).toEqual({
      id: "item_1",
      variant_id: "variant_1",
      title: "Shirt",
      description: "Small",
      thumbnail: "https://example.com/shirt.png",
      unit_price: 1000,
      quantity: 2,
      includes_tax: true,
      allow_discounts: false,
      is_giftcard: true,
      metadata: { size: "S" },
    });
  });

  it("has empty metadata if none was sent", () => {
    const price = { amount: 1, includesTax: false };
    expect(lineFrom("item_1", request(), { offer, price, context }).metadata).toEqual({});
  });

  it("has at least one piece", () => {
    expect(() => refuseZeroQuantity({ quantity: 0 })).toThrow("quantity");
    expect(() => refuseZeroQuantity({ quantity: 1 })).not.toThrow();
  });
});

describe("added pieces", () => {
  it("join the newest line of the variant", () => {
    const lines = [aLine("other", { variant_id: "variant_2" }), aLine("oldest"), aLine("newest")];
    expect(mergeableLine(lines, request())?.id).toBe("newest");
  });

  it.each([
    ["of another variant", { variant_id: "variant_2" }],
    ["of no variant", { variant_id: null }],
    ["with a manual price", { should_merge: false }],
    ["with other metadata", { metadata: { engraving: "A" } }],
  ])("do not join a line %s", (_, details) => {
    expect(mergeableLine([aLine("item_1", details)], request())).toBeUndefined();
  });

  it.each([
    [null, undefined, true],
    [{}, undefined, true],
    [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
    [{ a: 1 }, { a: "1" }, false],
    [{ a: undefined }, {}, false],
    [{ a: null }, { b: null }, false],
    [{ a: [1, 2] }, { a: [2, 1] }, false],
    [{ a: [1] }, { a: { 0: 1 } }, false],
    [{ a: {} }, { a: null }, false],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ constructor: 1 }, { a: 1 }, false],
  ])("and a line with metadata %j, sent with %j, are merged: %s", (metadata, sent, isMerged) => {
    const line = mergeableLine([aLine("item_1", { metadata })], request({ metadata: sent }));
    expect(line !== undefined).toBe(isMerged);
  });

  it("cannot exceed the largest quantity of the column", () => {
    expect(grownQuantity({ quantity: MAX_AMOUNT - 1 }, 1)).toBe(MAX_AMOUNT);
    expect(() => grownQuantity({ quantity: MAX_AMOUNT }, 1)).toThrow("quantity");
  });
});

describe("metadata of a line", () => {
  it("is merged key by key; an empty text removes a key", () => {
    const line = aLine("item_1", { metadata: { a: 1, b: 2 } });
    expect(withMetadata(line, { b: "", c: 3 })).toEqual({ a: 1, c: 3 });
    expect(withMetadata(line, undefined)).toEqual({ a: 1, b: 2 });
    expect(withMetadata(aLine("item_2", { metadata: null }), undefined)).toEqual({});
  });
});
