import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import type { Graph } from "../../../../graph/graph.ts";
import { newId } from "../../../../kernel/ids.ts";
import { mergedMetadata } from "../../../../kernel/metadata.ts";
import { updateShippingMethods } from "../../../selling/shipping-methods/index.ts";
import { readOrderPlace, saveOrderDetails } from "../order-change-store.ts";
import { changedAddress, changedMethods, type OrderChanges, refuseForeignCountry } from "../order-changes.ts";
import { allowOrder } from "../order-state.ts";
import { lockOrder } from "../order-work-store.ts";

/** Changes what an administrator may change of an order by hand, all of it or nothing. */
export const updateOrder = (
  { db, graph }: { db: Db; graph: Graph },
  id: string,
  changes: OrderChanges,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const order = await lockOrder(graph, tx, id);
    allowOrder("update", order);
    await updateShippingMethods(tx, changedMethods(order, changes.shipping_method ?? []));
    await saveOrderDetails(tx, {
      id,
      email: changes.email?.toLowerCase() ?? null,
      customerId: changes.customer_id ?? null,
      noNotification: changes.no_notification ?? null,
      metadata: changes.metadata ? mergedMetadata(order.metadata, changes.metadata) : null,
      ...(await changedAddresses(tx, id, changes)),
    });
    const no_notification = changes.no_notification ?? order.no_notification;
    await announce(tx, "order.updated", { id, no_notification });
  });

const addressId = () => newId("addr");

async function changedAddresses(tx: Tx, id: string, { shipping_address, billing_address }: OrderChanges) {
  if (!shipping_address && !billing_address) return { shippingAddress: null, billingAddress: null };
  const place = await readOrderPlace(tx, id);
  const shippingAddress = shipping_address
    ? changedAddress(addressId(), place.shipping_address, shipping_address)
    : null;
  if (shippingAddress) refuseForeignCountry(shippingAddress, place.countries);
  const billingAddress = billing_address
    ? changedAddress(addressId(), place.billing_address, billing_address)
    : null;
  return { shippingAddress, billingAddress };
}
