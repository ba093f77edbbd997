import { Type } from "typebox";
import { defineEvents } from "../../../events/define-events.ts";
import { id, idOnly, ids } from "../../../events/event-data.ts";

export const publishableKeyEvents = defineEvents({
  "publishable_api_key.created": idOnly,
  "publishable_api_key.updated": idOnly,
  "publishable_api_key.deleted": idOnly,
  "publishable_api_key.revoked": idOnly,
  "publishable_api_key.sales_channels_added": Type.Object({ id: id, sales_channel_ids: ids }),
  "publishable_api_key.sales_channels_removed": Type.Object({ id: id, sales_channel_ids: ids }),
});
