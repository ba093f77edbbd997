import { Type } from "typebox";
import { defineEvents } from "../../../events/define-events.ts";
import { id, idOnly, nullableId } from "../../../events/event-data.ts";

export const userEvents = defineEvents({
  "invite.created": Type.Object({ id: id, user_email: Type.String() }),
  "invite.deleted": idOnly,
  "user.created": idOnly,
  "user.updated": idOnly,
  "user.deleted": idOnly,
  "user.role_changed": Type.Object({ id: id, role_id: nullableId, old_role_id: nullableId }),
  "user.password_reset": Type.Object({ email: Type.String() }),
});
