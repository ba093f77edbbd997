import { defineEvents } from "../../../events/define-events.ts";
import { idAndNotice } from "../../../events/event-data.ts";

export const checkoutEvents = defineEvents({
  "order.placed": idAndNotice,
  "swap.payment_completed": idAndNotice,
});
