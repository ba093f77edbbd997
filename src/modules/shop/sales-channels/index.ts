export { addLocationToChannels, removeLocationFromChannels } from "./channel-locations-store.ts";
export { channelsOfProducts } from "./channel-products-store.ts";
export { salesChannelRoutes } from "./sales-channel-routes.ts";
export { DEFAULT_CHANNEL, salesChannel } from "./sales-channels-graph.ts";
