import { Type } from "typebox";
import { defineEvents } from "../../../events/define-events.ts";
import { id, idOnly } from "../../../events/event-data.ts";

export const segmentEvents = defineEvents({
  "segment.created": idOnly,
  "segment.updated": idOnly,
  "segment.deleted": idOnly,
  /** All customers were compared with its rules. */
  "segment.refreshed": Type.Object({ id, added: Type.Integer(), removed: Type.Integer() }),
});
