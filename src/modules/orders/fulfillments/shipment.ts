import type { PostalAddress } from "../../../kernel/address.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import type { OrderInWork } from "../orders/index.ts";
import type { ConsignmentRef } from "./consignment.ts";
import type { Parcel } from "./fulfillment-plan.ts";

/** What a carrier is told of a fulfilment: the shape of `Shipment` in `providers/ports/fulfillment.ts`. */
export interface Shipment {
  id: string;
  resourceId: string;
  email: string | null;
  shippingAddress: PostalAddress | null;
  currencyCode: string;
  methodData: Metadata;
  items: {
    lineItemId: string;
    variantId: string | null;
    title: string;
    sku: string | null;
    quantity: number;
    unitPrice: number;
    weight: number | null;
  }[];
}

interface Sent {
  fulfillmentId: string;
  parcel: Parcel;
  consignment: ConsignmentRef;
  address: PostalAddress | null;
}

export const shipmentOf = (
  { email, currency_code }: Pick<OrderInWork, "email" | "currency_code">,
  { fulfillmentId, parcel, consignment, address }: Sent,
): Shipment => ({
  id: fulfillmentId,
  resourceId: consignment.id,
  email,
  shippingAddress: address,
  currencyCode: currency_code,
  methodData: parcel.way.data,
  items: parcel.pieces.map(({ line, quantity }) => ({
    lineItemId: line.id,
    variantId: line.variant_id,
    title: line.title,
    sku: line.variant?.sku ?? null,
    quantity,
    unitPrice: line.unit_price,
    weight: line.variant?.weight ?? null,
  })),
});
