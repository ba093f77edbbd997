import type { PostalAddress } from "../../../kernel/address.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { notAllowed, notFound } from "../../../kernel/refusal.ts";
import { piecesToPack, refuseToPack } from "../../stock/inventory/index.ts";
import type { LockedOrder, OrderedLine, OrderFulfillment } from "../orders/index.ts";
import type { Consignment, ConsignmentRef } from "./consignment.ts";

export interface ItemQuantity {
  item_id: string;
  quantity: number;
}

/** A quantity of a line to fulfill. */
export interface Piece {
  line: OrderedLine;
  quantity: number;
}

/** A shipping method of the consignment with data of its option, which may be deleted. */
export interface ChosenMethod {
  id: string;
  providerId: string;
  profileId: string;
  data: Metadata;
}

/** The pieces that one method ships: one fulfillment. */
export interface Parcel {
  method: ChosenMethod;
  pieces: Piece[];
}

/** The requested pieces; all that are not fulfilled yet if `requested` is null. */
export function piecesOf({ lines }: Consignment, requested: readonly ItemQuantity[] | null): Piece[] {
  const pieces =
    requested === null
      ? lines.map((line) => ({ line, quantity: piecesToPack(line) })).filter(({ quantity }) => quantity > 0)
      : requestedPieces(lines, requested);
  if (pieces.length === 0) throw notAllowed("There is nothing left to fulfill");
  return pieces;
}

function requestedPieces(lines: readonly OrderedLine[], requested: readonly ItemQuantity[]): Piece[] {
  return [...new Set(requested.map(({ item_id }) => item_id))].map((id) => {
    const line = lines.find((each) => each.id === id);
    if (!line) throw notFound("Line item", id);
    const quantity = sumOf(requested, id);
    refuseToPack(line, quantity);
    return { line, quantity };
  });
}

/**
 * One parcel for each method. A line is shipped by the method of one of its product's profiles. A line without such a
 * method, e.g. a custom line, is shipped by the first method.
 */
export function parcelsOf(
  pieces: readonly Piece[],
  {
    methods,
    profiles,
  }: { methods: readonly ChosenMethod[]; profiles: Readonly<Record<string, readonly string[]>> },
): Parcel[] {
  const methodOf = ({ line }: Piece) =>
    methods.find(({ profileId }) => profiles[line.id]?.includes(profileId)) ?? methods[0]!;
  return methods
    .map((method) => ({ method, pieces: pieces.filter((piece) => methodOf(piece) === method) }))
    .filter((parcel) => parcel.pieces.length > 0);
}

export const itemQuantitiesOf = (pieces: readonly Piece[]): ItemQuantity[] =>
  pieces.map(({ line, quantity }) => ({ item_id: line.id, quantity }));

/** The fulfillments of an earlier attempt of the same request: with the same key and the same pieces. */
export function fulfilledBefore(
  { fulfillments }: Consignment,
  { items, idempotencyKey }: { items: readonly ItemQuantity[] | null; idempotencyKey: string | null },
): OrderFulfillment[] {
  if (idempotencyKey === null) return [];
  const earlier = fulfillments.filter((one) => one.idempotency_key === idempotencyKey);
  const sent = earlier.flatMap((one) => one.items);
  return items === null || haveSameQuantities(items, sent) ? earlier : [];
}

const haveSameQuantities = (requested: readonly ItemQuantity[], sent: readonly ItemQuantity[]): boolean =>
  [...requested, ...sent].every(({ item_id }) => sumOf(requested, item_id) === sumOf(sent, item_id));

const sumOf = (pieces: readonly ItemQuantity[], id: string): number =>
  pieces.filter(({ item_id }) => item_id === id).reduce((sum, { quantity }) => sum + quantity, 0);

/** A fulfillment as its carrier receives it: the shape of `Shipment` in `providers/ports/fulfillment.ts`. */
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

interface ShipmentSource {
  fulfillmentId: string;
  parcel: Parcel;
  consignment: ConsignmentRef;
  address: PostalAddress | null;
}

export const shipmentOf = (
  { email, currency_code }: Pick<LockedOrder, "email" | "currency_code">,
  { fulfillmentId, parcel, consignment, address }: ShipmentSource,
): Shipment => ({
  id: fulfillmentId,
  resourceId: consignment.id,
  email,
  shippingAddress: address,
  currencyCode: currency_code,
  methodData: parcel.method.data,
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
