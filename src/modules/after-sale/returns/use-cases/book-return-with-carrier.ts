import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { refusalFor } from "../../../../kernel/guards.ts";
import { invalid } from "../../../../kernel/refusal.ts";
import { callProvider } from "../../../../providers/call-provider.ts";
import { checkedProviderData } from "../../../../providers/provider-data.ts";
import { allLines, lockOrderRow, readOrderWithoutLock } from "../../../orders/orders/index.ts";
import { returnEvents } from "../events.ts";
import type { LockedReturn } from "../return.ts";
import { returnGuards } from "../return-state.ts";
import { findOrderOfReturn, readReturn, saveShippingData } from "../return-store.ts";
import { parcelForCarrier, type ReturnDeps, readOrderRecipient } from "./prepare-return-shipping.ts";

/**
 * Books the return with its carrier, without a lock, and saves the carrier's answer. The id of the return is the key of
 * the booking: a repeated call after a crash, or a concurrent one, does not book twice.
 */
export async function bookReturnWithCarrier(deps: ReturnDeps, id: string): Promise<void> {
  const orderId = await findOrderOfReturn(deps.db, id);
  const returned = await readReturn(deps.graph, deps.db, id);
  if (!returned.shipping_method || refusalFor(returnGuards, "book", returned)) return;
  const data = await callCarrier(deps, orderId, returned);
  await inTransaction(deps.db, async (tx) => {
    await lockOrderRow(tx, orderId);
    const current = await readReturn(deps.graph, tx, id);
    if (refusalFor(returnGuards, "book", current)) return;
    await saveShippingData(tx, id, data);
    await announceReturnRequest(tx, orderId, current);
  });
}

async function callCarrier(
  { db, graph, providers }: ReturnDeps,
  orderId: string,
  { id, items, shipping_method }: LockedReturn,
): Promise<Record<string, unknown>> {
  const { data: methodData, shipping_option: option } = shipping_method!;
  const carrier = option && providers.fulfillment.find(option.provider_id);
  if (!carrier) throw invalid("The carrier of the return is not installed");
  const order = await readOrderWithoutLock(graph, db, orderId);
  const parcelItems = items.flatMap(({ item_id, quantity }) => {
    const line = allLines(order).find((each) => each.id === item_id);
    return line ? [{ ...line, quantity }] : [];
  });
  const parcel = parcelForCarrier(await readOrderRecipient(graph, orderId), parcelItems);
  return callProvider({ failure: "The return could not be booked" }, async () =>
    checkedProviderData(await carrier.createReturn({ ...parcel, id, methodData })),
  );
}

/** The event of a swap's return is `swap.created`, after the booking. A claim announces its return itself. */
export async function announceReturnRequest(
  tx: Tx,
  orderId: string,
  returned: Pick<LockedReturn, "id" | "swap_id" | "claim_order_id" | "no_notification">,
): Promise<void> {
  const { id, swap_id, claim_order_id, no_notification } = returned;
  if (swap_id !== null) return returnEvents.announce(tx, "swap.created", { id: swap_id, no_notification });
  if (claim_order_id !== null) return;
  await returnEvents.announce(tx, "order.return_requested", { id: orderId, return_id: id, no_notification });
}
