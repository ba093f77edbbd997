export { channelNotOfKey, notInChannelsOfKey } from "./publishable-key.ts";
export { salesChannelsOfKey } from "./publishable-key-store.ts";
