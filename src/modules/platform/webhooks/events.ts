import { Type } from "typebox";
import { defineEvents } from "../../../events/define-events.ts";
import { id, idAndFields, idOnly, nullableId } from "../../../events/event-data.ts";

export const webhookEvents = defineEvents({
  "webhook.created": idOnly,
  "webhook.updated": idAndFields,
  "webhook.deleted": idOnly,
  "webhook.disabled": Type.Object({ id: id, reason: nullableId }),
  "webhook.failing": Type.Object({ id: id, failures: Type.Integer() }),
  "webhook.secret_rotated": idOnly,
  "webhook.replayed": Type.Object({ id: id, since: Type.String() }),
});
