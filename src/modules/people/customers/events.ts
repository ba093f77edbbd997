import { defineEvents } from "../../../events/define-events.ts";
import { wholeRow } from "../../../events/event-data.ts";

export const customerEvents = defineEvents({
  "customer.created": wholeRow,
  "customer.updated": wholeRow,
  "customer.password_reset": wholeRow,
});
