import { defineEvents } from "../../../events/define-events.ts";
import { idOnly } from "../../../events/event-data.ts";

export const stockTransferEvents = defineEvents({
  "stock-transfer.created": idOnly,
  "stock-transfer.updated": idOnly,
  "stock-transfer.sent": idOnly,
  "stock-transfer.received": idOnly,
  "stock-transfer.canceled": idOnly,
});
