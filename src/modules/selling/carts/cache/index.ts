/*
 * The only way for the rest of the module to read and change carts. The other files of this folder make it fast: see
 * docs/adr/0020-optimistic-cart-writes.md. `TRADEWIND_CART_CACHE=0` turns it off.
 */
export type { CacheDeps } from "./cache-settings.ts";
export { cachedCartRows } from "./cart-cache-store.ts";
export { CartResult, cachedView, cacheView, loadCart, readCart } from "./cart-result.ts";
export { changeCart, type LockedCart, openCart, openForChange } from "./locked-cart.ts";
export { NewCart } from "./new-cart-store.ts";
export { readOffers } from "./offer-cache-store.ts";
export { optionsOfRegion, type RegionOption } from "./shipping-option-cache-store.ts";
