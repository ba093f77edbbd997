import { withStableShape } from "../../../kernel/with-stable-shape.ts";
import { withProfile } from "../../catalogue/products/index.ts";
import type { OrderFacts } from "./order.ts";
import { totalsOfOrder } from "./order-totals.ts";
import type { OrderRow } from "./orders-graph.ts";
import type { ShownTotals } from "./shown-totals.ts";

type LineRow = NonNullable<OrderRow["items"]>[number];

/** An order as an answer shows it. Of its lines there may be nothing but what can be given back for them. */
export type ShownOrder = Omit<OrderRow, "items"> & { items?: Partial<LineRow>[] };

/** What of an order an answer has beside what was read. */
export interface Showing extends ShownTotals {
  /** The constant that says what it is. */
  object: boolean;
  /** Lines say nothing but what can be given back for them. */
  onlyRefundable: boolean;
}

function withProductProfile(line: LineRow): LineRow {
  const { variant } = line;
  return variant?.product
    ? { ...line, variant: { ...variant, product: withProfile(variant.product) } }
    : line;
}

function only<Totals extends object>(
  totals: Totals | undefined,
  isShown: (name: string) => boolean,
): Partial<Totals> {
  const shown: Partial<Totals> = {};
  for (const name in totals) if (isShown(name)) shown[name] = totals[name];
  return shown;
}

/** Rows under their name, changed; nothing where they were not read. */
const changed = <Name extends string, Each, Shown>(
  name: Name,
  rows: readonly Each[] | undefined,
  change: (each: Each) => Shown,
) => (rows ? { [name]: rows.map(change) } : {}) as { [N in Name]?: Shown[] };

/** The order with its totals, without what was read for computing them. */
export function toOrderView(
  { $facts, ...order }: OrderRow & { $facts: OrderFacts },
  showing: Showing,
): ShownOrder {
  return withTotals(order, $facts, showing);
}

/** The same where what they are computed from was not read as facts. */
export function withTotals(order: OrderRow, facts: OrderFacts, showing: Showing): ShownOrder {
  const { whole, lines, additionalLines, shippingMethods } = totalsOfOrder(facts);
  const ofLine = ({ id }: LineRow) => only(lines.get(id), showing.ofLines);
  const ofAdditionalLine = ({ id }: LineRow) => only(additionalLines.get(id), showing.ofAdditionalLines);
  const ofMethod = ({ id }: { id: string }) => only(shippingMethods.get(id), showing.ofShippingMethods);
  const withAdditional = <Exchange extends { additional_items?: LineRow[] }>(
    exchange: Exchange,
  ): Exchange => ({
    ...exchange,
    ...changed("additional_items", exchange.additional_items, (line) =>
      withStableShape(line, ofAdditionalLine(line)),
    ),
  });
  // Its id comes first for the sake of its shape: see `withStableShape`.
  return {
    id: order.id,
    ...(showing.object ? { object: "order" } : {}),
    ...(order as Partial<OrderRow>),
    ...changed("items", order.items, (line) =>
      withStableShape(showing.onlyRefundable ? {} : withProductProfile(line), ofLine(line)),
    ),
    ...changed("returnable_items", order.returnable_items, (line) =>
      withStableShape(withProductProfile(line), { ...ofLine(line), ...ofAdditionalLine(line) }),
    ),
    ...changed("shipping_methods", order.shipping_methods, (method) =>
      withStableShape(method, ofMethod(method)),
    ),
    ...changed("swaps", order.swaps, withAdditional),
    ...changed("claims", order.claims, withAdditional),
    ...only(whole, showing.ofOrder),
  };
}

/** What strangers with the key to an order may know of the customer it belongs to. */
export function withoutPrivateData(order: ShownOrder): ShownOrder {
  const { customer } = order;
  return customer ? { ...order, customer: { ...customer, metadata: null } } : order;
}
