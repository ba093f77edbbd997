import { describe, expect, it } from "vitest";
import { haveOneShape } from "../../../../test/support/checks/same-shape.ts";
import { aCartModel, aLineModel } from "../../../../test/support/factories/cart-models.ts";
import { deepFreeze } from "../../../kernel/deep-freeze.ts";
import type { Cart } from "./cart.ts";
import { ratesOf } from "./cart-totals.ts";
import { toCartView } from "./cart-view.ts";

type CartInAnswer = { items: { tax_lines: object[] }[] };

/** As it comes from the database. */
const read = (cart: Cart): Cart => deepFreeze(JSON.parse(JSON.stringify(cart)));

function cartInAnswer(number: number): CartInAnswer {
  const id = `item_${number}`;
  const { $facts } = aCartModel();
  const lines = [[id, { rates: [], profiles: [] }]] as const satisfies Cart["$facts"]["lines"];
  const cart = read(aCartModel({ items: [aLineModel({ id })], $facts: { ...$facts, lines } }));
  return toCartView(cart, ratesOf(cart)) as unknown as CartInAnswer;
}

describe("carts in answers", () => {
  it("have the same object shape, as do their lines and taxes", () => {
    expect(haveOneShape(cartInAnswer, (cart) => cart)).toBe(true);
    expect(haveOneShape(cartInAnswer, ({ items }) => items[0])).toBe(true);
    expect(haveOneShape(cartInAnswer, ({ items }) => items[0]!.tax_lines[0])).toBe(true);
  });
});
