import { defineEvents } from "../../../events/define-events.ts";
import { idAndFields, idOnly } from "../../../events/event-data.ts";

export const shippingEvents = defineEvents({
  "shipping-option.created": idOnly,
  "shipping-option.updated": idAndFields,
  "shipping-option.deleted": idOnly,
  "shipping-profile.created": idOnly,
  "shipping-profile.updated": idAndFields,
  "shipping-profile.deleted": idOnly,
});
