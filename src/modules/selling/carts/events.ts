import { defineEvents } from "../../../events/define-events.ts";
import { idOnly } from "../../../events/event-data.ts";

export const cartEvents = defineEvents({
  "cart.created": idOnly,
  "cart.updated": idOnly,
  "cart.customer_updated": idOnly,
});
