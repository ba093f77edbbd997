import { queryOptions } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import type { FieldValues } from "../../../data/platform/custom-fields/custom-field.ts";
import type { Api } from "../../../kit/api/api.ts";

export type OrderEdit = Schemas["AdminOrderEdit"];

/** The edits of an order, the newest first. */
export const orderEditsQuery = (api: Api, orderId: string) =>
  queryOptions({
    queryKey: ["order-edits", orderId],
    async queryFn() {
      const query = { order_id: orderId, limit: 50 };
      const { order_edits } = (await api.GET("/admin/order-edits", { params: { query } })).data!;
      return order_edits.toSorted((one, other) => other.created_at.localeCompare(one.created_at));
    },
  });

export const isOpenEdit = ({ status }: Pick<OrderEdit, "status">) =>
  status === "created" || status === "requested";

export const startEdit = (api: Api, orderId: string) =>
  api.POST("/admin/order-edits", { body: { order_id: orderId } });

export const addToEdit = (
  api: Api,
  id: string,
  { variantId, ...fields }: { variantId: string; custom_fields?: FieldValues },
) =>
  api.POST("/admin/order-edits/{id}/items", {
    params: { path: { id } },
    body: { variant_id: variantId, quantity: 1, ...fields },
  });

/** Without a quantity the line is removed. */
export const changeInEdit = (
  api: Api,
  id: string,
  { itemId, quantity }: { itemId: string; quantity: number },
) => {
  const params = { path: { id, item_id: itemId } };
  return quantity > 0
    ? api.POST("/admin/order-edits/{id}/items/{item_id}", { params, body: { quantity } })
    : api.DELETE("/admin/order-edits/{id}/items/{item_id}", { params });
};

export const undoInEdit = (api: Api, id: string, changeId: string) =>
  api.DELETE("/admin/order-edits/{id}/changes/{change_id}", {
    params: { path: { id, change_id: changeId } },
  });

const atEdit = (id: string) => ({ params: { path: { id } } });

export const requestEdit = (api: Api, id: string) => api.POST("/admin/order-edits/{id}/request", atEdit(id));
export const confirmEdit = (api: Api, id: string) => api.POST("/admin/order-edits/{id}/confirm", atEdit(id));

/** An edit that the customer has not seen is deleted; a requested one is cancelled and stays in the list. */
export const dropEdit = (api: Api, { id, status }: Pick<OrderEdit, "id" | "status">) =>
  status === "created"
    ? api.DELETE("/admin/order-edits/{id}", atEdit(id))
    : api.POST("/admin/order-edits/{id}/cancel", atEdit(id));

/** The customer has paid outside of the shop. */
export async function markPaid(api: Api, collectionId: string): Promise<void> {
  const params = { path: { id: collectionId } };
  await api.POST("/admin/payment-collections/{id}/authorize", { params });
  const { data } = await api.GET("/admin/payment-collections/{id}", { params });
  for (const { id, captured_at } of data!.payment_collection.payments) {
    if (!captured_at) await api.POST("/admin/payments/{id}/capture", { params: { path: { id } } });
  }
}
