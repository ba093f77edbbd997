import { noQuery } from "../../../http/list-query.ts";
import { path, type Routes } from "../../../http/routes.ts";
import { changedOrder, orderChange } from "../orders/index.ts";
import type { ConsignmentRef } from "./consignment.ts";
import {
  claimShipmentBody,
  documentsAnswer,
  exchangeFulfillmentBody,
  exchangeFulfillmentRequestOf,
  orderFulfillmentBody,
  orderFulfillmentRequestOf,
  shipmentBody,
  shipmentRequestOf,
  trackingBody,
  trackingRequestOf,
} from "./fulfillment-schemas.ts";
import { readDocuments } from "./use-cases/call-carrier.ts";
import { cancelFulfillment } from "./use-cases/cancel-fulfillment.ts";
import { fulfillGoods } from "./use-cases/fulfill-goods.ts";
import { setTracking } from "./use-cases/set-tracking.ts";
import { shipFulfillment } from "./use-cases/ship-fulfillment.ts";

const ofOrder = ({ id }: { id: string }): ConsignmentRef => ({ kind: "order", orderId: id, id });

export const orderFulfillmentRoutes: Routes = (app, context) => {
  app.post(
    "/admin/orders/:id/fulfillment",
    {
      config: { permission: "fulfillments:write" },
      schema: {
        ...orderChange,
        summary: "Fulfill items of an order",
        params: path("id"),
        body: orderFulfillmentBody,
      },
    },
    async (request) => {
      await fulfillGoods(context, ofOrder(request.params), orderFulfillmentRequestOf(request));
      return changedOrder(context, request);
    },
  );

  app.post(
    "/admin/orders/:id/fulfillments/:fulfillment_id/cancel",
    {
      config: { permission: "fulfillments:write" },
      schema: {
        ...orderChange,
        summary: "Cancel a fulfillment of an order",
        params: path("id", "fulfillment_id"),
      },
    },
    async (request) => {
      await cancelFulfillment(context, ofOrder(request.params), request.params.fulfillment_id);
      return changedOrder(context, request);
    },
  );

  app.post(
    "/admin/orders/:id/shipment",
    {
      config: { permission: "fulfillments:write" },
      schema: {
        ...orderChange,
        summary: "Ship a fulfillment of an order",
        params: path("id"),
        body: shipmentBody,
      },
    },
    async (request) => {
      await shipFulfillment(context, ofOrder(request.params), shipmentRequestOf(request.body));
      return changedOrder(context, request);
    },
  );

  app.post(
    "/admin/orders/:id/fulfillments/:fulfillment_id/tracking",
    {
      config: { permission: "fulfillments:write", idempotent: "by-nature" },
      schema: {
        ...orderChange,
        summary: "Set the tracking numbers of a fulfillment",
        params: path("id", "fulfillment_id"),
        body: trackingBody,
      },
    },
    async (request) => {
      const { id: orderId, fulfillment_id: fulfillmentId } = request.params;
      await setTracking(context, { orderId, fulfillmentId, ...trackingRequestOf(request.body) });
      return changedOrder(context, request);
    },
  );

  app.get(
    "/admin/orders/:id/fulfillments/:fulfillment_id/documents",
    {
      config: { permission: "fulfillments:read" },
      schema: {
        tags: orderChange.tags,
        summary: "Get the labels and documents of a fulfillment",
        description:
          "From the carrier; also for fulfillments of the order's swaps and claims. Not part of Medusa v1.",
        params: path("id", "fulfillment_id"),
        querystring: noQuery,
        response: documentsAnswer,
      },
    },
    async ({ params: { id: orderId, fulfillment_id: fulfillmentId } }) => ({
      documents: await readDocuments(context, { orderId, fulfillmentId }),
    }),
  );
};

const swapChange = { ...orderChange, params: path("id", "swap_id") };
const claimChange = { ...orderChange, params: path("id", "claim_id") };

const ofSwap = (params: { id: string; swap_id: string }): ConsignmentRef => ({
  kind: "swap",
  orderId: params.id,
  id: params.swap_id,
});
const ofClaim = (params: { id: string; claim_id: string }): ConsignmentRef => ({
  kind: "claim",
  orderId: params.id,
  id: params.claim_id,
});

export const exchangeFulfillmentRoutes: Routes = (app, context) => {
  app.post(
    "/admin/orders/:id/swaps/:swap_id/fulfillments",
    {
      config: { permission: "fulfillments:write" },
      schema: { ...swapChange, summary: "Fulfill a swap", body: exchangeFulfillmentBody },
    },
    async (request) => {
      await fulfillGoods(context, ofSwap(request.params), exchangeFulfillmentRequestOf(request));
      return changedOrder(context, request);
    },
  );

  app.post(
    "/admin/orders/:id/swaps/:swap_id/fulfillments/:fulfillment_id/cancel",
    {
      config: { permission: "fulfillments:write" },
      schema: {
        ...swapChange,
        summary: "Cancel a fulfillment of a swap",
        params: path("id", "swap_id", "fulfillment_id"),
      },
    },
    async (request) => {
      await cancelFulfillment(context, ofSwap(request.params), request.params.fulfillment_id);
      return changedOrder(context, request);
    },
  );

  app.post(
    "/admin/orders/:id/swaps/:swap_id/shipments",
    {
      config: { permission: "fulfillments:write" },
      schema: { ...swapChange, summary: "Ship a fulfillment of a swap", body: shipmentBody },
    },
    async (request) => {
      await shipFulfillment(context, ofSwap(request.params), shipmentRequestOf(request.body));
      return changedOrder(context, request);
    },
  );

  app.post(
    "/admin/orders/:id/claims/:claim_id/fulfillments",
    {
      config: { permission: "fulfillments:write" },
      schema: { ...claimChange, summary: "Fulfill a claim", body: exchangeFulfillmentBody },
    },
    async (request) => {
      await fulfillGoods(context, ofClaim(request.params), exchangeFulfillmentRequestOf(request));
      return changedOrder(context, request);
    },
  );

  app.post(
    "/admin/orders/:id/claims/:claim_id/fulfillments/:fulfillment_id/cancel",
    {
      config: { permission: "fulfillments:write" },
      schema: {
        ...claimChange,
        summary: "Cancel a fulfillment of a claim",
        params: path("id", "claim_id", "fulfillment_id"),
      },
    },
    async (request) => {
      await cancelFulfillment(context, ofClaim(request.params), request.params.fulfillment_id);
      return changedOrder(context, request);
    },
  );

  app.post(
    "/admin/orders/:id/claims/:claim_id/shipments",
    {
      config: { permission: "fulfillments:write" },
      schema: { ...claimChange, summary: "Ship a fulfillment of a claim", body: claimShipmentBody },
    },
    async (request) => {
      await shipFulfillment(context, ofClaim(request.params), shipmentRequestOf(request.body));
      return changedOrder(context, request);
    },
  );
};
