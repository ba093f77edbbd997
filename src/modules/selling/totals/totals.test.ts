import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  aCard,
  aLine,
  aMethod,
  giftCards,
  methods,
  plainLines,
} from "../../../../test/support/factories/totals.ts";
import { lineSubtotal, lineTotals, type PricedLine } from "./line-totals.ts";
import { type CartGoods, cartTotals, giftCardUsesOf, orderTotals } from "./totals.ts";

const aCart = (details: Partial<CartGoods> = {}): CartGoods => ({
  lines: [],
  shipping: [],
  giftCards: [],
  giftCardsTaxable: true,
  ...details,
});

const whole = (details: Partial<CartGoods> = {}) => cartTotals(aCart(details)).whole;

describe("a cart", () => {
  it("that is empty costs nothing", () => {
    expect(cartTotals(aCart())).toMatchObject({ lines: [], shipping: [] });
    for (const amount of Object.values(whole())) expect(amount).toBe(0);
  });

  it("costs its goods, its shipping and the taxes of both", () => {
    expect(whole({ lines: [aLine(), aLine({ unit_price: 666 })], shipping: [aMethod()] })).toMatchObject({
      subtotal: 1666,
      shipping_total: 500,
      item_tax_total: 100 + 67,
      shipping_tax_total: 50,
      tax_total: 217,
      total: 2383,
    });
  });

  it("is paid with a discount and a gift card", () => {
    // The same numbers as a cart of v1: 1666 + 500 + 217 - 1000 - 100 = 1283.
    const lines = [aLine(), aLine({ unit_price: 666 })];
    const cart = { lines, shipping: [aMethod()], giftCards: [aCard({ tax_rate: 10 })] };
    expect(whole(cart)).toMatchObject({
      tax_total: 217,
      gift_card_total: 1000,
      gift_card_tax_total: 100,
      total: 1283,
    });
  });

  it("rounds the discounts of its lines once", () => {
    const parts = [300.12, 199.88].map((amount) => aLine({ adjustments: [{ amount }] }));
    expect(whole({ lines: parts }).discount_total).toBe(500);
    const thirds = [1, 2, 3].map(() => aLine({ adjustments: [{ amount: 100 / 3 }] }));
    expect(whole({ lines: thirds }).discount_total).toBe(100);
  });

  it("with free shipping has no shipping costs and no tax on them", () => {
    expect(whole({ lines: [aLine()], shipping: [aMethod({ price: 0 })] })).toMatchObject({
      shipping_total: 0,
      shipping_tax_total: 0,
      total: 1100,
    });
  });

  it("pays its tax with gift cards only if these are sold without tax", () => {
    const cart = { lines: [aLine()], giftCards: [aCard({ balance: 5000 })] };
    expect(whole(cart)).toMatchObject({ gift_card_total: 1000, total: 100 });
    expect(whole({ ...cart, giftCardsTaxable: false })).toMatchObject({ gift_card_total: 1100, total: 0 });
  });

  it("of a swap for a cheaper product refunds no tax of gift cards", () => {
    const lines = [aLine({ unit_price: 500 }), aLine({ unit_price: -300 }), aLine({ unit_price: -400 })];
    expect(whole({ lines })).toMatchObject({ tax_total: -20, gift_card_tax_total: 0 });
  });

  it("shows no refunds: there is no order yet", () => {
    expect(whole({ lines: [aLine()] })).toMatchObject({ refunded_total: 0, refundable_amount: 0 });
  });
});

const lines: fc.Arbitrary<PricedLine[]> = fc.array(
  fc.tuple(plainLines, fc.constantFrom(0, 0, 0.125, 0.5, 1)).map(([line, part]) => ({
    ...line,
    adjustments: part > 0 ? [{ amount: lineSubtotal(line) * part }] : [],
  })),
  { maxLength: 8 },
);

const carts: fc.Arbitrary<CartGoods> = fc.record({
  lines,
  shipping: fc.array(methods, { maxLength: 3 }),
  giftCards,
  giftCardsTaxable: fc.boolean(),
});

const sumOf = <Part>(parts: readonly Part[], amountOf: (part: Part) => number) =>
  parts.reduce((sum, part) => sum + amountOf(part), 0);

describe("the totals of every cart", () => {
  it("are the sums of its lines and shipping methods", () => {
    fc.assert(
      fc.property(carts, (cart) => {
        const { lines: ofLines, shipping, whole: all } = cartTotals(cart);
        expect(all.subtotal).toBe(sumOf(ofLines, (line) => line.subtotal));
        expect(all.item_tax_total).toBe(sumOf(ofLines, (line) => line.tax_total));
        expect(all.shipping_total).toBe(sumOf(shipping, (method) => method.subtotal));
        expect(all.shipping_tax_total).toBe(sumOf(shipping, (method) => method.tax_total));
        expect(all.tax_total).toBe(all.item_tax_total + all.shipping_tax_total);
        // Each line rounds its own part for show, the cart all of them together.
        const shown = sumOf(ofLines, (line) => line.discount_total);
        expect(Math.abs(all.discount_total - shown)).toBeLessThanOrEqual(ofLines.length / 2 + 0.5);
      }),
    );
  });

  it("add up", () => {
    fc.assert(
      fc.property(carts, (cart) => {
        const { whole: all } = cartTotals(cart);
        expect(all.total).toBe(
          all.subtotal +
            all.shipping_total +
            all.tax_total -
            all.discount_total -
            all.gift_card_total -
            all.gift_card_tax_total,
        );
      }),
    );
  });

  it("are whole numbers and never negative, the discount before rounding excepted", () => {
    fc.assert(
      fc.property(carts, (cart) => {
        const { raw_discount_total, ...rounded } = cartTotals(cart).whole;
        expect(Math.abs(raw_discount_total - rounded.discount_total)).toBeLessThanOrEqual(0.5);
        for (const [name, amount] of Object.entries(rounded)) {
          expect(amount, name).toBeGreaterThanOrEqual(0);
          expect(Number.isSafeInteger(amount), name).toBe(true);
        }
      }),
    );
  });

  it("do not depend on the order of lines, shipping methods and gift cards", () => {
    fc.assert(
      fc.property(carts, (cart) => {
        const reversed = {
          ...cart,
          lines: [...cart.lines].reverse(),
          shipping: [...cart.shipping].reverse(),
          giftCards: [...cart.giftCards].reverse(),
        };
        const [one, other] = [cartTotals(cart), cartTotals(reversed)];
        const raw_discount_total = expect.closeTo(one.whole.raw_discount_total, 6);
        expect(other.whole).toEqual({ ...one.whole, raw_discount_total });
        expect(other.lines).toEqual([...one.lines].reverse());
        expect(other.shipping).toEqual([...one.shipping].reverse());
      }),
    );
  });

  it("use no more of gift cards than their balances and the due amount", () => {
    fc.assert(
      fc.property(carts, (cart) => {
        const { whole: all } = cartTotals(cart);
        const due = all.subtotal + all.shipping_total - all.discount_total;
        expect(all.gift_card_total).toBeLessThanOrEqual(sumOf(cart.giftCards, ({ balance }) => balance));
        expect(all.gift_card_total).toBeLessThanOrEqual(due + (cart.giftCardsTaxable ? 0 : all.tax_total));
        expect(all.gift_card_tax_total).toBeLessThanOrEqual(all.tax_total);
      }),
    );
  });
});

describe("an exchange", () => {
  const back = (line: PricedLine): PricedLine => ({
    ...line,
    unit_price: -line.unit_price,
    adjustments: line.adjustments.map(({ amount }) => ({ amount: -amount })),
  });

  it("owes the customer the difference if the returned goods cost more", () => {
    const goods = [aLine({ unit_price: 500 }), back(aLine())];
    expect(whole({ lines: goods, isSwap: true })).toMatchObject({ subtotal: -500, total: -550 });
    expect(whole({ lines: goods }).total).toBe(0);
  });

  it("of goods for the same goods has a total of 0", () => {
    fc.assert(
      fc.property(lines, (all) => {
        // Discounts of lines that come back are rounded line by line.
        const plain = all.map((line) => ({ ...line, adjustments: [] }));
        const goods = [...plain, ...plain.map(back)];
        expect(whole({ lines: goods, isSwap: true }).total).toBe(0);
      }),
    );
  });

  it("costs the price of the new goods minus the price of the returned ones", () => {
    fc.assert(
      fc.property(lines, lines, (sold, returned) => {
        const paid = sumOf(
          returned.filter(({ unit_price }) => unit_price > 0),
          (line) => lineTotals(line).total,
        );
        const goods = [...sold, ...returned.map(back)];
        const cost = whole({ lines: sold, isSwap: true }).total;
        expect(whole({ lines: goods, isSwap: true }).total).toBe(cost - paid);
      }),
    );
  });
});

describe("an order", () => {
  const placed = (cart: CartGoods) => ({
    lines: cart.lines,
    shipping: cart.shipping,
    giftCardUses: giftCardUsesOf(cart),
    paid: [],
    refunded: [],
  });

  it("costs the same as its cart; its tax is the tax after gift cards", () => {
    fc.assert(
      fc.property(carts, (cart) => {
        const { whole: ofCart } = cartTotals(cart);
        const { whole: ofOrder } = orderTotals(placed(cart));
        expect(ofOrder.total).toBe(ofCart.total);
        expect(ofOrder.tax_total).toBe(ofCart.tax_total - ofCart.gift_card_tax_total);
        for (const name of [
          "subtotal",
          "discount_total",
          "shipping_total",
          "gift_card_total",
          "gift_card_tax_total",
        ] as const) {
          expect(ofOrder[name], name).toBe(ofCart[name]);
        }
      }),
    );
  });

  it("shows the paid, the refunded and the refundable amount", () => {
    const order = { ...placed(aCart({ lines: [aLine()] })), paid: [600, 500], refunded: [100, 50] };
    expect(orderTotals(order).whole).toMatchObject({
      total: 1100,
      paid_total: 1100,
      refunded_total: 150,
      refundable_amount: 950,
    });
  });
});
