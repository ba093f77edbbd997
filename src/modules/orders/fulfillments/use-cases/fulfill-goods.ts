import type { Tx } from "../../../../db/database.ts";
import { inSideTransaction } from "../../../../db/transaction.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { Metadata } from "../../../../kernel/metadata.ts";
import { changePieces } from "../../../selling/line-items/index.ts";
import { fulfillReservations } from "../../../stock/inventory/index.ts";
import { lockOrder } from "../../orders/index.ts";
import { type Consignment, type ConsignmentRef, consignmentOf, withMore } from "../consignment.ts";
import { type Booking, underWay } from "../errand.ts";
import { findUnderWay } from "../errand-store.ts";
import {
  fulfilledBefore,
  type Parcel,
  type Piece,
  parcelsOf,
  piecesOf,
  type WantedPieces,
  wantedOf,
} from "../fulfillment-plan.ts";
import { allowConsignment, statusAfter } from "../fulfillment-state.ts";
import { saveMovements } from "../fulfillment-stock-store.ts";
import { insertFulfillments, saveConsignmentStatus } from "../fulfillment-store.ts";
import { shipmentOf } from "../shipment.ts";
import { readShippingGround } from "../shipping-ways-store.ts";
import { carrierOf } from "./ask-carrier.ts";
import { bookShipments } from "./book-shipments.ts";
import type { FulfillmentDeps } from "./deps.ts";
import { beginErrand, settleErrands } from "./run-errands.ts";

export interface Packing {
  /** Null: all that was not sent yet. */
  items: readonly WantedPieces[] | null;
  /** Where the goods leave from; where they are reserved when null. */
  locationId: string | null;
  noNotification: boolean | null;
  metadata: Metadata | null;
  idempotencyKey: string | null;
}

/**
 * Packs goods of an order, swap or claim and hands them to the carriers of their shipping methods. What is packed is
 * saved before a carrier is asked, so that nobody packs it twice; if a carrier refuses, nothing of it remains.
 */
export async function fulfillGoods(
  deps: FulfillmentDeps,
  of: ConsignmentRef,
  packing: Packing,
): Promise<void> {
  await settleErrands(deps, of.orderId);
  const booking = await inSideTransaction(deps.db, (tx) => pack(deps, tx, { of, packing }));
  if (booking) await bookShipments(deps, booking);
}

interface Asked {
  of: ConsignmentRef;
  packing: Packing;
}

/** Null where the same request has done it before, and only its answer was lost. */
async function pack(deps: FulfillmentDeps, tx: Tx, { of, packing }: Asked): Promise<Booking | null> {
  const order = await lockOrder(deps.graph, tx, of.orderId);
  const consignment = consignmentOf(order, of);
  if (await wasDone(tx, consignment, packing)) return null;
  allowConsignment("fulfill", order, consignment);
  const pieces = piecesOf(consignment, packing.items);
  const ground = await readShippingGround(tx, consignment);
  const fulfillments = parcelsOf(pieces, ground).map((parcel) => ({ id: newId("ful"), parcel }));
  for (const { parcel } of fulfillments) carrierOf(deps, parcel.way.providerId);
  await savePacked(tx, { consignment, packing, pieces, fulfillments });
  const shipments = fulfillments.map(({ id, parcel }) => ({
    providerId: parcel.way.providerId,
    shipment: shipmentOf(order, { fulfillmentId: id, parcel, consignment: of, address: ground.address }),
  }));
  return beginErrand(tx, {
    kind: "book",
    id: newId("errand"),
    of,
    shipments,
    before: consignment.status,
    known: consignment.fulfillments.map(({ id }) => id),
    noNotification: packing.noNotification ?? consignment.noNotification,
  });
}

async function wasDone(tx: Tx, consignment: Consignment, packing: Packing): Promise<boolean> {
  const earlier = fulfilledBefore(consignment, packing);
  if (earlier.length === 0) return false;
  const asked = await findUnderWay(tx, consignment.orderId);
  const open = earlier.find(({ id }) => asked.has(id));
  if (open) throw underWay(open.id);
  return true;
}

interface Packed {
  consignment: Consignment;
  packing: Packing;
  pieces: readonly Piece[];
  fulfillments: readonly { id: string; parcel: Parcel }[];
}

async function savePacked(tx: Tx, { consignment, packing, pieces, fulfillments }: Packed): Promise<void> {
  const rows = fulfillments.map(({ id, parcel }) => ({
    id,
    providerId: parcel.way.providerId,
    items: wantedOf(parcel.pieces),
  }));
  await insertFulfillments(tx, { of: consignment, ...packing }, rows);
  // Lines before stock: whoever reserves something for a line locks in this order, too.
  await changePieces(
    tx,
    pieces.map(({ line, quantity }) => ({ lineId: line.id, fulfilled: quantity })),
  );
  const lines = withMore(consignment.lines, "fulfilled_quantity", wantedOf(pieces));
  await saveConsignmentStatus(tx, consignment, statusAfter("fulfill", { ...consignment, lines }));
  const movements = await fulfillReservations(tx, {
    locationId: packing.locationId,
    lines: pieces.flatMap(({ line, quantity }) => {
      const { id, title, variant_id } = line;
      return variant_id === null ? [] : [{ lineItemId: id, variantId: variant_id, quantity, title }];
    }),
  });
  const fulfillmentOf = (lineId: string) =>
    rows.find(({ items }) => items.some((one) => one.item_id === lineId))!;
  await saveMovements(
    tx,
    movements.map((one) => ({ ...one, fulfillmentId: fulfillmentOf(one.lineItemId).id })),
  );
}
