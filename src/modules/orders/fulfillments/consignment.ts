import { notAllowed, notFound, Refusal } from "../../../kernel/refusal.ts";
import { isBackUnshipped, refuseToUnpack } from "../../stock/inventory/index.ts";
import type { LockedOrder, OrderedLine, OrderFulfillment, OrderShippingMethod } from "../orders/index.ts";

export type ConsignmentKind = "order" | "swap" | "claim";

/** Identifies a consignment. The consignment of an order has the order's id. */
export interface ConsignmentRef {
  kind: ConsignmentKind;
  orderId: string;
  id: string;
}

/** The goods of an order, or of one of its swaps and claims, that are sent to the customer. */
export interface Consignment extends ConsignmentRef {
  status: string;
  isCanceled: boolean;
  /** A swap or claim whose payment or carrier call is pending: it may still be canceled. */
  isUnsettled: boolean;
  /** A claim of type refund sends no goods. */
  claimType: "refund" | "replace" | null;
  lines: readonly OrderedLine[];
  methods: readonly OrderShippingMethod[];
  fulfillments: readonly OrderFulfillment[];
  shippingAddressId: string | null;
  noNotification: boolean | null;
}

const ofOrder = (order: LockedOrder, ref: ConsignmentRef): Consignment => ({
  ...ref,
  status: order.fulfillment_status,
  isCanceled: order.status === "canceled",
  isUnsettled: false,
  claimType: null,
  lines: order.items,
  methods: order.shipping_methods,
  fulfillments: order.fulfillments,
  shippingAddressId: order.shipping_address_id,
  noNotification: order.no_notification,
});

type Exchange = LockedOrder["swaps"][number] | LockedOrder["claims"][number];

const ofExchange = (order: LockedOrder, ref: ConsignmentRef, exchange: Exchange): Consignment => ({
  ...ref,
  status: exchange.fulfillment_status,
  isCanceled: exchange.canceled_at !== null,
  isUnsettled: order.unsettled.includes(exchange.id),
  claimType: "type" in exchange ? exchange.type : null,
  lines: exchange.additional_items,
  methods: exchange.shipping_methods,
  fulfillments: exchange.fulfillments,
  shippingAddressId: exchange.shipping_address_id ?? order.shipping_address_id,
  noNotification: exchange.no_notification ?? order.no_notification,
});

/** Throws not_found for a swap or claim of another order. */
export function consignmentOf(order: LockedOrder, ref: ConsignmentRef): Consignment {
  if (ref.kind === "order") return ofOrder(order, ref);
  const all: readonly Exchange[] = ref.kind === "swap" ? order.swaps : order.claims;
  const exchange = all.find(({ id }) => id === ref.id);
  if (!exchange) throw unknown(ref);
  return ofExchange(order, ref, exchange);
}

const unknown = ({ kind, id }: ConsignmentRef) =>
  new Refusal("not_found", `${kind === "swap" ? "Swap" : "Claim"} with ${id} was not found`);

export const unknownFulfillment = (id: string) => notFound("Fulfillment", id);

export function fulfillmentOf({ fulfillments }: Consignment, id: string): OrderFulfillment {
  const fulfillment = fulfillments.find((each) => each.id === id);
  if (!fulfillment) throw unknownFulfillment(id);
  return fulfillment;
}

/** The lines of a fulfillment with their quantities in it. */
const packedIn = ({ lines }: Consignment, { items }: OrderFulfillment) =>
  items.flatMap(({ item_id, quantity }) => {
    const line = lines.find(({ id }) => id === item_id);
    return line ? [{ line, quantity }] : [];
  });

export function refuseReturnedGoods(consignment: Consignment, fulfillment: OrderFulfillment): void {
  for (const { line, quantity } of packedIn(consignment, fulfillment)) refuseToUnpack(line, quantity);
}

/** A fulfillment cannot be shipped after all of its goods were returned. */
export function refuseEmptyParcel(consignment: Consignment, fulfillment: OrderFulfillment): void {
  const packed = packedIn(consignment, fulfillment);
  if (packed.length > 0 && packed.every(({ line }) => isBackUnshipped(line))) {
    throw notAllowed("Goods of the fulfillment have come back: there is nothing left to ship");
  }
}

interface QuantityChange {
  item_id: string;
  quantity: number;
}

/** The lines with changed counters. A negative quantity reduces a counter. */
export const withAddedPieces = (
  lines: readonly OrderedLine[],
  counter: "fulfilled_quantity" | "shipped_quantity",
  pieces: readonly QuantityChange[],
): OrderedLine[] =>
  lines.map((line) => {
    const more = pieces
      .filter(({ item_id }) => item_id === line.id)
      .reduce((sum, one) => sum + one.quantity, 0);
    return more === 0 ? line : { ...line, [counter]: (line[counter] ?? 0) + more };
  });
