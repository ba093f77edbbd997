export { salesChannelRoutes } from "./sales-channel-routes.ts";
export { DEFAULT_CHANNEL, salesChannel } from "./sales-channels-graph.ts";
