import { Type } from "typebox";
import { defineEvents } from "../../../events/define-events.ts";
import { id, idAndNotice, ids } from "../../../events/event-data.ts";

export const orderEvents = defineEvents({
  "order.updated": idAndNotice,
  "order.completed": idAndNotice,
  "order-update-token.created": Type.Object({ old_email: Type.String(), new_customer_id: id, orders: ids }),
});
