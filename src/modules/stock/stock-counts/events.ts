import { defineEvents } from "../../../events/define-events.ts";
import { idOnly } from "../../../events/event-data.ts";

export const stockCountEvents = defineEvents({
  "stock-count.created": idOnly,
  "stock-count.applied": idOnly,
  "stock-count.canceled": idOnly,
});
