import { defineEvents } from "../../../events/define-events.ts";
import { idAndFields, idOnly } from "../../../events/event-data.ts";

export const taxRateEvents = defineEvents({
  "tax-rate.created": idOnly,
  "tax-rate.updated": idAndFields,
  "tax-rate.deleted": idOnly,
});
