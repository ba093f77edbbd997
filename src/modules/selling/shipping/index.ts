export { isOffered, pricedShippingOption } from "./priced-option-graph.ts";
export { shippingOptionRoutes, storeShippingOptionRoutes } from "./shipping-option-routes.ts";
export { storeOptionsAnswer } from "./shipping-option-schemas.ts";
export { withPrice } from "./shipping-price.ts";
export { shippingProfileRoutes } from "./shipping-profile-routes.ts";
