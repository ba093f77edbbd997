import { defineEvents } from "../../../events/define-events.ts";
import { idOnly, withoutNotice } from "../../../events/event-data.ts";

export const claimEvents = defineEvents({
  "claim.created": withoutNotice,
  "claim.updated": withoutNotice,
  "claim.canceled": withoutNotice,
  "claim.refund_processed": withoutNotice,
  "claim_item.created": idOnly,
  "claim_item.updated": idOnly,
});
