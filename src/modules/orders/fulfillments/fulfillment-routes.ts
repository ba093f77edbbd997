import type { Static } from "typebox";
import { noQuery } from "../../../http/list-query.ts";
import { path, type Routes } from "../../../http/routes.ts";
import { changedOrder, orderChange } from "../orders/index.ts";
import type { ConsignmentRef } from "./consignment.ts";
import {
  claimShipmentBody,
  documentsAnswer,
  exchangeFulfillmentBody,
  orderFulfillmentBody,
  shipmentBody,
} from "./fulfillment-schemas.ts";
import { cancelFulfillment } from "./use-cases/cancel-fulfillment.ts";
import { fulfillGoods, type Packing } from "./use-cases/fulfill-goods.ts";
import { readDocuments } from "./use-cases/read-documents.ts";
import { type Sending, shipFulfillment } from "./use-cases/ship-fulfillment.ts";

interface KeyedRequest {
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

const keyOf = ({ headers }: KeyedRequest): string | null => {
  const key = headers["idempotency-key"];
  return typeof key === "string" && key.trim() !== "" ? key.trim() : null;
};

const packingOf = (
  request: KeyedRequest & {
    body: Static<typeof exchangeFulfillmentBody> & Partial<Static<typeof orderFulfillmentBody>>;
  },
): Packing => ({
  items: request.body.items ?? null,
  locationId: request.body.location_id ?? null,
  noNotification: request.body.no_notification ?? null,
  metadata: request.body.metadata ?? null,
  idempotencyKey: keyOf(request),
});

const sendingOf = (sent: Static<typeof shipmentBody>): Sending => ({
  fulfillmentId: sent.fulfillment_id,
  trackingNumbers: sent.tracking_numbers ?? null,
  noNotification: sent.no_notification ?? null,
});

const ofOrder = ({ id }: { id: string }): ConsignmentRef => ({ kind: "order", orderId: id, id });

/** Goods of orders. */
export const orderFulfillmentRoutes: Routes = (app, parts) => {
  app.post(
    "/admin/orders/:id/fulfillment",
    {
      schema: {
        ...orderChange,
        summary: "Fulfill items of an order",
        params: path("id"),
        body: orderFulfillmentBody,
      },
    },
    async (request) => {
      const packing = packingOf(request);
      await fulfillGoods(parts, ofOrder(request.params), { ...packing, metadata: packing.metadata ?? {} });
      return changedOrder(parts, request);
    },
  );

  app.post(
    "/admin/orders/:id/fulfillments/:fulfillment_id/cancel",
    {
      schema: {
        ...orderChange,
        summary: "Cancel a fulfillment of an order",
        params: path("id", "fulfillment_id"),
      },
    },
    async (request) => {
      await cancelFulfillment(parts, ofOrder(request.params), request.params.fulfillment_id);
      return changedOrder(parts, request);
    },
  );

  app.post(
    "/admin/orders/:id/shipment",
    {
      schema: {
        ...orderChange,
        summary: "Ship a fulfillment of an order",
        params: path("id"),
        body: shipmentBody,
      },
    },
    async (request) => {
      await shipFulfillment(parts, ofOrder(request.params), sendingOf(request.body));
      return changedOrder(parts, request);
    },
  );

  app.get(
    "/admin/orders/:id/fulfillments/:fulfillment_id/documents",
    {
      schema: {
        tags: orderChange.tags,
        summary: "Get the labels and papers of a fulfillment",
        description:
          "As the carrier has them; also for fulfillments of the order's swaps and claims. Not part of Medusa v1.",
        params: path("id", "fulfillment_id"),
        querystring: noQuery,
        response: documentsAnswer,
      },
    },
    async ({ params }) => ({
      documents: await readDocuments(parts, { orderId: params.id, fulfillmentId: params.fulfillment_id }),
    }),
  );
};

const exchanges = [
  { kind: "swap", folder: "swaps", parameter: "swap_id", shipment: shipmentBody },
  { kind: "claim", folder: "claims", parameter: "claim_id", shipment: claimShipmentBody },
] as const;

/** Goods of swaps and claims: the same, in other places. */
export const exchangeFulfillmentRoutes: Routes = (app, parts) => {
  for (const { kind, folder, parameter, shipment } of exchanges) {
    const at = `/admin/orders/:id/${folder}/:${parameter}`;
    const of = (params: { id: string }): ConsignmentRef => ({
      kind,
      orderId: params.id,
      id: (params as Record<string, string>)[parameter]!,
    });

    app.post(
      `${at}/fulfillments`,
      {
        schema: {
          ...orderChange,
          summary: `Fulfill a ${kind}`,
          params: path("id", parameter),
          body: exchangeFulfillmentBody,
        },
      },
      async (request) => {
        await fulfillGoods(parts, of(request.params), packingOf(request));
        return changedOrder(parts, request);
      },
    );

    app.post(
      `${at}/fulfillments/:fulfillment_id/cancel`,
      {
        schema: {
          ...orderChange,
          summary: `Cancel a fulfillment of a ${kind}`,
          params: path("id", parameter, "fulfillment_id"),
        },
      },
      async (request) => {
        await cancelFulfillment(parts, of(request.params), request.params.fulfillment_id);
        return changedOrder(parts, request);
      },
    );

    app.post(
      `${at}/shipments`,
      {
        schema: {
          ...orderChange,
          summary: `Ship a fulfillment of a ${kind}`,
          params: path("id", parameter),
          body: shipment,
        },
      },
      async (request) => {
        await shipFulfillment(parts, of(request.params), sendingOf(request.body));
        return changedOrder(parts, request);
      },
    );
  }
};
