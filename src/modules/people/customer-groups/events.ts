import { Type } from "typebox";
import { defineEvents } from "../../../events/define-events.ts";
import { id, idOnly, ids } from "../../../events/event-data.ts";

export const customerGroupEvents = defineEvents({
  "customer-group.created": idOnly,
  "customer-group.updated": idOnly,
  "customer-group.deleted": idOnly,
  "customer-group.customers_added": Type.Object({ id: id, customer_ids: ids }),
  "customer-group.customers_removed": Type.Object({ id: id, customer_ids: ids }),
});
