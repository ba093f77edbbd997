export { channelNotOfKey, notInChannelsOfKey } from "./publishable-key.ts";
export { publishableKeyRoutes } from "./publishable-key-routes.ts";
export { salesChannelsOfKey } from "./publishable-key-store.ts";
