import { Type } from "typebox";
import { defineEvents } from "../../../events/define-events.ts";
import { id, idAndNotice, idOnly, noNotification } from "../../../events/event-data.ts";

export const returnEvents = defineEvents({
  "order.return_requested": Type.Object({ id: id, return_id: id, no_notification: noNotification }),
  "order.return_canceled": Type.Object({ id: id, return_id: id, no_notification: noNotification }),
  "order.return_action_required": Type.Object({ id: id, return_id: id, no_notification: noNotification }),
  "order.items_returned": Type.Object({ id: id, return_id: id, no_notification: noNotification }),
  "swap.created": idAndNotice,
  "swap.received": Type.Object({ id: id, order_id: id, no_notification: noNotification }),
  "return-reason.created": idOnly,
  "return-reason.updated": idOnly,
  "return-reason.deleted": idOnly,
});
