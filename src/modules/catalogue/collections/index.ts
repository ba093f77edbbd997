export { collectionFields } from "./collection-store.ts";
