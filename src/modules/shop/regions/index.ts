export { lockRegionShared, regionFields } from "./region-store.ts";
