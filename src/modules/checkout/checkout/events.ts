import { defineEvents } from "../../../events/define-events.ts";
import { withoutNotice } from "../../../events/event-data.ts";

export const checkoutEvents = defineEvents({
  "order.placed": withoutNotice,
  "swap.payment_completed": withoutNotice,
});
