import { defineEvents } from "../../../events/define-events.ts";
import { idOnly } from "../../../events/event-data.ts";

export const savedViewEvents = defineEvents({
  "saved-view.created": idOnly,
  "saved-view.updated": idOnly,
  "saved-view.deleted": idOnly,
});
