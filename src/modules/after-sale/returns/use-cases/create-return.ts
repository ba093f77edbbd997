import type { Tx } from "../../../../db/database.ts";
import { inSideTransaction, inTransaction } from "../../../../db/transaction.ts";
import type { Metadata } from "../../../../kernel/metadata.ts";
import { invalid, Refusal } from "../../../../kernel/refusal.ts";
import { allowOrder, lockOrder, lockOrderRow, readOrderInWork } from "../../../orders/orders/index.ts";
import { arrivalOf } from "../arrival.ts";
import { linesToReturn, type ReturnShipping, type WantedItem } from "../return.ts";
import { allowReturn } from "../return-state.ts";
import { deleteReturn, findOrderOfReturn, findReturnByKey, readReturn } from "../return-store.ts";
import { announceRequest, bookReturnWithCarrier } from "./book-return-with-carrier.ts";
import { insertReturn } from "./insert-return.ts";
import { type ChosenShipping, prepareReturnShipping, type ReturnDeps } from "./prepare-return-shipping.ts";
import { takeIn } from "./take-in.ts";

/** What somebody asks for who wants to send goods of an order back. */
export interface AskedReturn {
  orderId: string;
  items: readonly WantedItem[];
  shipping: ChosenShipping | null;
  refund?: number;
  /** The goods are here already. */
  receiveNow?: boolean;
  /** What the order says when absent. */
  noNotification?: boolean;
  locationId?: string | null;
  metadata?: Metadata | null;
  idempotencyKey: string;
  /** How many returns the order may have; customers cannot ask for any number of them. */
  mostReturns?: number;
}

/** Goods of an order are to come back. Tells the id of the return. */
export async function createReturn(deps: ReturnDeps, asked: AskedReturn): Promise<string> {
  if (!asked.shipping) return inTransaction(deps.db, (tx) => requested(deps, tx, asked, null));
  // The same request, after a crash: it goes on with what it has begun.
  const begun = await findReturnByKey(deps.db, asked.orderId, asked.idempotencyKey);
  const id = begun ?? (await begin(deps, asked, asked.shipping));
  await bookOrForget(deps, id);
  if (asked.receiveNow) await inTransaction(deps.db, (tx) => receivedNow(deps, tx, asked, id));
  return id;
}

/** The carrier is asked before anything is locked, and booked when the return is there. */
async function begin(deps: ReturnDeps, asked: AskedReturn, choice: ChosenShipping): Promise<string> {
  const { orderId, items } = asked;
  const order = await readOrderInWork(deps.graph, deps.db, orderId);
  allowOrder("return", order);
  linesToReturn(order, items, { isPaidOnArrival: true, isAskedOnly: !asked.receiveNow });
  const shipping = await prepareReturnShipping(deps, order, { items, choice });
  return inSideTransaction(deps.db, (tx) => requested(deps, tx, asked, shipping));
}

async function requested(
  deps: ReturnDeps,
  tx: Tx,
  asked: AskedReturn,
  shipping: ReturnShipping | null,
): Promise<string> {
  const { orderId } = asked;
  const order = await lockOrder(deps.graph, tx, orderId);
  allowOrder("return", order);
  refuseManyReturns(order.returns.length + 1, asked);
  const noNotification = asked.noNotification ?? order.no_notification;
  const id = await insertReturn(tx, order, {
    ...asked,
    shipping,
    noNotification,
    refundAmount: asked.refund,
    owner: { order_id: orderId },
  });
  if (shipping) return id;
  const returned = await readReturn(deps.graph, tx, id);
  await announceRequest(tx, orderId, returned);
  if (asked.receiveNow) await receivedNow(deps, tx, asked, id);
  return id;
}

function refuseManyReturns(count: number, { mostReturns }: AskedReturn): void {
  if (mostReturns !== undefined && count > mostReturns) {
    throw invalid(`order_id: an order cannot have more than ${mostReturns} returns`);
  }
}

/** A return that its carrier does not take was never asked for. */
async function bookOrForget(deps: ReturnDeps, id: string): Promise<void> {
  try {
    await bookReturnWithCarrier(deps, id);
  } catch (error) {
    if (error instanceof Refusal) await forget(deps, id);
    throw error;
  }
}

const forget = ({ db, graph }: ReturnDeps, id: string): Promise<void> =>
  inSideTransaction(db, async (tx) => {
    await lockOrderRow(tx, await findOrderOfReturn(tx, id));
    const { status, shipping_data } = await readReturn(graph, tx, id);
    if (status === "requested" && shipping_data === null) await deleteReturn(tx, id);
  });

/**
 * As in v1, the money for goods that are received with the request is given back by hand: nothing is refunded here, and
 * how the order stands is left to whoever does it.
 */
async function receivedNow(
  { graph }: ReturnDeps,
  tx: Tx,
  { orderId, items, locationId = null }: AskedReturn,
  id: string,
): Promise<void> {
  const order = await lockOrder(graph, tx, orderId);
  const returned = await readReturn(graph, tx, id);
  allowReturn("receive", returned);
  const arrival = arrivalOf(order, returned, { items, refund: null, isPaidByHand: true });
  await takeIn(tx, { order, returned, arrival, locationId, isByHand: true });
}
