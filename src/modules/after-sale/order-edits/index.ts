export { unlinkCollection } from "./order-edit-store.ts";
