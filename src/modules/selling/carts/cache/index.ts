/*
 * The only way for the rest of the module to read and change carts. Everything else in this folder makes that fast: see
 * docs/adr/0020-optimistic-cart-writes.md. `TRADEWIND_CART_CACHE=0` turns it off.
 */
export type { CacheDeps } from "./cache-settings.ts";
export { CartResult, loadCart, readCart } from "./cart-result.ts";
export { type CartSession, changeCart, openCart, openForChange } from "./cart-session.ts";
export { NewCartSession } from "./new-cart-session.ts";
export { readOffers } from "./offer-cache-store.ts";
export { optionsOfRegion, type RegionOption } from "./shipping-option-cache-store.ts";
export { cachedView, cacheView } from "./shown-cart-cache.ts";
