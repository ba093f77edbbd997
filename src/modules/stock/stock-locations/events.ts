import { defineEvents } from "../../../events/define-events.ts";
import { idOnly } from "../../../events/event-data.ts";

export const stockLocationEvents = defineEvents({
  "stock-location.created": idOnly,
  "stock-location.updated": idOnly,
  "stock-location.deleted": idOnly,
});
