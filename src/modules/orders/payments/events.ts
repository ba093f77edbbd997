import { Type } from "typebox";
import { defineEvents } from "../../../events/define-events.ts";
import { id, idAndNotice, noNotification, wholeRow } from "../../../events/event-data.ts";

export const paymentEvents = defineEvents({
  "order.payment_captured": idAndNotice,
  "order.payment_capture_failed": Type.Object({
    id: id,
    payment_id: id,
    error: Type.String(),
    no_notification: noNotification,
  }),
  "order.refund_created": Type.Object({ id: id, refund_id: id, no_notification: noNotification }),
  "order.canceled": idAndNotice,
  "swap.payment_captured": idAndNotice,
  "swap.payment_capture_failed": idAndNotice,
  "payment.payment_captured": wholeRow,
  "payment.payment_capture_failed": wholeRow,
  "payment.payment_refund_created": wholeRow,
  "payment.payment_refund_failed": wholeRow,
});
