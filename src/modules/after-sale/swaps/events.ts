import { Type } from "typebox";
import { defineEvents } from "../../../events/define-events.ts";
import { id, idAndNotice, noNotification } from "../../../events/event-data.ts";

export const swapEvents = defineEvents({
  "swap.canceled": Type.Object({ id: id, order_id: id, no_notification: noNotification }),
  "swap.refund_processed": idAndNotice,
  "swap.process_refund_failed": idAndNotice,
  /** The difference was given as a gift card. */
  "swap.difference_credited": Type.Object({
    id,
    order_id: id,
    gift_card_id: id,
    amount: Type.Integer(),
    no_notification: noNotification,
  }),
});
