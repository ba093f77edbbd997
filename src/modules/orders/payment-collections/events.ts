import { defineEvents } from "../../../events/define-events.ts";
import { wholeRow } from "../../../events/event-data.ts";

export const paymentCollectionEvents = defineEvents({
  "payment-collection.created": wholeRow,
  "payment-collection.updated": wholeRow,
  "payment-collection.deleted": wholeRow,
  "payment-collection.payment_authorized": wholeRow,
});
