export { DEFAULT_CHANNEL } from "./default-channel.ts";
export { salesChannelRoutes } from "./sales-channel-routes.ts";
export { salesChannel } from "./sales-channels-graph.ts";
