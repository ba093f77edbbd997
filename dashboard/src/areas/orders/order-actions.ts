import type { Schemas } from "@tradewind/client";
import { type Shipment, shipTracked } from "../../data/orders/shipment.ts";
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

interface Packing {
  items: { item_id: string; quantity: number }[];
  /** Null: where the pieces are reserved. */
  locationId?: string | null;
}

const fulfill = async (api: Api, id: string, { items, locationId }: Packing): Promise<Order> => {
  const { data } = await api.POST("/admin/orders/{id}/fulfillment", {
    params: { path: { id } },
    body: { items, ...(locationId && { location_id: locationId }) },
  });
  return data!.order as Order;
};

export const packOrder = (api: Api, order: Order): Promise<Order> =>
  fulfill(api, order.id, { items: unpackedItems(order) });

export const shipParcel = (api: Api, parcel: { orderId: string; parcelId: string; shipment: Shipment }) =>
  shipTracked(api, parcel, (body) =>
    api.POST("/admin/orders/{id}/shipment", {
      params: { path: { id: parcel.orderId } },
      body: { ...body, no_notification: !parcel.shipment.notify },
    }),
  );

export const cancelFulfillment = (api: Api, id: string, fulfillmentId: string) =>
  api.POST("/admin/orders/{id}/fulfillments/{fulfillment_id}/cancel", {
    params: { path: { id, fulfillment_id: fulfillmentId } },
  });

/** Packs these pieces, and ships them if they leave at once. Parcels that were packed before stay where they are. */
export async function packItems(
  api: Api,
  order: Order,
  { shipment, ...packing }: Packing & { shipment: Shipment | null },
): Promise<void> {
  const before = new Set(order.fulfillments.map(({ id }) => id));
  const packed = await fulfill(api, order.id, packing);
  if (!shipment) return;
  for (const { id } of unsentFulfillments(packed)) {
    if (!before.has(id)) await shipParcel(api, { orderId: order.id, parcelId: id, shipment });
  }
}

/** Packed parcels that have not left the house. */
export const unsentFulfillments = ({ fulfillments }: Pick<Order, "fulfillments">) =>
  (fulfillments ?? []).filter(({ shipped_at, canceled_at }) => !shipped_at && !canceled_at);

/** Ships every packed parcel. By default with the numbers of the carrier, and as the order says about mails. */
export async function shipOrder(
  api: Api,
  order: Order,
  shipments: ReadonlyMap<string, Shipment> = new Map(),
): Promise<void> {
  const silent = { tracking: [], notify: !order.no_notification };
  for (const { id } of unsentFulfillments(order)) {
    await shipParcel(api, { orderId: order.id, parcelId: id, shipment: shipments.get(id) ?? silent });
  }
}

export const readOrder = async (api: Api, id: string): Promise<Order> =>
  (await api.GET("/admin/orders/{id}", { params: { path: { id } } })).data!.order as Order;
