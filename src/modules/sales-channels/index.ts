export { salesChannelRoutes } from "./sales-channel-routes.ts";
export { salesChannel } from "./sales-channels-graph.ts";
