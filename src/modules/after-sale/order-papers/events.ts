import { Type } from "typebox";
import { defineEvents } from "../../../events/define-events.ts";
import { id } from "../../../events/event-data.ts";

const issued = Type.Object({ id, paper_id: id, number: Type.String() });

export const paperEvents = defineEvents({
  "order.invoice_issued": issued,
  "order.credit_note_issued": issued,
});
