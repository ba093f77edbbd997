import { Type } from "typebox";
import { defineEvents } from "../../../events/define-events.ts";
import { id, idAndNotice, noNotification } from "../../../events/event-data.ts";

export const swapEvents = defineEvents({
  "swap.canceled": Type.Object({ id: id, order_id: id, no_notification: noNotification }),
  "swap.refund_processed": idAndNotice,
  "swap.process_refund_failed": idAndNotice,
});
