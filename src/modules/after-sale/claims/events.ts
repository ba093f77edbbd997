import { defineEvents } from "../../../events/define-events.ts";
import { idAndNotice, idOnly } from "../../../events/event-data.ts";

export const claimEvents = defineEvents({
  "claim.created": idAndNotice,
  "claim.updated": idAndNotice,
  "claim.canceled": idAndNotice,
  "claim.refund_processed": idAndNotice,
  "claim_item.created": idOnly,
  "claim_item.updated": idOnly,
});
