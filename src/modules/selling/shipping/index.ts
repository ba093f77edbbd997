export { isOffered, pricedShippingOption } from "./priced-option-graph.ts";
export { storeOptionsAnswer } from "./shipping-option-schemas.ts";
export { withPrice } from "./shipping-price.ts";
