import { defineEvents } from "../../../events/define-events.ts";
import { idOnly } from "../../../events/event-data.ts";

export const batchJobEvents = defineEvents({
  "batch.created": idOnly,
  "batch.updated": idOnly,
  "batch.pre_processed": idOnly,
  "batch.confirmed": idOnly,
  "batch.processing": idOnly,
  "batch.completed": idOnly,
  "batch.canceled": idOnly,
  "batch.failed": idOnly,
});
