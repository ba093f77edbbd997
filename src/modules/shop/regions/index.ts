export { lockRegionShared } from "./region-store.ts";
