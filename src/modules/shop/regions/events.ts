import { defineEvents } from "../../../events/define-events.ts";
import { idAndFields, idOnly } from "../../../events/event-data.ts";

export const regionEvents = defineEvents({
  "region.created": idOnly,
  "region.updated": idAndFields,
  "region.deleted": idOnly,
});
