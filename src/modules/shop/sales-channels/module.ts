import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { salesChannelEvents } from "./events.ts";
import { salesChannelRoutes } from "./sales-channel-routes.ts";
import { salesChannelsEntities } from "./sales-channels-graph.ts";

export const salesChannels = defineModule({
  name: "shop/sales-channels",
  entities: salesChannelsEntities,
  routes: [salesChannelRoutes],
  apiNotes,
  adminPaths: { "sales-channels": "settings" },
  events: salesChannelEvents,
  eventAreas: { sales_channel: "settings" },
});
