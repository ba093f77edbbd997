import type { Graph } from "../../../../graph/graph.ts";
import { viewOf } from "../../../../graph/selection.ts";
import type { Parcel } from "../../../../providers/ports/fulfillment.ts";
import { type OrderedLine, order, unknownOrder } from "../../../orders/orders/index.ts";
import { toProviderAddress, toProviderCustomer } from "../../../selling/carts/index.ts";

/** Whom an order was sent to: what carriers and tax services are told. */
export interface Party {
  orderId: string;
  email: string;
  currencyCode: string;
  address: ReturnType<typeof toProviderAddress> | null;
  customer: ReturnType<typeof toProviderCustomer> | null;
}

const party = viewOf({
  entity: order,
  fields: ["email", "currency_code"],
  relations: ["shipping_address", "customer"],
});

export async function readParty(graph: Graph, orderId: string): Promise<Party> {
  const found = await graph.find(party, orderId);
  if (!found) throw unknownOrder(orderId);
  const { email, currency_code: currencyCode, shipping_address, customer } = found;
  return {
    orderId,
    email,
    currencyCode,
    address: shipping_address && toProviderAddress(shipping_address),
    customer: customer && toProviderCustomer(customer),
  };
}

/** What a carrier has to know of pieces. */
export type PackedPiece = Pick<OrderedLine, "id" | "variant_id" | "title" | "quantity" | "unit_price"> &
  Partial<Pick<OrderedLine, "variant">>;

/** Pieces of an order, as a carrier sees them. */
export const parcelOfPieces = (
  { orderId: resourceId, email, currencyCode, address: shippingAddress }: Party,
  pieces: readonly PackedPiece[],
): Parcel => ({
  resourceId,
  email,
  currencyCode,
  shippingAddress,
  items: pieces.map(({ id, variant_id, title, quantity, unit_price, variant }) => ({
    lineItemId: id,
    variantId: variant_id,
    title,
    sku: variant?.sku ?? null,
    quantity,
    unitPrice: unit_price,
    weight: variant?.weight ?? null,
  })),
});
