import { defineEvents } from "../../../events/define-events.ts";
import { idOnly } from "../../../events/event-data.ts";

export const noticeEvents = defineEvents({
  /** The id is that of the variant. */
  "stock.low": idOnly,
});
