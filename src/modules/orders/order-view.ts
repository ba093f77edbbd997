import { withProfile } from "../products/index.ts";
import type { OrderFacts } from "./order.ts";
import { totalsOfOrder } from "./order-totals.ts";
import type { ShownTotals } from "./shown-totals.ts";

type Row = Record<string, unknown>;

/** What of an order an answer has beside what was read. */
export interface Showing extends ShownTotals {
  /** The constant that says what it is. */
  object: boolean;
  /** Lines say nothing but what can be given back for them. */
  onlyRefundable: boolean;
}

function withProductProfile(line: Row): Row {
  const variant = line["variant"] as Row | null | undefined;
  const product = variant?.["product"] as Row | null | undefined;
  return product ? { ...line, variant: { ...variant, product: withProfile(product) } } : line;
}

const only = (totals: object | undefined, isShown: (name: string) => boolean): Row =>
  Object.fromEntries(Object.entries(totals ?? {}).filter(([name]) => isShown(name)));

/** The rows under a name, changed; nothing where they were not read. */
const changed = (row: Row, name: string, change: (each: Row) => Row): Row =>
  Array.isArray(row[name]) ? { [name]: (row[name] as Row[]).map(change) } : {};

/** The order with its totals, without what was read for computing them. */
export function toOrderView(read: Row, showing: Showing): Row {
  const { $facts, ...order } = read;
  const { whole, lines, additionalLines, shippingMethods } = totalsOfOrder($facts as OrderFacts);
  const withAdditional = (exchange: Row): Row => ({
    ...exchange,
    ...changed(exchange, "additional_items", (line) => ({
      ...line,
      ...only(additionalLines.get(line["id"] as string), showing.ofAdditionalLines),
    })),
  });
  return {
    ...(showing.object ? { object: "order" } : {}),
    ...order,
    ...changed(order, "items", (line) => ({
      ...(showing.onlyRefundable ? {} : withProductProfile(line)),
      ...only(lines.get(line["id"] as string), showing.ofLines),
    })),
    ...changed(order, "returnable_items", (line) => ({
      ...withProductProfile(line),
      ...only(lines.get(line["id"] as string), showing.ofLines),
      ...only(additionalLines.get(line["id"] as string), showing.ofAdditionalLines),
    })),
    ...changed(order, "shipping_methods", (method) => ({
      ...method,
      ...only(shippingMethods.get(method["id"] as string), showing.ofShippingMethods),
    })),
    ...changed(order, "swaps", withAdditional),
    ...changed(order, "claims", withAdditional),
    ...only(whole, showing.ofOrder),
  };
}

/** What strangers with the key to an order may know of the customer it belongs to. */
export function withoutPrivateData(order: Row): Row {
  const customer = order["customer"] as Row | null | undefined;
  return customer ? { ...order, customer: { ...customer, metadata: null } } : order;
}
