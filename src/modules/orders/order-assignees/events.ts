import { Type } from "typebox";
import { defineEvents } from "../../../events/define-events.ts";
import { id, nullableId } from "../../../events/event-data.ts";

export const assigneeEvents = defineEvents({
  "order.assigned": Type.Object({ id, user_id: nullableId, previous_user_id: nullableId }),
});
