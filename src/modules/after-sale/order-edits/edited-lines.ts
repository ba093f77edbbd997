import { discountsOnGoods, type LockedOrder, type OrderedLine } from "../../orders/orders/index.ts";
import { toProviderAddress, toProviderCustomer } from "../../selling/carts/index.ts";
import { adjustmentsOf, type TaxLine } from "../../selling/totals/index.ts";
import { defaultTax } from "../../shop/taxes/index.ts";
import {
  type EditAdjustment,
  type EditLine,
  type EditWithOrder,
  type LockedEdit,
  originalOf,
} from "./order-edit.ts";

interface Lines {
  order: LockedOrder;
  edit: LockedEdit;
}

/** By line id. */
export type ByLine<Row> = ReadonlyMap<string, readonly Row[]>;

interface Discounting {
  /** The products that the conditions of the discount allow. */
  eligible: ReadonlySet<string>;
  rates: ByLine<TaxLine>;
}

/** The discount on goods; an order has at most one. */
export const goodsDiscountOf = (order: LockedOrder) => discountsOnGoods(order)[0];

const isUnchanged = (line: EditLine, original: OrderedLine | undefined): original is OrderedLine =>
  original !== undefined && original.quantity === line.quantity;

const adjustmentsIn = (line: OrderedLine) => line.adjustments as readonly EditAdjustment[];

/**
 * The adjustments of each line. The discount of the order is computed for added and changed lines; a fixed amount, which is
 * spread over all lines, for all of them. Adjustments of other discounts stay the same for each piece.
 */
export function adjustedLines(
  { order, edit }: Lines,
  { eligible, rates }: Discounting,
): ByLine<EditAdjustment> {
  const discount = goodsDiscountOf(order);
  const computed = discount ? discounted({ order, edit }, { eligible, rates }) : [];
  const isSpread = discount?.rule.type === "fixed" && discount.rule.allocation !== "item";
  return new Map(
    edit.items.map((line): [string, EditAdjustment[]] => {
      const original = originalOf(order, line);
      if (isUnchanged(line, original) && !isSpread) return [line.id, [...adjustmentsIn(original)]];
      const own = computed.filter(({ item_id }) => item_id === line.id);
      const others = original ? otherAdjustments(original, line, discount?.id) : [];
      return [
        line.id,
        [
          ...own.map(({ amount }) => ({ amount, discount_id: discount!.id, description: "discount" })),
          ...others,
        ],
      ];
    }),
  );
}

function discounted({ order, edit }: Lines, { eligible, rates }: Discounting) {
  const { type, value, allocation } = goodsDiscountOf(order)!.rule;
  const lines = edit.items.map((line) => ({
    ...line,
    tax_lines: [...(rates.get(line.id) ?? [])],
    is_eligible: line.variant !== null && eligible.has(line.variant.product_id),
  }));
  return adjustmentsOf(lines, {
    type: type as "fixed" | "percentage",
    value,
    allocation: allocation as "total" | "item" | null,
  });
}

/** As in v1, an adjustment without a discount does not depend on the quantity. */
const otherAdjustments = (original: OrderedLine, line: EditLine, discountId: string | undefined) =>
  adjustmentsIn(original)
    .filter(({ discount_id }) => discountId === undefined || discount_id !== discountId)
    .map((adjustment) =>
      adjustment.discount_id === null
        ? adjustment
        : { ...adjustment, amount: (adjustment.amount * line.quantity) / original.quantity },
    );

/** Added and changed lines: the taxes of the order do not apply to them. */
export const linesToTax = ({ order, edit }: Lines): EditLine[] =>
  edit.items.filter((line) => !isUnchanged(line, originalOf(order, line)));

/** Without other rates, the rate of the region applies. */
const orDefault = (rates: readonly TaxLine[], { region }: LockedOrder): readonly TaxLine[] =>
  rates.length > 0 ? rates : [defaultTax(region.tax_rate)];

/** The rates of the shop. Lines of the order keep their rates; lines without a product have none. */
export function ratesOfEdit({ order, edit }: Lines): ByLine<TaxLine> {
  return new Map(
    edit.items.map((line) => {
      const original = originalOf(order, line);
      if (original) return [line.id, original.tax_lines];
      const rates = edit.$tax_facts.rates[line.id];
      return [line.id, rates ? orDefault(rates, order) : []];
    }),
  );
}

const rateKeyOf = ({ rate, name, code }: TaxLine) => JSON.stringify([rate, name, code]);

/** The correct rates of the lines that have other ones. */
export const changedRates = (edit: LockedEdit, rates: ByLine<TaxLine>): Map<string, readonly TaxLine[]> =>
  new Map(
    edit.items.flatMap(({ id, tax_lines }): [string, readonly TaxLine[]][] => {
      const correct = rates.get(id) ?? [];
      const isCorrect = tax_lines.map(rateKeyOf).sort().join() === correct.map(rateKeyOf).sort().join();
      return isCorrect ? [] : [[id, correct]];
    }),
  );

/** The calculation of taxes for the order after the edit, in the form of `providers/ports/tax.ts`. */
export function taxCalculationOf({ order, edit }: Pick<EditWithOrder, "order" | "edit">) {
  const rates = ratesOfEdit({ order, edit });
  const { customer, shipping_address } = edit.$tax_facts;
  return {
    currencyCode: order.currency_code,
    regionId: order.region_id,
    shippingAddress: shipping_address && toProviderAddress(shipping_address),
    customer: customer && toProviderCustomer(customer),
    items: edit.items.map((line) => ({
      lineItemId: line.id,
      productId: line.variant?.product_id ?? null,
      quantity: line.quantity,
      unitPrice: line.unit_price,
      discount: line.adjustments.reduce((sum, { amount }) => sum + amount, 0),
      includesTax: line.includes_tax,
      rates: [...(rates.get(line.id) ?? [])],
    })),
    shipping: order.shipping_methods.map((method) => ({
      shippingMethodId: method.id,
      amount: method.price,
      includesTax: method.includes_tax,
      rates: [...method.tax_lines],
    })),
  };
}

interface TaxAnswer {
  items: readonly (TaxLine & { lineItemId: string })[];
}

/** The rates of the answer for these lines; the rates of the shop for the others. */
export const ratesFromAnswer = (
  rates: ByLine<TaxLine>,
  { lines, answer }: { lines: readonly { id: string }[]; answer: TaxAnswer },
): ByLine<TaxLine> =>
  new Map([
    ...rates,
    ...lines.map(({ id }): [string, TaxLine[]] => [
      id,
      answer.items
        .filter(({ lineItemId }) => lineItemId === id)
        .map(({ rate, name, code }) => ({ rate, name, code })),
    ]),
  ]);
