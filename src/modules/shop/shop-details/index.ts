export type { ShopDetails } from "./shop-details.ts";
export { showShopDetails } from "./shop-details-changes.ts";
export { readLogo } from "./use-cases/logo.ts";
