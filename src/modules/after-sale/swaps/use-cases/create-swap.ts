import type { Tx } from "../../../../db/database.ts";
import { inSideTransaction, inTransaction } from "../../../../db/transaction.ts";
import { newId } from "../../../../kernel/ids.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { deleteSwapRow, insertSwap } from "../../../orders/exchange-rows/index.ts";
import {
  lockOrder,
  lockOrderRow,
  readOrderWithoutLock,
  requireOrderAllows,
} from "../../../orders/orders/index.ts";
import { type CartDeps, deleteCart } from "../../../selling/carts/index.ts";
import { deleteLinesOf } from "../../../selling/line-items/index.ts";
import {
  bookReturnWithCarrier,
  deleteReturnsOfSwap,
  insertReturn,
  linesToReturn,
  prepareReturnShipping,
  type ReturnShipping,
  refuseRefunded,
  returnEvents,
  type ShippingChoice,
} from "../../returns/index.ts";
import type { SwapRequest } from "../swap.ts";
import { findSwapByKey, isUnbooked, readCartOfSwap } from "../swap-store.ts";
import { fillSwapCart, openSwapCart } from "./open-swap-cart.ts";

interface SwapAndReturn {
  id: string;
  returnId: string;
}

/** Returns the id of the swap. The customer confirms and pays it with the cart of the swap. */
export async function createSwap(deps: CartDeps, request: SwapRequest): Promise<string> {
  if (!request.returnShipping) {
    return inTransaction(deps.db, async (tx) => {
      const { id, noNotification } = await insertSwapRequest(deps, tx, request, null);
      await returnEvents.announce(tx, "swap.created", { id, no_notification: noNotification });
      return id;
    });
  }
  // A repetition of the request after a crash continues with the swap that was inserted.
  const inserted =
    (await findSwapByKey(deps.db, request.orderId, request.idempotencyKey)) ??
    (await insertWithShipping(deps, request, request.returnShipping));
  await bookOrDelete(deps, request.orderId, inserted);
  return inserted.id;
}

/** Gets the price from the carrier before the order is locked. The booking after the insert announces the swap. */
async function insertWithShipping(
  deps: CartDeps,
  request: SwapRequest,
  choice: ShippingChoice,
): Promise<SwapAndReturn> {
  const { orderId, returnItems: items } = request;
  const order = await readOrderWithoutLock(deps.graph, deps.db, orderId);
  requireOrderAllows("swap", order);
  linesToReturn(order, items);
  refuseRefunded(order, items);
  const shipping = await prepareReturnShipping(deps, order, { items, choice });
  return inSideTransaction(deps.db, (tx) => insertSwapRequest(deps, tx, request, shipping));
}

/** Inserts the swap with its cart and its return. */
export async function insertSwapRequest(
  deps: CartDeps,
  tx: Tx,
  request: SwapRequest,
  shipping: ReturnShipping | null,
): Promise<SwapAndReturn & { cartId: string; noNotification: boolean | null }> {
  const { orderId, returnItems: items, allowBackorder, idempotencyKey } = request;
  const order = await lockOrder(deps.graph, tx, orderId);
  requireOrderAllows("swap", order);
  const returned = linesToReturn(order, items);
  refuseRefunded(order, items);
  const [id, cartId] = [newId("swap"), newId("cart")];
  const noNotification = request.noNotification ?? order.no_notification;
  const cartContext = await openSwapCart(tx, { id: cartId, swapId: id, order, request });
  await insertSwap(tx, { id, orderId, cartId, noNotification, allowBackorder, idempotencyKey });
  const returnId = await insertReturn(tx, order, {
    items,
    shipping,
    owner: { swap_id: id },
    noNotification,
    locationId: request.returnLocationId,
  });
  await fillSwapCart(deps, tx, { id: cartId, swapId: id, order, request, cartContext, returned, shipping });
  return { id, returnId, cartId, noNotification };
}

/** Deletes the swap if the carrier refuses its return. */
async function bookOrDelete(deps: CartDeps, orderId: string, { id, returnId }: SwapAndReturn): Promise<void> {
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

/** Deletes a swap of a locked order, with its return and its cart, in the order of the foreign keys. */
async function deleteSwap(tx: Tx, id: string): Promise<void> {
  const cartId = await readCartOfSwap(tx, id);
  if (cartId !== null) await deleteLinesOf(tx, "cart", cartId);
  await deleteReturnsOfSwap(tx, id);
  await deleteSwapRow(tx, id);
  if (cartId !== null) await deleteCart(tx, cartId);
}
