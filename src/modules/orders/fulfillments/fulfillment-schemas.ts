import { type Static, Type } from "typebox";
import { listQuery } from "../../../http/list-query.ts";
import { body, metadata, nonEmptyText, ok, optional, view } from "../../../http/routes.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { adminReservation } from "../../stock/inventory/index.ts";
import { idempotencyKeyIn } from "../orders/index.ts";
import { metadataOfOrderFulfillment } from "../v1-shapes.ts";

const quantity = Type.Integer({ minimum: 1, maximum: MAX_AMOUNT });
const id = Type.String({ minLength: 1, maxLength: 255 });

const location = optional(
  Type.String({
    minLength: 1,
    maxLength: 255,
    description: "The stock location that the goods leave. Default: the location of their reservations.",
  }),
);

const noNotification = optional(Type.Boolean({ description: "Do not notify the customer." }));

const trackingNumbers = optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
    maxItems: 100,
    description: "Default: the tracking numbers of the carrier.",
  }),
);

const common = { location_id: location, no_notification: noNotification, metadata: optional(metadata) };

export const orderFulfillmentBody = body({
  items: Type.Array(body({ item_id: id, quantity }), { minItems: 1, maxItems: 1000 }),
  ...common,
});

/** A swap or claim is always fulfilled completely. */
export const exchangeFulfillmentBody = body(common);

export const shipmentBody = body({
  fulfillment_id: nonEmptyText,
  tracking_numbers: trackingNumbers,
  no_notification: noNotification,
});

export const claimShipmentBody = body({ fulfillment_id: nonEmptyText, tracking_numbers: trackingNumbers });

/** Customers open these links from their mails. */
const carrierPage = Type.String({
  maxLength: 2_000,
  pattern: "^https?://[^\\s]+$",
  description: "The page of the carrier that shows where the parcel is.",
});

export const trackingBody = body({
  tracking_links: Type.Array(
    body({
      tracking_number: Type.String({ minLength: 1, maxLength: 255 }),
      url: Type.Optional(Type.Union([carrierPage, Type.Null()])),
    }),
    { maxItems: 100, description: "All tracking numbers of the fulfillment. An empty list removes them." },
  ),
  no_notification: noNotification,
});

export const trackingRequestOf = (sent: Static<typeof trackingBody>) => ({
  links: sent.tracking_links.map(({ tracking_number, url }) => ({
    number: tracking_number,
    url: url ?? null,
  })),
  noNotification: sent.no_notification ?? null,
});

export const documentsAnswer = ok({
  documents: Type.Array(
    Type.Object({
      name: Type.String(),
      type: Type.String({ description: "A media type." }),
      content: Type.String({ description: "Base64." }),
    }),
  ),
});

export const reserveBody = body({ location_id: optional(id), quantity: optional(quantity) });

/** The reservation, and the same one again under its name. */
export const reservationAnswer = {
  200: Type.Intersect([view("reservation_item"), Type.Object({ reservation: view("reservation_item") })]),
};

export const orderReservations = listQuery({ view: adminReservation, limit: 20 });

interface SentFulfillment<Body> {
  body: Body;
  headers: Parameters<typeof idempotencyKeyIn>[0];
}

export const exchangeFulfillmentRequestOf = ({
  body: sent,
  headers,
}: SentFulfillment<Static<typeof exchangeFulfillmentBody>>) => ({
  items: null,
  locationId: sent.location_id ?? null,
  noNotification: sent.no_notification ?? null,
  metadata: sent.metadata ?? null,
  idempotencyKey: idempotencyKeyIn(headers),
});

export const orderFulfillmentRequestOf = (sent: SentFulfillment<Static<typeof orderFulfillmentBody>>) => ({
  ...exchangeFulfillmentRequestOf(sent),
  items: sent.body.items,
  metadata: sent.body.metadata ?? metadataOfOrderFulfillment,
});

export const shipmentRequestOf = (sent: Static<typeof shipmentBody>) => ({
  fulfillmentId: sent.fulfillment_id,
  trackingNumbers: sent.tracking_numbers ?? null,
  noNotification: sent.no_notification ?? null,
});
