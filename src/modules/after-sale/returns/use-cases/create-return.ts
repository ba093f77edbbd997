import type { Tx } from "../../../../db/database.ts";
import { inSideTransaction, inTransaction } from "../../../../db/transaction.ts";
import type { Metadata } from "../../../../kernel/metadata.ts";
import { invalid, Refusal } from "../../../../kernel/refusal.ts";
import {
  type LockedOrder,
  lockOrder,
  lockOrderRow,
  readOrderWithoutLock,
  requireOrderAllows,
} from "../../../orders/orders/index.ts";
import { arrivalOf } from "../arrival.ts";
import {
  type LockedReturn,
  linesToReturn,
  type ReturnItemRequest,
  type ReturnShipping,
  type ShippingChoice,
} from "../return.ts";
import { requireReturnAllows } from "../return-state.ts";
import { deleteReturn, findOrderOfReturn, findReturnByKey, readReturn } from "../return-store.ts";
import { announceReturnRequest, bookReturnWithCarrier } from "./book-return-with-carrier.ts";
import { insertReturn } from "./insert-return.ts";
import { refuseUnpaidBesideV1 } from "./open-money-beside-v1.ts";
import { prepareReturnShipping, type ReturnDeps } from "./prepare-return-shipping.ts";
import { receiveGoods } from "./receive-return.ts";

/** A request of a customer or an admin to return goods of an order. */
export interface ReturnRequest {
  orderId: string;
  items: readonly ReturnItemRequest[];
  shipping: ShippingChoice | null;
  refund?: number;
  /** The goods have already arrived. */
  receiveNow?: boolean;
  /** Absent: the setting of the order. */
  noNotification?: boolean;
  locationId?: string | null;
  metadata?: Metadata | null;
  idempotencyKey: string;
  /** Runs with the insertion. It also receives the goods, in place of `receiveNow`, and announces a return without a carrier. */
  alsoOnInsert?: (tx: Tx, id: string) => Promise<void>;
  /** The limit of returns for each order. It applies only to requests of customers. */
  maxReturns?: number;
}

/** Returns the id of the new return. */
export async function createReturn(deps: ReturnDeps, request: ReturnRequest): Promise<string> {
  if (!request.shipping) return inTransaction(deps.db, (tx) => insertRequest(deps, tx, request, null));
  // A repetition of the request after a crash continues with the return that was inserted.
  const begunId = await findReturnByKey(deps.db, request.orderId, request.idempotencyKey);
  const id = begunId ?? (await insertWithShipping(deps, request, request.shipping));
  await bookOrDelete(deps, id);
  if (request.receiveNow && !request.alsoOnInsert)
    await inTransaction(deps.db, (tx) => receiveNow(deps, tx, request, id));
  return id;
}

/** Gets the price from the carrier before the order is locked. The return is booked after it was inserted. */
async function insertWithShipping(
  deps: ReturnDeps,
  request: ReturnRequest,
  choice: ShippingChoice,
): Promise<string> {
  const { orderId, items } = request;
  const order = await readOrderWithoutLock(deps.graph, deps.db, orderId);
  requireOrderAllows("return", order);
  linesToReturn(order, items, { isRefundedOnArrival: true, isRequestOnly: !request.receiveNow });
  const shipping = await prepareReturnShipping(deps, order, { items, choice });
  return inSideTransaction(deps.db, (tx) => insertRequest(deps, tx, request, shipping));
}

async function insertRequest(
  deps: ReturnDeps,
  tx: Tx,
  request: ReturnRequest,
  shipping: ReturnShipping | null,
): Promise<string> {
  const { orderId } = request;
  const order = await lockOrder(deps.graph, tx, orderId);
  requireOrderAllows("return", order);
  checkReturnLimit(order.returns.length + 1, request);
  const noNotification = request.noNotification ?? order.no_notification;
  const id = await insertReturn(tx, order, {
    ...request,
    shipping,
    noNotification,
    refundAmount: request.refund,
    owner: { order_id: orderId },
  });
  await request.alsoOnInsert?.(tx, id);
  const returned = await readReturn(deps.graph, tx, id);
  if (shipping) {
    // Before the carrier is asked.
    if (request.receiveNow)
      await refuseUnpaidBesideV1(tx, order, arrivalNow(order, returned, request).unpaid);
    return id;
  }
  if (request.alsoOnInsert) return id;
  await announceReturnRequest(tx, orderId, returned);
  if (request.receiveNow) await receiveNow(deps, tx, request, id);
  return id;
}

function checkReturnLimit(count: number, { maxReturns }: ReturnRequest): void {
  if (maxReturns !== undefined && count > maxReturns) {
    throw invalid(`order_id: an order cannot have more than ${maxReturns} returns`);
  }
}

/** Deletes the return if its carrier refuses it. */
async function bookOrDelete(deps: ReturnDeps, id: string): Promise<void> {
  try {
    await bookReturnWithCarrier(deps, id);
  } catch (error) {
    if (error instanceof Refusal) await deleteUnbooked(deps, id);
    throw error;
  }
}

const deleteUnbooked = ({ db, graph }: ReturnDeps, id: string): Promise<void> =>
  inSideTransaction(db, async (tx) => {
    await lockOrderRow(tx, await findOrderOfReturn(tx, id));
    const { status, shipping_data } = await readReturn(graph, tx, id);
    if (status === "requested" && shipping_data === null) await deleteReturn(tx, id);
  });

/** As in v1, goods that are received with the request are not refunded: the admin does it in another request. */
async function receiveNow({ graph }: ReturnDeps, tx: Tx, request: ReturnRequest, id: string): Promise<void> {
  const { orderId, locationId = null } = request;
  const order = await lockOrder(graph, tx, orderId);
  const returned = await readReturn(graph, tx, id);
  requireReturnAllows("receive", returned);
  const arrival = arrivalNow(order, returned, request);
  await receiveGoods(tx, { order, returned, arrival, locationId, isRefundedManually: true });
}

const arrivalNow = (order: LockedOrder, returned: LockedReturn, { items }: ReturnRequest) =>
  arrivalOf(order, returned, { items, refund: null, isRefundedManually: true });
