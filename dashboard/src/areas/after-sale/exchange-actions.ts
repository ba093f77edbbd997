import type { Api } from "../../kit/api/api.ts";

export interface Arrived {
  items: { item_id: string; quantity: number }[];
  /** Absent: what the return says. */
  refund?: number;
}

export const receiveReturn = (api: Api, id: string, arrived: Arrived) =>
  api.POST("/admin/returns/{id}/receive", { params: { path: { id } }, body: arrived });

/** The refund of goods that a user without `payments:write` has received. */
export const payRefundDue = (api: Api, id: string, refund: number) =>
  api.POST("/admin/returns/{id}/refund", { params: { path: { id } }, body: { refund } });

export const cancelReturn = (api: Api, id: string) =>
  api.POST("/admin/returns/{id}/cancel", { params: { path: { id } } });

interface Ref {
  orderId: string;
  id: string;
}

/** The steps of a swap or a claim after it was created. */
export interface ExchangeSteps {
  pack(): Promise<unknown>;
  ship(fulfillmentId: string, trackingNumbers: string[]): Promise<unknown>;
  unpack(fulfillmentId: string): Promise<unknown>;
  cancel(): Promise<unknown>;
}

export function swapSteps(api: Api, { orderId, id }: Ref): ExchangeSteps & { settle(): Promise<unknown> } {
  const path = { id: orderId, swap_id: id };
  return {
    settle: () => api.POST("/admin/orders/{id}/swaps/{swap_id}/process-payment", { params: { path } }),
    pack: () => api.POST("/admin/orders/{id}/swaps/{swap_id}/fulfillments", { params: { path }, body: {} }),
    ship: (fulfillment_id, tracking_numbers) =>
      api.POST("/admin/orders/{id}/swaps/{swap_id}/shipments", {
        params: { path },
        body: { fulfillment_id, tracking_numbers },
      }),
    unpack: (fulfillment_id) =>
      api.POST("/admin/orders/{id}/swaps/{swap_id}/fulfillments/{fulfillment_id}/cancel", {
        params: { path: { ...path, fulfillment_id } },
      }),
    cancel: () => api.POST("/admin/orders/{id}/swaps/{swap_id}/cancel", { params: { path } }),
  };
}

export function claimSteps(api: Api, { orderId, id }: Ref): ExchangeSteps {
  const path = { id: orderId, claim_id: id };
  return {
    pack: () => api.POST("/admin/orders/{id}/claims/{claim_id}/fulfillments", { params: { path }, body: {} }),
    ship: (fulfillment_id, tracking_numbers) =>
      api.POST("/admin/orders/{id}/claims/{claim_id}/shipments", {
        params: { path },
        body: { fulfillment_id, tracking_numbers },
      }),
    unpack: (fulfillment_id) =>
      api.POST("/admin/orders/{id}/claims/{claim_id}/fulfillments/{fulfillment_id}/cancel", {
        params: { path: { ...path, fulfillment_id } },
      }),
    cancel: () => api.POST("/admin/orders/{id}/claims/{claim_id}/cancel", { params: { path } }),
  };
}
