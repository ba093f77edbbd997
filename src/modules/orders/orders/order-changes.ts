import type { Db, Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import type { Graph } from "../../../graph/graph.ts";
import { newId } from "../../../kernel/ids.ts";
import { mergedMetadata } from "../../../kernel/metadata.ts";
import { updateShippingMethods } from "../../selling/shipping-methods/index.ts";
import { orderEvents } from "./events.ts";
import { lockOrder, saveOrderState } from "./locked-order-store.ts";
import {
  changedAddress,
  changedMethods,
  type OrderChanges,
  refuseChangedElsewhere,
  refuseForeignCountry,
  refuseWithoutCountry,
} from "./order.ts";
import { requireOrderAllows } from "./order-state.ts";
import { orderFields, readOrderAddresses, saveOrderDetails } from "./order-store.ts";

/** Applies all changes of an admin to an order, or none. */
export function updateOrder(
  { db, graph }: { db: Db; graph: Graph },
  id: string,
  changes: OrderChanges,
): Promise<void> {
  refuseChangedElsewhere(changes);
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(graph, tx, id);
    requireOrderAllows("update", order);
    await updateShippingMethods(tx, changedMethods(order, changes.shipping_method ?? []));
    await saveOrderDetails(tx, {
      id,
      email: changes.email?.toLowerCase() ?? null,
      customerId: changes.customer_id ?? null,
      noNotification: changes.no_notification ?? null,
      metadata: changes.metadata ? mergedMetadata(order.metadata, changes.metadata) : null,
      ...(await changedAddresses(tx, id, changes)),
    });
    await orderFields.save(tx, id, changes.custom_fields);
    const no_notification = changes.no_notification ?? order.no_notification;
    await orderEvents.announce(tx, "order.updated", { id, no_notification });
  });
}

const newAddressId = () => newId("addr");

async function changedAddresses(tx: Tx, id: string, { shipping_address, billing_address }: OrderChanges) {
  if (!shipping_address && !billing_address) return { shippingAddress: null, billingAddress: null };
  if (shipping_address) refuseWithoutCountry("shipping_address", shipping_address);
  if (billing_address) refuseWithoutCountry("billing_address", billing_address);
  const current = await readOrderAddresses(tx, id);
  const shippingAddress = shipping_address
    ? changedAddress(newAddressId(), current.shipping_address, shipping_address)
    : null;
  if (shippingAddress) refuseForeignCountry(shippingAddress, current.countries);
  const billingAddress = billing_address
    ? changedAddress(newAddressId(), current.billing_address, billing_address)
    : null;
  return { shippingAddress, billingAddress };
}

const closingActions = {
  complete: { status: "completed", event: "order.completed" },
  archive: { status: "archived", event: "order.updated" },
} as const;

/** Has no effect if the order already has the status. */
export const closeOrder = (
  { db, graph }: { db: Db; graph: Graph },
  id: string,
  action: keyof typeof closingActions,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const order = await lockOrder(graph, tx, id);
    requireOrderAllows(action, order);
    const { status, event } = closingActions[action];
    if (order.status === status) return;
    await saveOrderState(tx, id, { status });
    await orderEvents.announce(tx, event, { id, no_notification: order.no_notification });
  });
