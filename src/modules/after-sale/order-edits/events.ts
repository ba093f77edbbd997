import { Type } from "typebox";
import { defineEvents } from "../../../events/define-events.ts";
import { idOnly, ids } from "../../../events/event-data.ts";

export const orderEditEvents = defineEvents({
  "order-edit.created": idOnly,
  "order-edit.updated": idOnly,
  "order-edit.deleted": idOnly,
  "order-edit.requested": idOnly,
  "order-edit.confirmed": idOnly,
  "order-edit.declined": idOnly,
  "order-edit.canceled": idOnly,
  "order-edit-item-change.CREATED": idOnly,
  "order-edit-item-change.DELETED": Type.Object({ ids: ids }),
});
