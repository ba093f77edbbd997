import { toProviderAddress, toProviderCustomer } from "../../selling/carts/index.ts";
import type { TaxLine } from "../../selling/totals/index.ts";
import { type ByLine, ratesOfEdit } from "./edited-lines.ts";
import type { EditWork } from "./order-edit.ts";

/** What a tax service is told of an order as the edit would leave it: the shape of the port in `providers/ports/tax.ts`. */
export function taxQuestionOf({ order, edit }: Pick<EditWork, "order" | "edit">) {
  const rates = ratesOfEdit({ order, edit });
  const { customer, shipping_address } = edit.$ground;
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

interface Answered {
  items: readonly (TaxLine & { lineItemId: string })[];
}

/** The rates of the answer for these lines; the others have those of the shop. */
export const ratesFromAnswer = (
  rates: ByLine<TaxLine>,
  { lines, answer }: { lines: readonly { id: string }[]; answer: Answered },
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
