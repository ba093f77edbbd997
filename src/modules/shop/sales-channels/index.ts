export {
  addLocationToChannels,
  channelsOfProducts,
  removeLocationFromChannels,
} from "./sales-channel-store.ts";
export { DEFAULT_CHANNEL, salesChannel } from "./sales-channels-graph.ts";
