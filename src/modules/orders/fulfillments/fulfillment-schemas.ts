import { Type } from "typebox";
import { body, metadata, nonEmptyText, ok, optional } from "../../../http/routes.ts";

const quantity = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const id = Type.String({ minLength: 1, maxLength: 255 });

const location = optional(
  Type.String({
    minLength: 1,
    maxLength: 255,
    description: "The stock location that the goods leave from; where they are reserved when absent.",
  }),
);

const silence = optional(Type.Boolean({ description: "The customer is not told of it." }));

const trackingNumbers = optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
    maxItems: 100,
    description: "Those of the carrier when absent.",
  }),
);

const common = { location_id: location, no_notification: silence, metadata: optional(metadata) };

export const orderFulfillmentBody = body({
  items: Type.Array(body({ item_id: id, quantity }), { minItems: 1, maxItems: 1000 }),
  ...common,
});

/** All goods of a swap or claim are sent at once. */
export const exchangeFulfillmentBody = body(common);

export const shipmentBody = body({
  fulfillment_id: nonEmptyText,
  tracking_numbers: trackingNumbers,
  no_notification: silence,
});

export const claimShipmentBody = body({ fulfillment_id: nonEmptyText, tracking_numbers: trackingNumbers });

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
