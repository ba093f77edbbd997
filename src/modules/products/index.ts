export { inPriceLists, mentions, taggedWith } from "./product-conditions-graph.ts";
export { productOptionRoutes } from "./product-option-routes.ts";
export { productRoutes } from "./product-routes.ts";
export { productVariantRoutes } from "./product-variant-routes.ts";
export { withProfile } from "./product-view.ts";
export { pricedVariant, product, productVariant } from "./products-graph.ts";
export { storefrontProductRoutes } from "./storefront-routes.ts";
export { variantRoutes } from "./variant-routes.ts";
