import type { Tx } from "../../../../db/database.ts";
import { inSideTransaction } from "../../../../db/transaction.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { Metadata } from "../../../../kernel/metadata.ts";
import { changePieces } from "../../../selling/line-items/index.ts";
import { fulfillReservations } from "../../../stock/inventory/index.ts";
import { lockOrder } from "../../orders/index.ts";
import { carrierBusy, type ShipmentBooking } from "../carrier-call.ts";
import { findFulfillmentsInCalls } from "../carrier-call-store.ts";
import { type Consignment, type ConsignmentRef, consignmentOf, withAddedPieces } from "../consignment.ts";
import {
  fulfilledBefore,
  type ItemQuantity,
  itemQuantitiesOf,
  type Parcel,
  type Piece,
  parcelsOf,
  piecesOf,
  shipmentOf,
} from "../fulfillment-plan.ts";
import { requireConsignmentAllows, statusAfter } from "../fulfillment-state.ts";
import { saveStockMovements } from "../fulfillment-stock-store.ts";
import { insertFulfillments, saveConsignmentStatus } from "../fulfillment-store.ts";
import { readShippingContext } from "../shipping-context-store.ts";
import { bookShipments } from "./book-shipments.ts";
import { carrierOf, type FulfillmentDeps } from "./call-carrier.ts";
import { beginCarrierCall, finishOverdueCalls } from "./run-carrier-calls.ts";

interface FulfillmentRequest {
  /** Null: everything that is not fulfilled yet. */
  items: readonly ItemQuantity[] | null;
  /** The stock location that the goods leave; null: the location of their reservations. */
  locationId: string | null;
  noNotification: boolean | null;
  metadata: Metadata | null;
  idempotencyKey: string | null;
}

/**
 * Fulfills goods of an order, swap or claim and books their shipments with the carriers of the shipping methods. The
 * fulfillments are committed before a carrier is called, so that a concurrent request cannot pack the same pieces. If a
 * carrier refuses, they are deleted again.
 */
export async function fulfillGoods(
  deps: FulfillmentDeps,
  of: ConsignmentRef,
  request: FulfillmentRequest,
): Promise<void> {
  await finishOverdueCalls(deps, of.orderId);
  const booking = await inSideTransaction(deps.db, (tx) => pack(deps, tx, { of, request }));
  if (booking) await bookShipments(deps, booking);
}

/** Null if an earlier attempt with the same Idempotency-Key created the fulfillments, and only its response was lost. */
async function pack(
  deps: FulfillmentDeps,
  tx: Tx,
  { of, request }: { of: ConsignmentRef; request: FulfillmentRequest },
): Promise<ShipmentBooking | null> {
  const order = await lockOrder(deps.graph, tx, of.orderId);
  const consignment = consignmentOf(order, of);
  if (await wasFulfilledBefore(tx, consignment, request)) return null;
  requireConsignmentAllows("fulfill", order, consignment);
  const pieces = piecesOf(consignment, request.items);
  const context = await readShippingContext(tx, consignment);
  const fulfillments = parcelsOf(pieces, context).map((parcel) => ({ id: newId("ful"), parcel }));
  for (const { parcel } of fulfillments) carrierOf(deps, parcel.method.providerId);
  await savePacked(tx, { consignment, request, pieces, fulfillments });
  const shipments = fulfillments.map(({ id, parcel }) => ({
    providerId: parcel.method.providerId,
    shipment: shipmentOf(order, { fulfillmentId: id, parcel, consignment: of, address: context.address }),
  }));
  return beginCarrierCall(tx, {
    kind: "book",
    id: newId("ccall"),
    of,
    shipments,
    before: consignment.status,
    known: consignment.fulfillments.map(({ id }) => id),
    noNotification: request.noNotification ?? consignment.noNotification,
  });
}

async function wasFulfilledBefore(
  tx: Tx,
  consignment: Consignment,
  request: FulfillmentRequest,
): Promise<boolean> {
  const earlier = fulfilledBefore(consignment, request);
  if (earlier.length === 0) return false;
  const inCalls = await findFulfillmentsInCalls(tx, consignment.orderId);
  const pending = earlier.find(({ id }) => inCalls.has(id));
  if (pending) throw carrierBusy(pending.id);
  return true;
}

interface PackedGoods {
  consignment: Consignment;
  request: FulfillmentRequest;
  pieces: readonly Piece[];
  fulfillments: readonly { id: string; parcel: Parcel }[];
}

async function savePacked(
  tx: Tx,
  { consignment, request, pieces, fulfillments }: PackedGoods,
): Promise<void> {
  const rows = fulfillments.map(({ id, parcel }) => ({
    id,
    providerId: parcel.method.providerId,
    items: itemQuantitiesOf(parcel.pieces),
  }));
  await insertFulfillments(tx, { of: consignment, ...request }, rows);
  // Lock order: line items before inventory, as reservations do.
  await changePieces(
    tx,
    pieces.map(({ line, quantity }) => ({ lineId: line.id, fulfilled: quantity })),
  );
  const lines = withAddedPieces(consignment.lines, "fulfilled_quantity", itemQuantitiesOf(pieces));
  await saveConsignmentStatus(tx, consignment, statusAfter("fulfill", { ...consignment, lines }));
  const movements = await fulfillReservations(tx, {
    locationId: request.locationId,
    lines: pieces.flatMap(({ line, quantity }) => {
      const { id, title, variant_id } = line;
      return variant_id === null ? [] : [{ lineItemId: id, variantId: variant_id, quantity, title }];
    }),
  });
  const fulfillmentOf = (lineId: string) =>
    rows.find(({ items }) => items.some((one) => one.item_id === lineId))!;
  await saveStockMovements(
    tx,
    movements.map((one) => ({ ...one, fulfillmentId: fulfillmentOf(one.lineItemId).id })),
  );
}
