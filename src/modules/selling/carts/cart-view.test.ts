import { describe, expect, it } from "vitest";
import { aCartModel, aLineModel } from "../../../../test/support/cart-models.ts";
import { haveOneShape } from "../../../../test/support/same-shape.ts";
import { deepFreeze } from "../../../kernel/deep-freeze.ts";
import type { Cart } from "./cart.ts";
import { ratesOf } from "./cart-taxes.ts";
import { toCartView } from "./cart-view.ts";

type Shown = { items: { tax_lines: object[] }[] };

/** As it comes from the database. */
const read = (cart: Cart): Cart => deepFreeze(JSON.parse(JSON.stringify(cart)));

function shown(number: number): Shown {
  const id = `item_${number}`;
  const { $facts } = aCartModel();
  const lines = [[id, { rates: [], profiles: [] }]] as const satisfies Cart["$facts"]["lines"];
  const cart = read(aCartModel({ items: [aLineModel({ id })], $facts: { ...$facts, lines } }));
  return toCartView(cart, ratesOf(cart)) as unknown as Shown;
}

describe("carts that are shown", () => {
  it("have one shape, and so have their lines and taxes", () => {
    expect(haveOneShape(shown, (cart) => cart)).toBe(true);
    expect(haveOneShape(shown, ({ items }) => items[0])).toBe(true);
    expect(haveOneShape(shown, ({ items }) => items[0]!.tax_lines[0])).toBe(true);
  });
});
