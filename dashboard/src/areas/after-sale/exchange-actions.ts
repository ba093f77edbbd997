import { createPaymentLink } from "../../data/orders/payment-link-queries.ts";
import { type Shipment, saveTracking, shipTracked } from "../../data/orders/shipment.ts";
import type { Permission } from "../../data/session/permissions.ts";
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
  ship(parcelId: string, shipment: Shipment): Promise<unknown>;
  track(parcelId: string, shipment: Shipment): Promise<unknown>;
  unpack(fulfillmentId: string): Promise<unknown>;
  cancel(): Promise<unknown>;
}

export function swapSteps(api: Api, { orderId, id }: Ref): ExchangeSteps & { settle(): Promise<unknown> } {
  const path = { id: orderId, swap_id: id };
  return {
    settle: () => api.POST("/admin/orders/{id}/swaps/{swap_id}/process-payment", { params: { path } }),
    pack: () => api.POST("/admin/orders/{id}/swaps/{swap_id}/fulfillments", { params: { path }, body: {} }),
    ship: (parcelId, shipment) =>
      shipTracked(api, { orderId, parcelId, shipment }, (body) =>
        api.POST("/admin/orders/{id}/swaps/{swap_id}/shipments", {
          params: { path },
          body: { ...body, no_notification: !shipment.notify },
        }),
      ),
    track: (parcelId, shipment) => saveTracking(api, { orderId, parcelId }, shipment),
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
    ship: (parcelId, shipment) =>
      shipTracked(api, { orderId, parcelId, shipment }, (body) =>
        api.POST("/admin/orders/{id}/claims/{claim_id}/shipments", { params: { path }, body }),
      ),
    track: (parcelId, shipment) => saveTracking(api, { orderId, parcelId }, shipment),
    unpack: (fulfillment_id) =>
      api.POST("/admin/orders/{id}/claims/{claim_id}/fulfillments/{fulfillment_id}/cancel", {
        params: { path: { ...path, fulfillment_id } },
      }),
    cancel: () => api.POST("/admin/orders/{id}/claims/{claim_id}/cancel", { params: { path } }),
  };
}

/** How the new goods are sent. Null as a price: that of the option. */
export interface Delivery {
  optionId: string;
  price: number | null;
}

export const sendSwapBy = (api: Api, { orderId, id }: Ref, { optionId, price }: Delivery) =>
  api.POST("/admin/orders/{id}/swaps/{swap_id}/shipping-methods", {
    params: { path: { id: orderId, swap_id: id } },
    body: { option_id: optionId, ...(price !== null && { price }) },
  });

/** At the cost of the shop. */
export const sendClaimBy = (api: Api, { orderId, id }: Ref, optionId: string) =>
  api.POST("/admin/orders/{id}/claims/{claim_id}", {
    params: { path: { id: orderId, claim_id: id } },
    body: { shipping_methods: [{ option_id: optionId, price: 0 }] },
  });

/** What happens to the difference of a swap. */
export type Decision = "link" | "paid" | "gift_card" | "waived" | "refunded" | "credited" | "later";

type May = (permission: Permission) => boolean;

/** The decisions that a user can make, the usual one first. Without a difference there is nothing to decide. */
export function decisionsFor(due: number, may: May): Decision[] {
  if (due === 0) return [];
  const money: Decision[] = may("payments:write")
    ? due > 0
      ? ["paid", "gift_card", "waived"]
      : ["refunded", "credited"]
    : [];
  if (due < 0) return [...money, "later"];
  return may("orders:write") ? ["link", ...money] : money;
}

/** A card pays the difference only with its code. */
export const lacksCode = (decision: Decision | null, giftCard: string): boolean =>
  decision === "gift_card" && giftCard.trim() === "";

/** Gives what the customer is owed as a gift card, also after the swap was confirmed. */
export const creditSwap = (api: Api, { orderId, id }: Ref) =>
  api.POST("/admin/orders/{id}/swaps/{swap_id}/confirm", {
    params: { path: { id: orderId, swap_id: id } },
    body: { settlement: "credited" },
  });

interface Finish extends Ref {
  cartId: string;
  /** The difference that the user has seen. */
  due: number;
  decision: Decision | null;
  /** The code of the card that pays. */
  giftCard: string;
}

/** Confirms a swap, or makes the link with which its customer pays and confirms it. */
export async function finishSwap(api: Api, finish: Finish): Promise<void> {
  const { orderId, id, cartId, due, decision, giftCard } = finish;
  if (decision === "link") {
    await createPaymentLink(api, cartId);
    return;
  }
  const settlement = decision === null || decision === "later" ? undefined : decision;
  await api.POST("/admin/orders/{id}/swaps/{swap_id}/confirm", {
    params: { path: { id: orderId, swap_id: id } },
    body: {
      difference_due: due,
      ...(settlement && { settlement }),
      ...(settlement === "gift_card" && { gift_card: giftCard.trim() }),
    },
  });
}
