export { channelOutsideKey, outsideChannelsOfKey } from "./publishable-key.ts";
export { publishableKeyRoutes } from "./publishable-key-routes.ts";
export { salesChannelsOfKey } from "./use-cases/sales-channels-of-key.ts";
