import type { Schemas } from "@tradewind/client";
import type { Api } from "../api/api.ts";

type Order = Schemas["AdminOrder"];

export const captureOrder = (api: Api, id: string) =>
  api.POST("/admin/orders/{id}/capture", { params: { path: { id } } });

export const archiveOrder = (api: Api, id: string) =>
  api.POST("/admin/orders/{id}/archive", { params: { path: { id } } });

export const cancelOrder = (api: Api, id: string) =>
  api.POST("/admin/orders/{id}/cancel", { params: { path: { id } } });

/** The pieces of each line that are not packed yet. */
export const unpackedItems = ({ items }: Pick<Order, "items">) =>
  (items ?? [])
    .map((item) => ({ item_id: item.id, quantity: item.quantity - (item.fulfilled_quantity ?? 0) }))
    .filter(({ quantity }) => quantity > 0);

export async function packOrder(api: Api, order: Order): Promise<Order> {
  const body = { items: unpackedItems(order) };
  const { data } = await api.POST("/admin/orders/{id}/fulfillment", {
    params: { path: { id: order.id } },
    body,
  });
  return data!.order as Order;
}

/** Packed parcels that have not left the house. */
export const unsentFulfillments = ({ fulfillments }: Pick<Order, "fulfillments">) =>
  (fulfillments ?? []).filter(({ shipped_at, canceled_at }) => !shipped_at && !canceled_at);

export async function shipOrder(api: Api, order: Order, trackingNumbers: string[] = []): Promise<void> {
  for (const { id } of unsentFulfillments(order)) {
    const body = { fulfillment_id: id, tracking_numbers: trackingNumbers };
    await api.POST("/admin/orders/{id}/shipment", { params: { path: { id: order.id } }, body });
  }
}

/** Packs what is left and ships it: one step for the person who does both. */
export async function packAndShip(api: Api, order: Order, trackingNumbers: string[] = []): Promise<void> {
  const packed = unpackedItems(order).length > 0 ? await packOrder(api, order) : order;
  await shipOrder(api, packed, trackingNumbers);
}

export const readOrder = async (api: Api, id: string): Promise<Order> =>
  (await api.GET("/admin/orders/{id}", { params: { path: { id } } })).data!.order as Order;
