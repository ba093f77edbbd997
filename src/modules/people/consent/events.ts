import { Type } from "typebox";
import { defineEvents } from "../../../events/define-events.ts";
import { id } from "../../../events/event-data.ts";

export const consentEvents = defineEvents({
  "customer.consent_changed": Type.Object({
    id,
    channel: Type.String(),
    is_given: Type.Boolean(),
    source: Type.String(),
  }),
});
