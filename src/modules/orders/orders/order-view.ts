import { extended } from "../../../kernel/extended.ts";
import { withProfile } from "../../catalogue/products/index.ts";
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

function only(totals: object | undefined, isShown: (name: string) => boolean): Row {
  const shown: Row = {};
  for (const [name, total] of Object.entries(totals ?? {})) if (isShown(name)) shown[name] = total;
  return shown;
}

/** The rows under a name, changed; nothing where they were not read. */
const changed = (row: Row, name: string, change: (each: Row) => Row): Row =>
  Array.isArray(row[name]) ? { [name]: (row[name] as Row[]).map(change) } : {};

/** The order with its totals, without what was read for computing them. */
export function toOrderView({ $facts, ...order }: Row, showing: Showing): Row {
  return withTotals(order, $facts as OrderFacts, showing);
}

/** The same where what they are computed from was not read as facts. */
export function withTotals(order: Row, facts: OrderFacts, showing: Showing): Row {
  const { whole, lines, additionalLines, shippingMethods } = totalsOfOrder(facts);
  const ofLine = ({ id }: Row) => only(lines.get(id as string), showing.ofLines);
  const ofAdditionalLine = ({ id }: Row) =>
    only(additionalLines.get(id as string), showing.ofAdditionalLines);
  const ofMethod = ({ id }: Row) => only(shippingMethods.get(id as string), showing.ofShippingMethods);
  const withAdditional = (exchange: Row): Row => ({
    ...exchange,
    ...changed(exchange, "additional_items", (line) => extended(line, ofAdditionalLine(line))),
  });
  // Its id comes first for the sake of its shape: see `extended`.
  return {
    id: order["id"],
    ...(showing.object ? { object: "order" } : {}),
    ...order,
    ...changed(order, "items", (line) =>
      extended(showing.onlyRefundable ? {} : withProductProfile(line), ofLine(line)),
    ),
    ...changed(order, "returnable_items", (line) =>
      extended(withProductProfile(line), { ...ofLine(line), ...ofAdditionalLine(line) }),
    ),
    ...changed(order, "shipping_methods", (method) => extended(method, ofMethod(method))),
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
