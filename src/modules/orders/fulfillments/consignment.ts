import { notAllowed, notFound, Refusal } from "../../../kernel/refusal.ts";
import { isBackUnshipped, refuseToUnpack } from "../../stock/inventory/index.ts";
import type { OrderedLine, OrderFulfillment, OrderInWork, OrderShippingMethod } from "../orders/index.ts";

export type ConsignmentKind = "order" | "swap" | "claim";

/** Which consignment is meant. The id of the consignment of an order is that of the order. */
export interface ConsignmentRef {
  kind: ConsignmentKind;
  orderId: string;
  id: string;
}

/** Goods that are to be sent: those of an order, or of a swap or claim that followed it. */
export interface Consignment extends ConsignmentRef {
  status: string;
  isCanceled: boolean;
  /** Others are being asked about it: it may come to nothing. */
  isUnsettled: boolean;
  /** A claim that gives money back sends nothing. */
  claimType: "refund" | "replace" | null;
  lines: readonly OrderedLine[];
  methods: readonly OrderShippingMethod[];
  fulfillments: readonly OrderFulfillment[];
  shippingAddressId: string | null;
  noNotification: boolean | null;
}

const ofOrder = (order: OrderInWork, ref: ConsignmentRef): Consignment => ({
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

type Exchange = OrderInWork["swaps"][number] | OrderInWork["claims"][number];

const ofExchange = (order: OrderInWork, ref: ConsignmentRef, exchange: Exchange): Consignment => ({
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

/** What of another order is asked for is as good as not there. */
export function consignmentOf(order: OrderInWork, ref: ConsignmentRef): Consignment {
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

/** The lines that are in a parcel, each with its pieces in it. */
const packedIn = ({ lines }: Consignment, { items }: OrderFulfillment) =>
  items.flatMap(({ item_id, quantity }) => {
    const line = lines.find(({ id }) => id === item_id);
    return line ? [{ line, quantity }] : [];
  });

export function refuseCameBack(consignment: Consignment, fulfillment: OrderFulfillment): void {
  for (const { line, quantity } of packedIn(consignment, fulfillment)) refuseToUnpack(line, quantity);
}

/** A parcel of which everything has come back is not sent, or was sent long ago. */
export function refuseEmptyParcel(consignment: Consignment, fulfillment: OrderFulfillment): void {
  const packed = packedIn(consignment, fulfillment);
  if (packed.length > 0 && packed.every(({ line }) => isBackUnshipped(line))) {
    throw notAllowed("Goods of the fulfillment have come back: there is nothing left to ship");
  }
}

interface Pieces {
  item_id: string;
  quantity: number;
}

/** The lines when so many more pieces of them are packed, or sent; fewer below zero. */
export const withMore = (
  lines: readonly OrderedLine[],
  counter: "fulfilled_quantity" | "shipped_quantity",
  pieces: readonly Pieces[],
): OrderedLine[] =>
  lines.map((line) => {
    const more = pieces
      .filter(({ item_id }) => item_id === line.id)
      .reduce((sum, one) => sum + one.quantity, 0);
    return more === 0 ? line : { ...line, [counter]: (line[counter] ?? 0) + more };
  });
