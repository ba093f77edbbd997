import { Type } from "typebox";
import { defineEvents } from "../../../events/define-events.ts";
import { id, idOnly } from "../../../events/event-data.ts";

export const noteEvents = defineEvents({
  "note.created": idOnly,
  "note.updated": idOnly,
  "note.deleted": idOnly,
  /** For one user: `user_id`. The author is the user who mentioned them. */
  "note.mentioned": Type.Object({
    id,
    user_id: id,
    author_id: id,
    resource_id: Type.String(),
    resource_type: Type.String(),
  }),
});
