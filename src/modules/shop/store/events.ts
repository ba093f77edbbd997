import { defineEvents } from "../../../events/define-events.ts";
import { idAndFields } from "../../../events/event-data.ts";

export const storeEvents = defineEvents({
  "store.updated": idAndFields,
});
