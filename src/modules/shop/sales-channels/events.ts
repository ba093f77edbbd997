import { Type } from "typebox";
import { defineEvents } from "../../../events/define-events.ts";
import { id, idOnly, ids } from "../../../events/event-data.ts";

export const salesChannelEvents = defineEvents({
  "sales_channel.created": idOnly,
  "sales_channel.updated": idOnly,
  "sales_channel.deleted": idOnly,
  "sales_channel.products_added": Type.Object({ id: id, product_ids: ids }),
  "sales_channel.products_removed": Type.Object({ id: id, product_ids: ids }),
  "sales_channel.location_added": Type.Object({ id: id, location_id: id }),
  "sales_channel.location_removed": Type.Object({ id: id, location_id: id }),
});
