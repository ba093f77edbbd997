import { defineEvents } from "../../../events/define-events.ts";
import { idOnly } from "../../../events/event-data.ts";

export const giftCardEvents = defineEvents({
  "gift_card.created": idOnly,
  "gift_card.updated": idOnly,
  "gift_card.deleted": idOnly,
});
