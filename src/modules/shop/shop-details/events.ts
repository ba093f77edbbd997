import { defineEvents } from "../../../events/define-events.ts";
import { idAndFields } from "../../../events/event-data.ts";

export const shopDetailsEvents = defineEvents({ "shop-details.updated": idAndFields });
