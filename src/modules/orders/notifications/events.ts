import { Type } from "typebox";
import { defineEvents } from "../../../events/define-events.ts";
import { id } from "../../../events/event-data.ts";

export const notificationEvents = defineEvents({
  "mail.failed": Type.Object({ id: id, kind: Type.String() }),
  "notification.resent": Type.Object({ id: id, resend_id: id }),
});
