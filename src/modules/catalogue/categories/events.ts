import { defineEvents } from "../../../events/define-events.ts";
import { idOnly } from "../../../events/event-data.ts";

export const categoryEvents = defineEvents({
  "product-category.created": idOnly,
  "product-category.updated": idOnly,
  "product-category.deleted": idOnly,
});
