import type { Schemas } from "@tradewind/client";
import type { Api } from "../../kit/api/api.ts";

type Order = Schemas["AdminOrder"];

export const captureOrder = (api: Api, id: string) =>
  api.POST("/admin/orders/{id}/capture", { params: { path: { id } } });

export const archiveOrder = (api: Api, id: string) =>
  api.POST("/admin/orders/{id}/archive", { params: { path: { id } } });

export const completeOrder = (api: Api, id: string) =>
  api.POST("/admin/orders/{id}/complete", { params: { path: { id } } });

export const cancelOrder = (api: Api, id: string) =>
  api.POST("/admin/orders/{id}/cancel", { params: { path: { id } } });

/** The pieces of each line that are not packed yet. Pieces that came back before they were packed are not packed. */
export const unpackedItems = ({ items }: Pick<Order, "items">) =>
  (items ?? [])
    .map(({ id, quantity, fulfilled_quantity, returned_quantity }) => ({
      item_id: id,
      quantity: quantity - Math.max(fulfilled_quantity ?? 0, returned_quantity ?? 0),
    }))
    .filter(({ quantity }) => quantity > 0);

const fulfill = async (
  api: Api,
  id: string,
  items: { item_id: string; quantity: number }[],
): Promise<Order> => {
  const { data } = await api.POST("/admin/orders/{id}/fulfillment", {
    params: { path: { id } },
    body: { items },
  });
  return data!.order as Order;
};

export const packOrder = (api: Api, order: Order): Promise<Order> =>
  fulfill(api, order.id, unpackedItems(order));

export const shipFulfillment = (api: Api, id: string, fulfillmentId: string, trackingNumbers: string[]) =>
  api.POST("/admin/orders/{id}/shipment", {
    params: { path: { id } },
    body: { fulfillment_id: fulfillmentId, tracking_numbers: trackingNumbers },
  });

export const cancelFulfillment = (api: Api, id: string, fulfillmentId: string) =>
  api.POST("/admin/orders/{id}/fulfillments/{fulfillment_id}/cancel", {
    params: { path: { id, fulfillment_id: fulfillmentId } },
  });

interface Packing {
  items: { item_id: string; quantity: number }[];
  /** The tracking numbers of a parcel that leaves at once. */
  ships?: string[];
}

/** Packs these pieces. Parcels that were packed before stay where they are. */
export async function packItems(api: Api, order: Order, { items, ships }: Packing): Promise<void> {
  const before = new Set(order.fulfillments.map(({ id }) => id));
  const packed = await fulfill(api, order.id, items);
  if (!ships) return;
  for (const { id } of unsentFulfillments(packed)) {
    if (!before.has(id)) await shipFulfillment(api, order.id, id, ships);
  }
}

/** Packed parcels that have not left the house. */
export const unsentFulfillments = ({ fulfillments }: Pick<Order, "fulfillments">) =>
  (fulfillments ?? []).filter(({ shipped_at, canceled_at }) => !shipped_at && !canceled_at);

export async function shipOrder(api: Api, order: Order, trackingNumbers: string[] = []): Promise<void> {
  for (const { id } of unsentFulfillments(order)) {
    await shipFulfillment(api, order.id, id, trackingNumbers);
  }
}

/** Packs what is left and ships it: one step for the person who does both. */
export async function packAndShip(api: Api, order: Order, trackingNumbers: string[] = []): Promise<void> {
  const packed = unpackedItems(order).length > 0 ? await packOrder(api, order) : order;
  await shipOrder(api, packed, trackingNumbers);
}

export const readOrder = async (api: Api, id: string): Promise<Order> =>
  (await api.GET("/admin/orders/{id}", { params: { path: { id } } })).data!.order as Order;
