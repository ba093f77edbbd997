import { defineEvents } from "../../../events/define-events.ts";
import { idOnly } from "../../../events/event-data.ts";

export const noteEvents = defineEvents({
  "note.created": idOnly,
  "note.updated": idOnly,
  "note.deleted": idOnly,
});
