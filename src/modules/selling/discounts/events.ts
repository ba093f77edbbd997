import { defineEvents } from "../../../events/define-events.ts";
import { idAndFields, idOnly } from "../../../events/event-data.ts";

export const discountEvents = defineEvents({
  "discount.created": idOnly,
  "discount.updated": idAndFields,
  "discount.deleted": idOnly,
});
