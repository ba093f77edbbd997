import { Type } from "typebox";
import { defineEvents } from "../../../events/define-events.ts";
import { id, idAndNotice } from "../../../events/event-data.ts";

export const checkoutEvents = defineEvents({
  "order.placed": idAndNotice,
  "swap.payment_completed": idAndNotice,
  /** The shop forgoes the amount that the customer owed. */
  "swap.difference_waived": Type.Object({ id, order_id: id, amount: Type.Integer() }),
  /** The customer paid the difference with the balance of a gift card. */
  "swap.gift_card_used": Type.Object({ id, order_id: id, gift_card_id: id, amount: Type.Integer() }),
});
