import { discountsOnGoods, type OrderedLine, type OrderInWork } from "../../orders/orders/index.ts";
import { adjustmentsOf, type TaxLine } from "../../selling/totals/index.ts";
import { defaultTax } from "../../shop/taxes/index.ts";
import { type EditAdjustment, type EditInWork, type EditLine, originalOf } from "./order-edit.ts";

interface Lines {
  order: OrderInWork;
  edit: EditInWork;
}

/** By line. */
export type ByLine<Things> = ReadonlyMap<string, readonly Things[]>;

/** The discount that makes goods cheaper; an order has at most one. */
export const goodsDiscountOf = (order: OrderInWork) => discountsOnGoods(order)[0];

const isUnchanged = (line: EditLine, original: OrderedLine | undefined): original is OrderedLine =>
  original !== undefined && original.quantity === line.quantity;

const adjustmentsIn = (line: OrderedLine) => line.adjustments as readonly EditAdjustment[];

/**
 * What is taken off each line. The order's discount is computed anew for what is added or changed, and where a fixed
 * amount is spread over all lines, for all of them. What other discounts took off stays for each piece.
 */
export function adjustedLines({ order, edit }: Lines, eligible: ReadonlySet<string>): ByLine<EditAdjustment> {
  const discount = goodsDiscountOf(order);
  const computed = discount ? discounted({ order, edit }, eligible) : [];
  const isSpread = discount?.rule.type === "fixed" && discount.rule.allocation !== "item";
  return new Map(
    edit.items.map((line): [string, EditAdjustment[]] => {
      const original = originalOf(order, line);
      if (isUnchanged(line, original) && !isSpread) return [line.id, [...adjustmentsIn(original)]];
      const own = computed.filter(({ item_id }) => item_id === line.id);
      const others = original ? keptAdjustments(original, line, discount?.id) : [];
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

function discounted({ order, edit }: Lines, eligible: ReadonlySet<string>) {
  const { type, value, allocation } = goodsDiscountOf(order)!.rule;
  const rates = ratesOfEdit({ order, edit });
  const lines = edit.items.map((line) => ({
    ...line,
    tax_lines: rates.get(line.id) ?? [],
    is_eligible: line.variant !== null && eligible.has(line.variant.product_id),
  }));
  return adjustmentsOf(lines, {
    type: type as "fixed" | "percentage",
    value,
    allocation: allocation as "total" | "item" | null,
  });
}

/** An amount of no discount was agreed on for the line, however many pieces that has: v1 leaves it as it is. */
const keptAdjustments = (original: OrderedLine, line: EditLine, discountId: string | undefined) =>
  adjustmentsIn(original)
    .filter(({ discount_id }) => discountId === undefined || discount_id !== discountId)
    .map((adjustment) =>
      adjustment.discount_id === null
        ? adjustment
        : { ...adjustment, amount: (adjustment.amount * line.quantity) / original.quantity },
    );

/** Lines whose taxes are not those that the order has for them. */
export const linesToTax = ({ order, edit }: Lines): EditLine[] =>
  edit.items.filter((line) => !isUnchanged(line, originalOf(order, line)));

/** The region's own rate holds where no other was set. */
const orDefault = (rates: readonly TaxLine[], { region }: OrderInWork): readonly TaxLine[] =>
  rates.length > 0 ? rates : [defaultTax(region.tax_rate)];

/** The rates that the shop has set. What was sold keeps the rates it was sold with; what sells no product is not taxed. */
export function ratesOfEdit({ order, edit }: Lines): ByLine<TaxLine> {
  return new Map(
    edit.items.map((line) => {
      const original = originalOf(order, line);
      if (original) return [line.id, original.tax_lines];
      const rates = edit.$ground.rates[line.id];
      return [line.id, rates ? orDefault(rates, order) : []];
    }),
  );
}

const shortOf = ({ rate, name, code }: TaxLine) => JSON.stringify([rate, name, code]);

/** Lines that have other rates than they should have, with those. */
export const wronglyTaxed = (edit: EditInWork, rates: ByLine<TaxLine>): Map<string, readonly TaxLine[]> =>
  new Map(
    edit.items.flatMap(({ id, tax_lines }): [string, readonly TaxLine[]][] => {
      const wanted = rates.get(id) ?? [];
      const isSame = tax_lines.map(shortOf).sort().join() === wanted.map(shortOf).sort().join();
      return isSame ? [] : [[id, wanted]];
    }),
  );
