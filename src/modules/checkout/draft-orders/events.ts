import { defineEvents } from "../../../events/define-events.ts";
import { idOnly } from "../../../events/event-data.ts";

export const draftOrderEvents = defineEvents({
  "draft_order.created": idOnly,
  "draft_order.updated": idOnly,
  "draft_order.deleted": idOnly,
});
