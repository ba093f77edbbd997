import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../kit/api/api.ts";

/** The link with which a customer pays a cart, and whether the shop can send it. */
export const paymentLinkQuery = (api: Api, cartId: string) =>
  queryOptions({
    queryKey: ["payment-link", cartId],
    queryFn: async () =>
      (await api.GET("/admin/payment-links/{cart_id}", { params: { path: { cart_id: cartId } } })).data!,
  });

export const createPaymentLink = (api: Api, cartId: string, { send = false } = {}) =>
  api.POST("/admin/payment-links", { body: { cart_id: cartId, send } });

export const revokePaymentLink = (api: Api, cartId: string) =>
  api.DELETE("/admin/payment-links/{cart_id}", { params: { path: { cart_id: cartId } } });
