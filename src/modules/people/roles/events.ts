import { defineEvents } from "../../../events/define-events.ts";
import { idOnly } from "../../../events/event-data.ts";

export const roleEvents = defineEvents({
  "role.created": idOnly,
  "role.updated": idOnly,
  "role.deleted": idOnly,
});
