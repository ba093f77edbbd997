import { defineEvents } from "../../../events/define-events.ts";
import { idOnly } from "../../../events/event-data.ts";

export const priceListEvents = defineEvents({
  "price-list.created": idOnly,
  "price-list.updated": idOnly,
  "price-list.deleted": idOnly,
});
