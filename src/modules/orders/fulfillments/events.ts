import { Type } from "typebox";
import { defineEvents } from "../../../events/define-events.ts";
import { id, noNotification } from "../../../events/event-data.ts";

const ofFulfillment = Type.Object({ id, fulfillment_id: id, no_notification: noNotification });

/** The carrier refused a shipment that was booked again. */
const refused = Type.Object({ id, fulfillment_id: id, reason: Type.String() });

export const fulfillmentEvents = defineEvents({
  "order.fulfillment_created": ofFulfillment,
  "order.fulfillment_refused": refused,
  "order.fulfillment_canceled": ofFulfillment,
  "order.shipment_created": ofFulfillment,
  "order.tracking_changed": ofFulfillment,
  "swap.fulfillment_created": ofFulfillment,
  "swap.fulfillment_refused": refused,
  "swap.fulfillment_canceled": ofFulfillment,
  "swap.shipment_created": ofFulfillment,
  "swap.tracking_changed": ofFulfillment,
  "claim.fulfillment_created": ofFulfillment,
  "claim.fulfillment_refused": refused,
  "claim.fulfillment_canceled": ofFulfillment,
  "claim.shipment_created": ofFulfillment,
  "claim.tracking_changed": ofFulfillment,
});
