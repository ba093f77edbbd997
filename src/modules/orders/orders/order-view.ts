import { withStableShape } from "../../../kernel/with-stable-shape.ts";
import { withProfile } from "../../catalogue/products/index.ts";
import type { OrderFacts } from "./order.ts";
import type { NeededFacts, WithFacts } from "./order-facts-graph.ts";
import { type ShownTotals, shownTotalsOfOrder } from "./order-totals.ts";
import type { OrderRow } from "./orders-graph.ts";

type LineRow = NonNullable<OrderRow["items"]>[number];

/** An order in a response. Its lines may have only their refundable amount. */
export type ShownOrder = Omit<OrderRow, "items"> & { items?: Partial<LineRow>[] };

/** The computed fields that a response includes. */
export interface ComputedFields extends ShownTotals, NeededFacts {
  object: boolean;
  /** Lines have only their refundable amount. */
  onlyRefundable: boolean;
}

function withProductProfile(line: LineRow): LineRow {
  const { variant } = line;
  return variant?.product
    ? { ...line, variant: { ...variant, product: withProfile(variant.product) } }
    : line;
}

function pickTotals<Totals extends object>(
  totals: Totals | undefined,
  isShown: (name: string) => boolean,
): Partial<Totals> {
  const shown: Partial<Totals> = {};
  for (const name in totals) if (isShown(name)) shown[name] = totals[name];
  return shown;
}

/** Maps the rows of a relation; empty if the relation was not read. */
const mapRelation = <Name extends string, Each, Shown>(
  name: Name,
  rows: readonly Each[] | undefined,
  change: (each: Each) => Shown,
) => (rows ? { [name]: rows.map(change) } : {}) as { [N in Name]?: Shown[] };

/** The order with its totals and without the facts that they are computed from. */
export function toOrderView(
  { $facts, $own, $goods, ...order }: WithFacts<OrderRow>,
  computed: ComputedFields,
): ShownOrder {
  return withTotals(order, ($facts ?? $own ?? $goods)!, computed);
}

/** The same with facts from another source. */
export function withTotals(order: OrderRow, facts: OrderFacts, computed: ComputedFields): ShownOrder {
  const { whole, lines, additionalLines, shippingMethods } = shownTotalsOfOrder(facts, computed);
  const ofLine = ({ id }: LineRow) => pickTotals(lines.get(id), computed.ofLines);
  const ofAdditionalLine = ({ id }: LineRow) =>
    pickTotals(additionalLines.get(id), computed.ofAdditionalLines);
  const ofMethod = ({ id }: { id: string }) =>
    pickTotals(shippingMethods.get(id), computed.ofShippingMethods);
  const withAdditional = <Exchange extends { additional_items?: LineRow[] }>(
    exchange: Exchange,
  ): Exchange => ({
    ...exchange,
    ...mapRelation("additional_items", exchange.additional_items, (line) =>
      withStableShape(line, ofAdditionalLine(line)),
    ),
  });
  // The id comes first for a stable object shape: see `withStableShape`.
  return {
    id: order.id,
    ...(computed.object ? { object: "order" } : {}),
    ...(order as Partial<OrderRow>),
    ...mapRelation("items", order.items, (line) =>
      withStableShape(computed.onlyRefundable ? {} : withProductProfile(line), ofLine(line)),
    ),
    ...mapRelation("returnable_items", order.returnable_items, (line) =>
      withStableShape(withProductProfile(line), { ...ofLine(line), ...ofAdditionalLine(line) }),
    ),
    ...mapRelation("shipping_methods", order.shipping_methods, (method) =>
      withStableShape(method, ofMethod(method)),
    ),
    ...mapRelation("swaps", order.swaps, withAdditional),
    ...mapRelation("claims", order.claims, withAdditional),
    ...pickTotals(whole, computed.ofOrder),
  };
}

/** Callers who are not the customer do not see the customer's metadata. */
export function withoutPrivateData(order: ShownOrder): ShownOrder {
  const { customer } = order;
  return customer ? { ...order, customer: { ...customer, metadata: null } } : order;
}
