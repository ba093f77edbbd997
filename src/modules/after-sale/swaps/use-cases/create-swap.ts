import type { Tx } from "../../../../db/database.ts";
import { inSideTransaction, inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { insertSwap } from "../../../orders/exchanges/index.ts";
import { allowOrder, lockOrder, lockOrderRow, readOrderInWork } from "../../../orders/orders/index.ts";
import type { CartDeps } from "../../../selling/carts/index.ts";
import {
  bookReturnWithCarrier,
  type ChosenShipping,
  insertReturn,
  linesToReturn,
  prepareReturnShipping,
  type ReturnShipping,
} from "../../returns/index.ts";
import type { AskedSwap } from "../swap.ts";
import { findSwapByKey, isUnbooked } from "../swap-store.ts";
import { deleteSwap } from "./delete-swap.ts";
import { fillSwapCart, openSwapCart } from "./open-swap-cart.ts";

/** A swap that is written down, and the return of what it is for. */
interface Begun {
  id: string;
  returnId: string;
}

/** Goods of an order are to be exchanged for others; the customer confirms it with the swap's cart. Tells its id. */
export async function createSwap(deps: CartDeps, asked: AskedSwap): Promise<string> {
  if (!asked.returnShipping) {
    return inTransaction(deps.db, async (tx) => {
      const { id, noNotification } = await written(deps, tx, asked, null);
      await announce(tx, "swap.created", { id, no_notification: noNotification });
      return id;
    });
  }
  // The same request, after a crash: it goes on with what it has begun.
  const begun =
    (await findSwapByKey(deps.db, asked.orderId, asked.idempotencyKey)) ??
    (await begin(deps, asked, asked.returnShipping));
  await bookOrDelete(deps, asked.orderId, begun);
  return begun.id;
}

/** The carrier is asked before anything is locked, and booked when the swap is there: that tells of the swap. */
async function begin(deps: CartDeps, asked: AskedSwap, choice: ChosenShipping): Promise<Begun> {
  const { orderId, returnItems: items } = asked;
  const order = await readOrderInWork(deps.graph, deps.db, orderId);
  allowOrder("swap", order);
  linesToReturn(order, items);
  const shipping = await prepareReturnShipping(deps, order, { items, choice });
  return inSideTransaction(deps.db, (tx) => written(deps, tx, asked, shipping));
}

async function written(
  deps: CartDeps,
  tx: Tx,
  asked: AskedSwap,
  shipping: ReturnShipping | null,
): Promise<Begun & { noNotification: boolean | null }> {
  const { orderId, returnItems: items, allowBackorder, idempotencyKey } = asked;
  const order = await lockOrder(deps.graph, tx, orderId);
  allowOrder("swap", order);
  const returned = linesToReturn(order, items);
  const [id, cartId] = [newId("swap"), newId("cart")];
  const noNotification = asked.noNotification ?? order.no_notification;
  const ground = await openSwapCart(tx, { id: cartId, swapId: id, order, asked });
  await insertSwap(tx, { id, orderId, cartId, noNotification, allowBackorder, idempotencyKey });
  const returnId = await insertReturn(tx, order, {
    items,
    shipping,
    owner: { swap_id: id },
    noNotification,
    locationId: asked.returnLocationId,
  });
  await fillSwapCart(deps, tx, { id: cartId, swapId: id, order, asked, ground, returned, shipping });
  return { id, returnId, noNotification };
}

/** A swap whose goods no carrier brings back is deleted. */
async function bookOrDelete(deps: CartDeps, orderId: string, { id, returnId }: Begun): Promise<void> {
  try {
    await bookReturnWithCarrier(deps, returnId);
  } catch (error) {
    if (error instanceof Refusal) await deleteUnbooked(deps, orderId, id);
    throw error;
  }
}

const deleteUnbooked = ({ db }: CartDeps, orderId: string, id: string): Promise<void> =>
  inSideTransaction(db, async (tx) => {
    await lockOrderRow(tx, orderId);
    if (await isUnbooked(tx, id)) await deleteSwap(tx, id);
  });
