import { Type } from "typebox";
import { defineEvents } from "../../../events/define-events.ts";
import { id, ids, withoutNotice } from "../../../events/event-data.ts";

export const orderEvents = defineEvents({
  "order.updated": withoutNotice,
  "order.completed": withoutNotice,
  "order-update-token.created": Type.Object({ old_email: Type.String(), new_customer_id: id, orders: ids }),
});
