import { Type } from "typebox";
import { defineEvents } from "../../../events/define-events.ts";
import { id, idOnly, ids } from "../../../events/event-data.ts";

const tagged = Type.Object({ id, added: ids, removed: ids }, { description: "The names of the tags." });
const merged = Type.Object({ id, into_id: id });

export const tagEvents = defineEvents({
  "order.tags_changed": tagged,
  "order-tag.updated": idOnly,
  "order-tag.merged": merged,
  "order-tag.deleted": idOnly,
  "customer.tags_changed": tagged,
  "customer-tag.updated": idOnly,
  "customer-tag.merged": merged,
  "customer-tag.deleted": idOnly,
});
