import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { objection } from "../../../../kernel/guards.ts";
import { invalid } from "../../../../kernel/refusal.ts";
import { callProvider } from "../../../../providers/call-provider.ts";
import { checkedProviderData } from "../../../../providers/provider-data.ts";
import { allLines, lockOrderRow, readOrderInWork } from "../../../orders/orders/index.ts";
import type { ReturnInWork } from "../return.ts";
import { returnGuards } from "../return-state.ts";
import { findOrderOfReturn, readReturn, saveShippingData } from "../return-store.ts";
import type { ReturnDeps } from "./prepare-return-shipping.ts";
import { parcelOfPieces, readParty } from "./read-party.ts";

/**
 * Books the way back at its carrier, while nothing is locked, and keeps what the carrier answers. The carrier knows
 * the return by its id: asked again after a crash, or by two at once, it does the same thing once.
 */
export async function bookReturnWithCarrier(deps: ReturnDeps, id: string): Promise<void> {
  const orderId = await findOrderOfReturn(deps.db, id);
  const returned = await readReturn(deps.graph, deps.db, id);
  if (!returned.shipping_method || objection(returnGuards, "book", returned)) return;
  const data = await askedCarrier(deps, orderId, returned);
  await inTransaction(deps.db, async (tx) => {
    await lockOrderRow(tx, orderId);
    const now = await readReturn(deps.graph, tx, id);
    if (objection(returnGuards, "book", now)) return;
    await saveShippingData(tx, id, data);
    await announceRequest(tx, orderId, now);
  });
}

async function askedCarrier(
  { db, graph, providers }: ReturnDeps,
  orderId: string,
  { id, items, shipping_method }: ReturnInWork,
): Promise<Record<string, unknown>> {
  const { data: methodData, shipping_option: option } = shipping_method!;
  const carrier = option && providers.fulfillment.find(option.provider_id);
  if (!carrier) throw invalid("The carrier of the return is not installed");
  const order = await readOrderInWork(graph, db, orderId);
  const pieces = items.flatMap(({ item_id, quantity }) => {
    const line = allLines(order).find((each) => each.id === item_id);
    return line ? [{ ...line, quantity }] : [];
  });
  const parcel = parcelOfPieces(await readParty(graph, orderId), pieces);
  return callProvider({ failure: "The return could not be booked" }, async () =>
    checkedProviderData(await carrier.createReturn({ ...parcel, id, methodData })),
  );
}

/** Returns of swaps and claims are told of by those: that of a swap with the swap, once its way back is booked. */
export async function announceRequest(
  tx: Tx,
  orderId: string,
  { id, swap_id, claim_order_id, no_notification }: Pick<ReturnInWork, "id" | "no_notification"> & Owned,
): Promise<void> {
  if (swap_id !== null) return announce(tx, "swap.created", { id: swap_id, no_notification });
  if (claim_order_id !== null) return;
  await announce(tx, "order.return_requested", { id: orderId, return_id: id, no_notification });
}

type Owned = Pick<ReturnInWork, "swap_id" | "claim_order_id">;
